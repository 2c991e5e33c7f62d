/** The row of `codecompass sync`. */
import type { CommandRow } from '../../command-row.ts';
import { projectFlags, settingFlags } from '../../flags.ts';
import { jobJson } from '../index/row.ts';

export const syncCommand: CommandRow = {
  summary: 'Update the index with changed files',
  group: 'keep',
  details: 'Reads only files that may have changed. The folder must be registered with `init` or `index` first.',
  operands: [],
  flags: {
    force: { description: 'Parse every file again' },
    ...projectFlags,
    ...settingFlags,
  },
  examples: [
    { line: 'codecompass sync', does: 'update after edits, a pull or a branch switch' },
    { line: 'codecompass sync --workspace ../api', does: 'update another folder' },
  ],
  json: jobJson,
  alsoCalled: ['update', 'refresh', 'pull'],
  job: 'sync',
  load: () => import('./run.ts'),
};
