/** The row of `codecompass init`. */
import type { CommandRow } from '../../command-row.ts';
import { workspaceAlias, workspaceFlag } from '../../flags.ts';

export const initCommand: CommandRow = {
  summary: 'Register this folder without indexing it',
  group: 'keep',
  details:
    'Registers the repository (or plain folder) of the current folder and creates the data directory. Does not write to ' +
    'the repository. Running it again has no effect.',
  operands: [],
  flags: { ...workspaceFlag, ...workspaceAlias },
  examples: [{ line: 'codecompass init', does: 'register the current repository' }],
  json: {
    root: 'root of the workspace',
    projectId: 'id of the project',
    kind: '"git" or "folder"',
    registeredAt: 'time of the first registration',
    lastUsedAt: 'time of the last use',
    autoDiscovered: 'whether a server discovered it',
    registered: 'whether this run registered it',
    ref: 'the checked-out ref',
    'commit?': 'its commit',
    source: '"worktree" or "objects"',
    home: 'the data directory',
  },
  alsoCalled: ['register', 'add'],
  load: () => import('./run.ts'),
};
