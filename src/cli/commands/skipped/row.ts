/** The row of `codecompass skipped`. */
import { skipReasons } from '../../../model.ts';
import type { CommandRow } from '../../command-row.ts';
import { projectFlags } from '../../flags.ts';

export const skippedCommand: CommandRow = {
  summary: 'List the unindexed files with reasons',
  group: 'keep',
  details:
    `Lists the files that the last index of a ref skipped (${Object.keys(skipReasons).join(', ')}), ` +
    'and the files that could not be parsed completely; their text is still searchable.',
  operands: [],
  flags: {
    ...projectFlags,
  },
  examples: [{ line: 'codecompass skipped --ref v1.2', does: 'list the unindexed files of a tag' }],
  json: {
    ref: 'the ref',
    skipped: 'path and reason of each skipped file',
    troubled: 'path and outcome of each file that was not parsed completely',
  },
  alsoCalled: ['ignored', 'missing'],
  load: () => import('./run.ts'),
};
