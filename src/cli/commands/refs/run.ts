/** `codecompass refs`: lists the indexed refs and their freshness. */

import { withFolderStatus } from '../../../project/folder-status.ts';
import { freshnessText, type ListedRef, listedRefs } from '../../../project/refs/listed-refs.ts';
import { ago, bytes, count, number } from '../../../render/amounts.ts';
import { table } from '../../../render/table.ts';
import { printable } from '../../../text/printable.ts';
import type { Invocation } from '../../invocation.ts';
import { nextSteps } from '../../print/next-steps.ts';

export async function run({ flags, output }: Invocation): Promise<number> {
  return withFolderStatus(flags.value('workspace'), flags.value('config'), async (status) => {
    const index = status.project?.index;
    const refs = await listedRefs(status.project?.refs ?? [], index?.open?.store, [index?.activeJob?.ref]);
    if (output.json) {
      output.document({ root: status.repository.root, refs });
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
      numbers: [4, 5, 6],
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

const headings = ['', 'ref', 'commit', 'indexed', 'files', 'symbols', 'own size', 'status'];

function row(shown: ListedRef): string[] {
  const { ref, commit, checked_out, indexed_at, files, symbols, own_bytes } = shown;
  return [
    checked_out ? '*' : '',
    ref === commit ? '(commit)' : printable(ref),
    commit?.slice(0, 12) ?? '',
    ago(indexed_at),
    number(files),
    number(symbols),
    bytes(own_bytes),
    freshnessText(shown),
  ];
}
