/** The row of `codecompass eval`. */
import type { CommandRow } from '../../command-row.ts';

export const evalCommand: CommandRow = {
  summary: 'Measure search on this repository, with its own history as judge',
  group: 'more',
  details:
    'Takes the subjects of commits for questions and the files that they changed for answers, asks the index of the commit ' +
    'before them, and compares with grep: how many of the files are found, and how many tokens that takes. Merges, bots, ' +
    'releases, and commits without code or with more than 20 files are left out. The index is made in a temporary folder ' +
    'and takes as long as a first `index`; yours and the repository stay as they are.',
  operands: [],
  flags: {
    commits: { value: 'N', description: 'Questions to ask; 100 if left out' },
    seed: { value: 'SEED', description: 'Which of the commits are drawn; 1 if left out' },
    workspace: { value: 'PATH', description: 'Measure on this folder instead of the current one' },
  },
  examples: [
    { line: 'codecompass eval', does: 'a hundred commits of this repository' },
    { line: 'codecompass eval --commits 300 --seed 2 --json', does: 'more of them, others, for a program' },
  ],
  json: {
    root: 'root of the repository',
    head: 'the commit that is checked out',
    base: 'the commit whose index was asked',
    files: 'how many files that index holds',
    seed: 'which of the commits were drawn',
    questions: 'how many were asked',
    recall: 'recall_at_1, recall_at_5, recall_at_10 and hit_at_10, of codecompass and of grep',
    tokens: 'what each way to an answer costs: way, median, mean, found',
    left_out: 'commits that are no questions, by reason',
  },
  alsoCalled: ['evaluate', 'bench', 'benchmark'],
  load: () => import('./run.ts'),
};
