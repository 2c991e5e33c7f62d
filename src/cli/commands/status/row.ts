/** The row of `codecompass status`. */
import type { CommandRow } from '../../command-row.ts';
import { projectFlags } from '../../flags.ts';

export const statusCommand: CommandRow = {
  summary: 'Show the index status of this folder',
  group: 'keep',
  details:
    'Shows the ref, whether the working tree has changed since, the number of files, symbols and skipped files, the size ' +
    'on disk, the last job and the path of the index. Compares files but changes nothing.',
  operands: [],
  flags: projectFlags,
  examples: [
    { line: 'codecompass status', does: 'show the index status of this folder' },
    { line: 'codecompass status --json | jq .standing', does: 'get the status in a script' },
  ],
  json: {
    standing: 'not_registered, not_indexed, indexing, ref_not_indexed, fresh, stale or unusable',
    root: 'root of the repository or folder',
    kind: '"git" or "folder"',
    home: 'the data directory',
    next: 'suggested commands with descriptions',
    'projectId?': 'id of the project',
    'index?': 'path of the index',
    'indexBytes?': 'size of the index',
    'head?': 'name and commit of the checkout',
    'ref?': 'the ref, as in `refs --json`',
    'statistics?': 'statistics of the ref: indexed, symbols, sourceBytes, skipped, outcomes, languages',
    'refs?': 'number of indexed refs',
    'gone?': 'indexed refs deleted from git',
    'activeJob?': 'the running job',
    'lastJob?': 'the last finished job',
  },
  alsoCalled: ['info', 'stat', 'stats', 'state'],
  load: () => import('./run.ts'),
};
