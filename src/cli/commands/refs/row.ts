/** The row of `codecompass refs`. */
import type { CommandRow } from '../../command-row.ts';
import { workspaceFlag } from '../../flags.ts';

export const refsCommand: CommandRow = {
  summary: 'List the indexed branches, tags and commits',
  group: 'keep',
  details:
    'Lists every ref that is indexed with its commit, when that was, how much it holds, and whether git still has it and ' +
    'has moved on. What is checked out is marked with *.',
  operands: [],
  flags: workspaceFlag,
  examples: [{ line: 'codecompass refs', does: 'what can be asked with --ref' }],
  json: {
    root: 'root of the repository or folder',
    refs: 'name, commit, source, publishedAt, files, symbols, checkedOut, standing, currentCommit of each',
  },
  alsoCalled: ['branches', 'list', 'ls', 'tags'],
  load: () => import('./run.ts'),
};
