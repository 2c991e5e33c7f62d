/**
 * Freshness: does the index of a ref still match the repository? The server, `status`, `refs`, `watch` and every
 * command that prints indexed lines use this module. The freshness policy decides what to do about a stale index.
 */
import { existsSync } from 'node:fs';
import type { RefView } from '../../query/view/ref-view.ts';
import { hashWorkingFile } from '../../scan/content/read-file.ts';
import { currentCommit } from '../../scan/git/read-head.ts';
import { refCommits } from '../../scan/git/ref-commits.ts';
import type { Repository, ResolvedRef } from '../../scan/git/repository.ts';
import type { ListOptions } from '../../scan/listing/list-files.ts';
import type { RefRecord } from '../../store/store.ts';
import type { OpenIndex } from '../open-index.ts';
import { type TreeVerdict, WorktreeWatch } from './worktree-watch.ts';

/**
 * `behind`: the ref points to another commit now; `changed`: files were edited since; `unsure`: the ref was indexed
 * from a working tree that has another branch checked out now, so the index may contain edits that were never
 * committed; `gone`: the ref was deleted from git.
 */
export type FreshnessVerdict = 'fresh' | 'behind' | 'changed' | 'unsure' | 'gone';

export interface RefFreshness {
  readonly verdict: FreshnessVerdict;
  /** Whether the files were compared too, or only the commits. */
  readonly isExact: boolean;
  /** The commit that the ref points to now. */
  readonly currentCommit?: string;
}

/** With more files than this, the first comparison runs in the background instead of delaying the answer. */
const manyFiles = 3_000;

export class Freshness {
  readonly #root: string;
  readonly #repository: () => Promise<Repository>;
  readonly #listOptions: () => Promise<ListOptions>;
  #watch: WorktreeWatch | undefined;

  /** `root` is the workspace that queries the refs; other worktrees of the repository may have published some. */
  constructor(root: string, repository: () => Promise<Repository>, listOptions: () => Promise<ListOptions>) {
    this.#root = root;
    this.#repository = repository;
    this.#listOptions = listOptions;
  }

  /** Checks one ref; git runs only where its files are not conclusive. Compares files for at most `deadlineMs`. */
  async ofRef(
    open: OpenIndex | undefined,
    ref: RefRecord,
    head: ResolvedRef | undefined,
    deadlineMs: number,
  ): Promise<RefFreshness> {
    const repository = await this.#repository().catch(() => undefined);
    // The workspace folder is missing or unreadable, so there is nothing to compare with.
    if (repository === undefined || head === undefined) return { verdict: 'unsure', isExact: false };
    const isHere = head.name === ref.name;
    const commit = isHere ? head.commit : await currentCommit(repository, ref.name).catch(() => undefined);
    if (!isHere && commit === undefined) return { verdict: 'gone', isExact: true };
    return this.#compare(repository, open, ref, head, commit, deadlineMs);
  }

  /** Checks the ref that answers a call. A ref that substitutes for the checked-out one is always `behind`. */
  async ofAnswer(
    open: OpenIndex | undefined,
    ref: RefRecord,
    head: ResolvedRef | undefined,
    wanted: string | undefined,
    deadlineMs: number,
  ): Promise<RefFreshness> {
    if (wanted !== undefined || head === undefined || head.name === ref.name) {
      return this.ofRef(open, ref, head, deadlineMs);
    }
    return { verdict: 'behind', isExact: true, ...currently(head.commit) };
  }

  /** Checks all of the refs. Runs git once for all names, and waits until every file is compared. */
  async ofEveryRef(
    open: OpenIndex | undefined,
    refs: readonly RefRecord[],
    head: ResolvedRef | undefined,
  ): Promise<RefFreshness[]> {
    const repository = await this.#repository().catch(() => undefined);
    if (repository === undefined) return refs.map(() => ({ verdict: 'unsure', isExact: false }));
    const names = refs.map(({ name }) => name);
    const commits = await refCommits(repository, names);
    const found: RefFreshness[] = [];
    for (const ref of refs) {
      const isHere = ref.name === head?.name;
      const commit = isHere ? head.commit : commits.get(ref.name);
      found.push(
        isHere || commit !== undefined
          ? await this.#compare(repository, open, ref, head, commit, Number.POSITIVE_INFINITY)
          : { verdict: 'gone', isExact: true },
      );
    }
    return found;
  }

  async #compare(
    repository: Repository,
    open: OpenIndex | undefined,
    ref: RefRecord,
    head: ResolvedRef | undefined,
    commit: string | undefined,
    deadlineMs: number,
  ): Promise<RefFreshness> {
    const found = (verdict: FreshnessVerdict, isExact = true) => ({ verdict, isExact, ...currently(commit) });
    if (commit !== ref.commit) return found('behind');
    if (head === undefined) return found('unsure', false);
    if (head.name !== ref.name) {
      if (ref.source === 'objects') return found('fresh');
      // Indexed from a working tree: it may contain uncommitted edits, unless another worktree still has it.
      const isElsewhere = ref.root !== this.#root && existsSync(ref.root);
      return isElsewhere ? found('fresh', false) : found('unsure');
    }
    if (ref.source === 'objects') return found(head.source === 'objects' ? 'fresh' : 'changed');
    if (ref.root !== this.#root) return found('changed');
    const tree = await this.#treeVerdict(repository, open, ref, head, deadlineMs);
    return found(tree === 'changed' ? 'changed' : 'fresh', tree !== undefined);
  }

  async #treeVerdict(
    repository: Repository,
    open: OpenIndex | undefined,
    ref: RefRecord,
    head: ResolvedRef,
    deadlineMs: number,
  ): Promise<TreeVerdict | undefined> {
    if (open === undefined) return undefined;
    this.#watch ??= new WorktreeWatch(repository, this.#listOptions);
    const { store, reader } = open;
    const job = await store.job(ref.jobId);
    const tree = {
      key: `${ref.name} ${ref.generation} ${ref.jobId}`,
      head,
      listedAtMs: job === undefined ? Number.NEGATIVE_INFINITY : Date.parse(job.createdAt),
      files: () => reader.view(ref.name, (view) => view.files()),
      skipped: async () => (await store.skippedFiles(ref)).map(({ path }) => path),
    };
    if (deadlineMs === Number.POSITIVE_INFINITY) return this.#watch.checkAgain(tree);
    if (!this.#watch.knows(tree) && ref.fileCount > manyFiles) {
      this.#watch.checkSoon(tree);
      return undefined;
    }
    return this.#watch.verdict(tree, deadlineMs).catch(() => undefined);
  }
}

/** Returns the paths whose content differs from the index: edited, deleted or unreadable now. */
export async function changedFiles(
  repository: Repository,
  { store, ref }: RefView,
  paths: Iterable<string>,
  maxFileBytes: number,
): Promise<string[]> {
  const changed: string[] = [];
  for (const path of new Set(paths)) {
    const indexed = await store.file(ref, path);
    if (indexed !== undefined && hashWorkingFile(repository, { path }, maxFileBytes) !== indexed.hash) {
      changed.push(path);
    }
  }
  return changed;
}

function currently(commit: string | undefined): { currentCommit?: string } {
  return commit === undefined ? {} : { currentCommit: commit };
}
