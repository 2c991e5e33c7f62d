/** The row of `codecompass status`. */
import type { CommandRow } from '../../command-row.ts';
import { projectFlags } from '../../flags.ts';

export const statusCommand: CommandRow = {
  summary: 'Show what is indexed of this folder, and whether it is up to date',
  group: 'keep',
  details:
    'Shows the ref, whether the working tree has moved on since, how many files, symbols and skips there are, the size on ' +
    'disk, the last job and where the index lies. It compares files, and changes nothing.',
  operands: [],
  flags: projectFlags,
  examples: [
    { line: 'codecompass status', does: 'how the index of this folder stands' },
    { line: 'codecompass status --json | jq .standing', does: 'the same in a script' },
  ],
  json: {
    standing: 'not_registered, not_indexed, indexing, ref_not_indexed, fresh, stale or unusable',
    root: 'root of the repository or folder',
    kind: '"git" or "folder"',
    home: 'the data folder',
    next: 'commands to run next, each with what it does',
    'projectId?': 'id of the project',
    'index?': 'path of the index',
    'indexBytes?': 'its size',
    'head?': 'name and commit of what is checked out',
    'ref?': 'the ref shown, as `refs` gives it',
    'statistics?': 'of that ref: indexed, symbols, sourceBytes, skipped, outcomes, languages',
    'refs?': 'how many refs are indexed',
    'gone?': 'names of the refs that git has no more',
    'activeJob?': 'the job that runs now',
    'lastJob?': 'the job that ended last',
  },
  alsoCalled: ['info', 'stat', 'stats', 'state'],
  load: () => import('./run.ts'),
};
