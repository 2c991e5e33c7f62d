/** The row of `codecompass init`. */
import type { CommandRow } from '../../command-row.ts';

export const initCommand: CommandRow = {
  summary: 'Register this folder without indexing it',
  group: 'keep',
  details:
    'Registers the repository (or plain folder) that holds the current folder and creates the data folder. Nothing is ' +
    'written into the repository. Running it again changes nothing.',
  operands: [],
  flags: {
    path: { value: 'PATH', description: 'Register this folder instead of the current one', completes: 'folder' },
  },
  examples: [{ line: 'codecompass init', does: 'register the current repository' }],
  json: {
    root: 'root of the workspace',
    projectId: 'id of the project',
    kind: '"git" or "folder"',
    registeredAt: 'when it was registered first',
    lastUsedAt: 'when it was used last',
    autoDiscovered: 'whether a server found it by itself',
    registered: 'whether it was registered now',
    ref: 'what is checked out',
    'commit?': 'its commit',
    source: '"worktree" or "objects"',
    home: 'the data folder',
  },
  alsoCalled: ['register', 'add'],
  load: () => import('./run.ts'),
};
