/** The row of `codecompass refs`. */
import type { CommandRow } from '../../command-row.ts';
import { workspaceFlag } from '../../flags.ts';

export const refsCommand: CommandRow = {
  summary: 'List the indexed branches, tags and commits',
  group: 'keep',
  details:
    'Lists every indexed ref with its commit, time of indexing and size, and whether it has changed in git since or was ' +
    'deleted. The checked-out ref is marked with *; its own size is the source that no other indexed ref has.',
  operands: [],
  flags: workspaceFlag,
  examples: [{ line: 'codecompass refs', does: 'list the values for --ref' }],
  json: {
    root: 'root of the repository or folder',
    refs: 'ref, commit, source, freshness_status, verdict, current_commit?, checked_out, indexed_at, files, symbols, own_bytes of each',
  },
  alsoCalled: ['branches', 'list', 'ls', 'tags'],
  load: () => import('./run.ts'),
};
