/** `codecompass refs`: lists the indexed refs and their freshness. */

import { type RefStatus, withFolderStatus } from '../../../project/folder-status.ts';
import { printable } from '../../../text/printable.ts';
import type { Invocation } from '../../invocation.ts';
import { ago, count, number } from '../../print/amounts.ts';
import { nextSteps } from '../../print/next-steps.ts';
import { refShape, refStatusText } from '../../print/ref-shape.ts';
import { table } from '../../print/table.ts';

export async function run({ flags, output }: Invocation): Promise<number> {
  return withFolderStatus(flags.value('workspace'), flags.value('config'), async (status) => {
    const refs = status.project?.refs ?? [];
    if (output.json) {
      output.document({ root: status.repository.root, refs: refs.map(refShape) });
      return 0;
    }
    if (refs.length === 0) {
      const { said, next } = nextSteps(status);
      output.note(`${said} No ref is indexed.`);
      if (next[0] !== undefined) output.note(`→ Run \`${next[0].line}\` to ${next[0].does}.`);
      return 0;
    }
    const lines = table([headings.map((text) => (text === '' ? '' : output.paint('dim', text))), ...refs.map(row)], {
      columns: output.columns,
      indent: '',
      numbers: [4, 5],
    });
    for (const line of lines) output.print(line);
    const gone = refs.filter(({ verdict }) => verdict === 'gone').length;
    if (gone > 0) {
      const deleted = count(gone, 'indexed ref was', 'indexed refs were');
      output.note(`${deleted} deleted from git; run \`codecompass prune\` to free the space.`);
    }
    return 0;
  });
}

const headings = ['', 'ref', 'commit', 'indexed', 'files', 'symbols', 'status'];

function row(status: RefStatus): string[] {
  const { name, commit, publishedAt, fileCount, symbolCount } = status.ref;
  return [
    status.isCheckedOut ? '*' : '',
    name === commit ? '(commit)' : printable(name),
    commit?.slice(0, 12) ?? '',
    ago(publishedAt),
    number(fileCount),
    number(symbolCount),
    refStatusText(status),
  ];
}
