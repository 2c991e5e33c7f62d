/** The row of `codecompass skipped`. */
import { skipReasons } from '../../../model.ts';
import type { CommandRow } from '../../command-row.ts';
import { projectFlags } from '../../flags.ts';

export const skippedCommand: CommandRow = {
  summary: 'List the files that are not indexed, each with its reason',
  group: 'keep',
  details:
    `Lists what the last index of a ref left out (${Object.keys(skipReasons).join(', ')}), ` +
    'and the files whose syntax could not be understood to the end; their text is searchable all the same.',
  operands: [],
  flags: {
    ...projectFlags,
  },
  examples: [{ line: 'codecompass skipped --ref v1.2', does: 'what the index of a tag left out' }],
  json: {
    ref: 'the ref asked about',
    skipped: 'path and reason of each file left out',
    troubled: 'path and outcome of each file whose syntax was not understood to the end',
  },
  alsoCalled: ['ignored', 'missing'],
  load: () => import('./run.ts'),
};
