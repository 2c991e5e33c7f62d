/** The row of `codecompass index`. */
import type { CommandRow } from '../../command-row.ts';
import { projectFlags, settingFlags, workspaceAlias } from '../../flags.ts';

/** The result of a job, as `index` and `sync` print it. */
export const jobJson = {
  jobId: 'id of the job',
  projectId: 'id of the project',
  root: 'root of the workspace',
  ref: 'the indexed ref',
  'commit?': 'its commit',
  source: '"worktree" or "objects"',
  mode: '"full", "incremental" or "force"',
  discovered: 'files found: indexed plus skipped',
  indexed: 'searchable files',
  skipped: 'skipped files, by reason',
  parsed: 'files parsed by this job',
  changed: 'files added, removed or changed',
  symbols: 'symbols in the index of the ref',
  outcomes: 'files by parse outcome',
  languages: 'files by language',
  submodules: 'nested repositories, which are separate projects',
  interruptedJobs: 'interrupted jobs whose finished work was reused',
  durationMs: 'duration of the job',
  indexBytes: 'size of the index',
  sourceBytes: 'size of the indexed files',
  peakMemoryBytes: 'peak memory use',
  warnings: 'warnings, as sentences',
  registered: 'whether this run registered the folder',
} as const;

export const indexCommand: CommandRow = {
  summary: 'Index a repository, or update its index',
  group: 'keep',
  details:
    'Indexes the checked-out files, including uncommitted edits, or with --ref another branch, tag or commit, without ' +
    'touching the working tree. Registers the folder if necessary. Reuses the results of unchanged files.',
  operands: [],
  flags: {
    force: { description: 'Parse every file again' },
    ...projectFlags,
    ...workspaceAlias,
    ...settingFlags,
  },
  examples: [
    { line: 'codecompass index', does: 'index the checked-out files' },
    { line: 'codecompass index --ref v1.2', does: 'also index a tag' },
    { line: 'codecompass index --workspace ../api --json', does: 'index another folder, with JSON output' },
  ],
  json: jobJson,
  alsoCalled: ['build', 'reindex', 'scan'],
  job: 'index',
  load: () => import('./run.ts'),
};
