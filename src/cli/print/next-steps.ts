/** The next steps in a folder, by its status: one sentence, and the commands to run. */

import type { FolderStatus, FolderStatusWord } from '../../project/folder-status.ts';
import type { RefStatus } from '../../project/refs/listed-refs.ts';
import { ago, count } from '../../render/amounts.ts';
import { printable } from '../../text/printable.ts';
import type { Example } from '../command-row.ts';
import { refLine, shortRef } from './summary.ts';

export interface NextSteps {
  readonly said: string;
  readonly next: readonly Example[];
}

export function nextSteps(status: FolderStatus): NextSteps {
  return steps[status.word](status);
}

/** The next steps for one ref. Those for the checked-out ref are those of the folder. */
export function nextStepsOfRef(status: FolderStatus, shown: RefStatus): readonly Example[] {
  if (shown.isCheckedOut) return status.word === 'fresh' ? [] : nextSteps(status).next;
  const name = printable(shown.ref.name);
  if (shown.verdict === 'fresh') return [];
  if (shown.verdict === 'gone') return [{ line: `codecompass prune --ref ${name}`, does: 'delete its index' }];
  return [{ line: `codecompass index --ref ${name}`, does: 'index it again; unchanged files are reused' }];
}

const search: Example = { line: 'codecompass search WORDS', does: 'find code by a name, an error or a question' };
const indexIt: Example = { line: 'codecompass index', does: 'build the index' };
const setup: Example = {
  line: 'codecompass setup claude-code',
  does: 'connect an agent; others: cursor, vscode, …',
};
const watch: Example = { line: 'codecompass watch', does: 'keep it up to date while you edit' };

const steps: Readonly<Record<FolderStatusWord, (status: FolderStatus) => NextSteps>> = {
  not_registered: ({ repository }) => {
    const root = printable(repository.root);
    if (repository.kind === 'git') {
      return {
        said: `${root} is not indexed yet.`,
        next: [indexIt, { ...search, does: 'build the index, then search' }, setup],
      };
    }
    return {
      said: `${root} is not a git repository.`,
      next: [
        { line: 'cd REPOSITORY', does: 'change to a repository' },
        { line: 'codecompass index', does: 'index this folder without git' },
      ],
    };
  },
  not_indexed: ({ repository }) => ({
    said: `${printable(repository.root)} is registered but not indexed yet.`,
    next: [indexIt, { ...search, does: 'build the index, then search' }, setup],
  }),
  indexing: ({ repository, project }) => {
    const share = Math.floor(project?.index.activeJob?.progress.percentage ?? 0);
    return {
      said: `${printable(repository.root)} is being indexed: ${share}% done.`,
      next: [{ line: 'codecompass status', does: 'show the progress' }],
    };
  },
  ref_not_indexed: ({ head, project }) => {
    const others = project?.refs.map(({ ref }) => printable(ref.name)) ?? [];
    const shown = others.slice(0, 3).join(', ') + (others.length > 3 ? ', …' : '');
    const name = head === undefined ? 'the checked-out ref' : shortRef(head.name);
    return {
      said: `The index does not have ${name} yet; it has ${shown}. The next query adds it.`,
      next: [{ line: 'codecompass sync', does: 'add it now; unchanged files are reused' }, search, watch],
    };
  },
  fresh: (status) => ({
    said: `${indexed(status)}. The index is up to date.`,
    next: [
      search,
      { line: 'codecompass context WORDS', does: 'collect the code that answers a question' },
      { line: 'codecompass callers NAME', does: 'find the callers of a function' },
      watch,
      setup,
    ],
  }),
  stale: (status) => ({
    said: `${indexed(status)}. ${behind(status.project?.refs[0])}`,
    next: [{ line: 'codecompass sync', does: 'update the index' }, watch, search],
  }),
  unusable: ({ project }) => ({
    said: project?.index.inspection.message ?? 'The index cannot be used.',
    next: [{ line: 'codecompass index --force', does: 'rebuild the index' }],
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
  return currentCommit === undefined
    ? 'The ref has no commit now.'
    : `The ref is at ${currentCommit.slice(0, 12)} now.`;
}
