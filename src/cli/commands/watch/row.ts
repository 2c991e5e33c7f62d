/** The row of `codecompass watch`. */
import type { CommandRow } from '../../command-row.ts';
import { settingFlags, workspaceFlag } from '../../flags.ts';

export const watchCommand: CommandRow = {
  summary: 'Keep the index up to date while you edit',
  group: 'keep',
  details:
    'Checks for changes several times a second and indexes them at once: edits, new and removed files, commits, branch ' +
    'switches. Indexes the folder first if necessary. Other commands and servers see each change as soon as it is ' +
    'published. Stop it with Ctrl-C; the index stays. With --json, each event is one JSON object per line.',
  operands: [],
  flags: { ...workspaceFlag, ...settingFlags },
  examples: [
    { line: 'codecompass watch', does: 'run in a terminal while you edit' },
    { line: 'codecompass watch --json | jq -c .event', does: 'follow the events in a script' },
  ],
  json: {
    event: 'watching, fresh, synced, waiting, failed or stopped; one object per line',
    at: 'time of the event',
    'root?': 'watching: the root of the workspace',
    'ref?': 'fresh, waiting: the ref; synced also has the other fields of `sync --json`',
    'jobId?': 'waiting: the job of another process',
    'operation?': 'waiting: the operation of that job',
    'error?': 'failed: code, message and data, as in any error',
  },
  alsoCalled: ['daemon', 'follow', 'live', 'monitor'],
  load: () => import('./run.ts'),
};
