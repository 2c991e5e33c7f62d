/** The row of `codecompass sync`. */
import type { CommandRow } from '../../command-row.ts';
import { settingFlags } from '../../flags.ts';
import { jobJson } from '../index/row.ts';

export const syncCommand: CommandRow = {
  summary: 'Take in what changed since the last index',
  group: 'keep',
  details: 'Reads only the files that may have changed. The folder must have been registered by `init` or `index`.',
  operands: [],
  flags: {
    force: { description: 'Parse every file again' },
    workspace: { value: 'PATH', description: 'Sync this folder instead of the current one', completes: 'folder' },
    ref: { value: 'REF', description: 'Branch, tag or commit; what is checked out if left out', completes: 'ref' },
    ...settingFlags,
  },
  examples: [
    { line: 'codecompass sync', does: 'after edits, a pull or a switch of branch' },
    { line: 'codecompass sync --workspace ../api', does: 'the same for another folder' },
  ],
  json: jobJson,
  alsoCalled: ['update', 'refresh', 'pull'],
  job: 'sync',
  load: () => import('./run.ts'),
};
