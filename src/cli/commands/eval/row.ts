/** The row of `codecompass eval`. */
import type { CommandRow } from '../../command-row.ts';
import { workspaceFlag } from '../../flags.ts';

export const evalCommand: CommandRow = {
  summary: 'Measure search quality on this repository from its commit history',
  group: 'more',
  details:
    'Uses commit subjects as queries and the files changed by each commit as expected results. Searches an index of the ' +
    'commit before them, compares with grep, and reports how many files are found and how many tokens that takes. Skips ' +
    'merges, bots, releases, and commits without code or with more than 20 files. The index is built in a temporary folder ' +
    'and takes as long as a first `index`; your index and the repository are not changed.',
  operands: [],
  flags: {
    commits: { value: 'N', description: 'Number of queries; default: 100' },
    seed: { value: 'SEED', description: 'Seed of the random choice of commits; default: 1' },
    ...workspaceFlag,
  },
  examples: [
    { line: 'codecompass eval', does: 'measure with 100 commits' },
    { line: 'codecompass eval --commits 300 --seed 2 --json', does: '300 other commits, as JSON' },
  ],
  json: {
    root: 'root of the repository',
    head: 'the checked-out commit',
    base: 'the indexed commit',
    files: 'number of indexed files',
    seed: 'seed of the random choice of commits',
    questions: 'number of queries',
    recall: 'recall_at_1, recall_at_5, recall_at_10 and hit_at_10, for codecompass and grep',
    tokens: 'tokens used by each way to find the files: way, median, mean, found',
    left_out: 'number of skipped commits, by reason',
  },
  alsoCalled: ['evaluate', 'bench', 'benchmark'],
  load: () => import('./run.ts'),
};
