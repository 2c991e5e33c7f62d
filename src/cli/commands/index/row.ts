/** The row of `codecompass index`. */
import type { CommandRow } from '../../command-row.ts';
import { settingFlags } from '../../flags.ts';

/** What a job did, as `index` and `sync` give it. */
export const jobJson = {
  jobId: 'id of the job',
  projectId: 'id of the project',
  root: 'root of the workspace',
  ref: 'what was indexed',
  'commit?': 'its commit',
  source: '"worktree" or "objects"',
  mode: '"full", "incremental" or "force"',
  discovered: 'files found; the sum of indexed and skipped',
  indexed: 'files that are searchable',
  skipped: 'files left out, by reason',
  parsed: 'files that were parsed now',
  changed: 'files that came, went or changed',
  symbols: 'symbols in the index of the ref',
  outcomes: 'files by how far their syntax was understood',
  languages: 'files by language',
  submodules: 'nested repositories, which are projects of their own',
  interruptedJobs: 'dead jobs whose finished work was reused',
  durationMs: 'how long it took',
  indexBytes: 'size of the index',
  sourceBytes: 'size of the indexed files',
  peakMemoryBytes: 'most memory in use',
  warnings: 'what went differently than usual, in sentences',
  registered: 'whether the folder was registered now',
} as const;

export const indexCommand: CommandRow = {
  summary: 'Index a repository, or bring its index up to date',
  group: 'keep',
  details:
    'Indexes the checked-out files with all edits, or another branch, tag or commit with --ref, without touching the ' +
    'working tree. A folder that is not registered yet is registered. Files that did not change are reused.',
  operands: [],
  flags: {
    force: { description: 'Parse every file again' },
    path: { value: 'PATH', description: 'Index this folder instead of the current one', completes: 'folder' },
    ref: { value: 'REF', description: 'Branch, tag or commit; what is checked out if left out', completes: 'ref' },
    ...settingFlags,
  },
  examples: [
    { line: 'codecompass index', does: 'index what is checked out here' },
    { line: 'codecompass index --ref v1.2', does: 'index a tag beside it' },
    { line: 'codecompass index --path ../api --json', does: 'index another folder, for a program' },
  ],
  json: jobJson,
  alsoCalled: ['build', 'reindex', 'scan'],
  job: 'index',
  load: () => import('./run.ts'),
};
