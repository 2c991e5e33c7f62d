/** What `codecompass` alone says: the status of this folder and what to do next in it. */
import { withFolderStatus } from '../../project/folder-status.ts';
import { nextSteps } from './next-steps.ts';
import type { Output } from './output.ts';
import { table } from './table.ts';

export async function printOverview(config: string | undefined, output: Output): Promise<number> {
  await withFolderStatus(undefined, config, async (status) => {
    const { said, next } = nextSteps(status);
    const { word, repository } = status;
    if (output.json) {
      output.document({ standing: word, root: repository.root, kind: repository.kind, said, next });
      return;
    }
    output.print(`${output.paint('bold', 'CodeCompass')}: code search and navigation for AI coding agents and people.`);
    output.print('');
    output.print(said);
    output.print('');
    const rows = next.map(({ line, does }) => [output.paint('bold', line), does]);
    for (const line of table(rows, { columns: output.columns })) output.print(line);
    output.print('');
    output.print('`codecompass help` lists every command.');
  });
  return 0;
}
