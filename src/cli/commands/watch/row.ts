/** The row of `codecompass watch`. */
import type { CommandRow } from '../../command-row.ts';
import { settingFlags, workspaceFlag } from '../../flags.ts';

export const watchCommand: CommandRow = {
  summary: 'Keep the index up to date while you edit',
  group: 'keep',
  details:
    'Looks for changes several times a second and takes them in at once: edits, new and removed files, commits, switches of ' +
    'branch. A folder that is not indexed yet is indexed first. Other commands and servers see each change as soon as it ' +
    'is in. It ends with Ctrl-C; the index stays. With --json, each event is one JSON object on a line of its own.',
  operands: [],
  flags: { ...workspaceFlag, ...settingFlags },
  examples: [
    { line: 'codecompass watch', does: 'in a terminal beside your editor' },
    { line: 'codecompass watch --json | jq -c .event', does: 'follow what it does in a script' },
  ],
  json: {
    event: 'watching, fresh, synced, waiting, failed or stopped; one object per line',
    at: 'when',
    'root?': 'watching: the root of the workspace',
    'ref?': 'fresh, waiting: the ref; synced also has all other fields of `sync --json`',
    'jobId?': 'waiting: the job of someone else',
    'operation?': 'waiting: what that job does',
    'error?': 'failed: code, message and data, as for any error',
  },
  alsoCalled: ['daemon', 'follow', 'live', 'monitor'],
  load: () => import('./run.ts'),
};
