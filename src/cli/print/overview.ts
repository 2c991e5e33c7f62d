/** The output of `codecompass` without a command: the index status of the current folder and the next steps. */
import { withFolderStatus } from '../../project/folder-status.ts';
import { table } from '../../render/table.ts';
import { nextSteps } from './next-steps.ts';
import type { Output } from './output.ts';

export async function printOverview(config: string | undefined, output: Output): Promise<number> {
  await withFolderStatus(undefined, config, async (status) => {
    const { said, next } = nextSteps(status);
    const { word, repository } = status;
    if (output.json) {
      output.document({ standing: word, root: repository.root, kind: repository.kind, said, next });
      return;
    }
    output.print(`${output.paint('bold', 'CodeCompass')}: code search and navigation for AI agents and developers.`);
    output.print('');
    output.print(said);
    output.print('');
    const rows = next.map(({ line, does }) => [output.paint('bold', line), does]);
    for (const line of table(rows, { columns: output.columns })) output.print(line);
    output.print('');
    output.print('Run `codecompass help` for all commands.');
  });
  return 0;
}
