/** What to do next in a folder, by its status: one sentence, and the commands that lead on. */

import type { FolderStatus, FolderStatusWord, RefStatus } from '../../project/folder-status.ts';
import { printable } from '../../text/printable.ts';
import type { Example } from '../command-row.ts';
import { ago, count } from './amounts.ts';
import { refLine } from './summary.ts';

export interface NextSteps {
  readonly said: string;
  readonly next: readonly Example[];
}

export function nextSteps(status: FolderStatus): NextSteps {
  return steps[status.word](status);
}

const search: Example = { line: 'codecompass search WORDS', does: 'find code by a name, an error or a question' };
const indexIt: Example = { line: 'codecompass index', does: 'build the index' };
const setup: Example = {
  line: 'codecompass setup claude-code',
  does: 'let an agent ask it; others: cursor, vscode, …',
};
const watch: Example = { line: 'codecompass watch', does: 'keep it up to date while you edit' };

const steps: Readonly<Record<FolderStatusWord, (status: FolderStatus) => NextSteps>> = {
  not_registered: ({ repository }) => {
    const root = printable(repository.root);
    if (repository.kind === 'git') {
      return {
        said: `${root} is not indexed yet.`,
        next: [indexIt, { ...search, does: 'the same, then search' }, setup],
      };
    }
    return {
      said: `${root} is no git repository.`,
      next: [
        { line: 'cd REPOSITORY', does: 'go where your code is, and start there' },
        { line: 'codecompass index', does: 'index this folder as it is, without git' },
      ],
    };
  },
  not_indexed: ({ repository }) => ({
    said: `${printable(repository.root)} is registered, and not indexed yet.`,
    next: [indexIt, { ...search, does: 'the same, then search' }, setup],
  }),
  indexing: ({ repository, project }) => {
    const share = Math.floor(project?.index.activeJob?.progress.percentage ?? 0);
    return {
      said: `${printable(repository.root)} is being indexed: ${share}% done.`,
      next: [{ line: 'codecompass status', does: 'how far it is' }],
    };
  },
  ref_not_indexed: ({ head, project }) => {
    const others = project?.refs.map(({ ref }) => printable(ref.name)) ?? [];
    const shown = others.slice(0, 3).join(', ') + (others.length > 3 ? ', …' : '');
    const name = head === undefined ? 'What is checked out' : refLine({ ref: head.name, source: 'objects' });
    return {
      said: `${name} is not indexed yet; ${shown} ${others.length === 1 ? 'is' : 'are'}.`,
      next: [{ ...indexIt, does: 'index it; files that are known already are reused' }, search, watch],
    };
  },
  fresh: (status) => ({
    said: `${indexed(status)}. It is up to date.`,
    next: [
      search,
      { line: 'codecompass context WORDS', does: 'gather the code that answers' },
      { line: 'codecompass callers NAME', does: 'who calls a function' },
      watch,
      setup,
    ],
  }),
  stale: (status) => ({
    said: `${indexed(status)}. ${behind(status.project?.refs[0])}`,
    next: [{ line: 'codecompass sync', does: 'take in what changed' }, watch, search],
  }),
  unusable: ({ project }) => ({
    said: project?.index.inspection.message ?? 'The index cannot be used.',
    next: [{ line: 'codecompass index --force', does: 'build it anew' }],
  }),
};

function indexed({ project }: FolderStatus): string {
  const ref = project?.refs[0]?.ref;
  if (ref === undefined) return 'Indexed';
  const { name, fileCount, symbolCount } = ref;
  const what = `${count(fileCount, 'file')}, ${count(symbolCount, 'symbol')}`;
  return `${refLine({ ...ref, ref: name })} was indexed ${ago(ref.publishedAt)}: ${what}`;
}

function behind(status: RefStatus | undefined): string {
  if (status?.verdict !== 'behind') return 'Files have changed since.';
  const { currentCommit } = status;
  return currentCommit === undefined ? 'It has no commit now.' : `It is at ${currentCommit.slice(0, 12)} now.`;
}
