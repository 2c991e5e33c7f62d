/**
 * A worktree watch reports whether the files of a checked-out ref still match the index. Most checks only compare lstat
 * stamps. If one has changed, the watch lists the files as a job would, then reads and hashes the ones in doubt.
 */
import type { FileTable } from '../../query/view/file-table.ts';
import { decodeContent } from '../../scan/content/content.ts';
import { hashWorkingFile, readWorkingFile } from '../../scan/content/read-file.ts';
import type { Repository, ResolvedRef } from '../../scan/git/repository.ts';
import { EntryStamps, racyMs, unknownFolders } from '../../scan/listing/entry-stamps.ts';
import { type ListedFile, type ListOptions, listFiles } from '../../scan/listing/list-files.ts';

/** The indexed state that the working tree is compared with. */
export interface IndexedTree {
  /** Changes whenever the ref is published again. */
  readonly key: string;
  readonly head: ResolvedRef;
  /** When the job that published the ref started to list files. */
  readonly listedAtMs: number;
  readonly files: () => Promise<FileTable>;
  readonly skipped: () => Promise<readonly string[]>;
}

export type TreeVerdict = 'same' | 'changed';

/** Up to this many entries, every call checks the stamps. */
const fewEntries = 1_500;
const leastIntervalMs = 2_000;
/** Checks use at most a twentieth of the time. */
const restFactor = 20;
const settledMs = 10_000;
const soonMs = 100;
/** After a stamp changed, the index is probably stale, so a check may take this many times the deadline. */
const touchedFactor = 10;

export class WorktreeWatch {
  readonly #repository: Repository;
  readonly #listOptions: () => Promise<ListOptions>;
  #stamps: EntryStamps | undefined;
  #key = '';
  #verdict: TreeVerdict | undefined;
  #checkedAtMs = Number.NEGATIVE_INFINITY;
  #tookMs = 0;
  #checking: { readonly key: string; readonly verdict: Promise<TreeVerdict> } | undefined;

  constructor(repository: Repository, listOptions: () => Promise<ListOptions>) {
    this.#repository = repository;
    this.#listOptions = listOptions;
  }

  /** How long a verdict is valid before the files are checked again. */
  get intervalMs(): number {
    return Math.max(leastIntervalMs, restFactor * this.#tookMs);
  }

  /**
   * Returns the verdict within a deadline: computed now if there are few files, otherwise at most a few seconds old.
   * Returns undefined if there is no verdict after `deadlineMs`, or after ten times as long if a stamp changed.
   */
  async verdict(tree: IndexedTree, deadlineMs: number): Promise<TreeVerdict | undefined> {
    if (tree.key === this.#key && this.#verdict === 'same' && this.#stamps !== undefined) {
      if (this.#stamps.paths.length <= fewEntries) {
        if (this.#stamps.firstChangeNow() === undefined) return 'same';
        return within(this.check(tree), touchedFactor * deadlineMs);
      }
      if (performance.now() - this.#checkedAtMs < 2 * this.intervalMs) return 'same';
    } else if (tree.key === this.#key && this.#verdict === 'changed') {
      if (performance.now() - this.#checkedAtMs > settledMs) this.check(tree).catch(() => {});
      return 'changed';
    }
    return within(this.check(tree), deadlineMs);
  }

  /** Whether there is a verdict on this tree, however old. */
  knows(tree: IndexedTree): boolean {
    return tree.key === this.#key && this.#verdict !== undefined;
  }

  /** Schedules a check, so that the current call is answered first. */
  checkSoon(tree: IndexedTree): void {
    if (this.#checking === undefined) setTimeout(() => this.check(tree).catch(() => {}), soonMs).unref();
  }

  /** Checks now. Concurrent callers share one check. */
  check(tree: IndexedTree): Promise<TreeVerdict> {
    const before = this.#checking;
    if (before?.key === tree.key) return before.verdict;
    // A running check of an earlier publication is no verdict on this one.
    const start = () => this.#runCheck(tree);
    const check = before === undefined ? start() : before.verdict.then(start, start);
    const verdict = check.finally(() => {
      if (this.#checking === checking) this.#checking = undefined;
    });
    const checking = { key: tree.key, verdict };
    this.#checking = checking;
    return verdict;
  }

  /** Starts a new check, because one that is already running may have read a file before its latest edit. */
  async checkAgain(tree: IndexedTree): Promise<TreeVerdict> {
    await this.#checking?.verdict.catch(() => {});
    return this.check(tree);
  }

  async #runCheck(tree: IndexedTree): Promise<TreeVerdict> {
    const startedAtMs = performance.now();
    const isKnown = tree.key === this.#key && this.#stamps !== undefined && this.#verdict === 'same';
    const touched = isKnown ? await this.#stamps?.firstChange() : undefined;
    let verdict: TreeVerdict = 'same';
    let tookMs = 0;
    if (isKnown && touched === undefined) {
      tookMs = performance.now() - startedAtMs;
    } else if (touched !== undefined && (await this.#hasChanged(touched, tree))) {
      verdict = 'changed';
      tookMs = performance.now() - startedAtMs;
    } else if (!isKnown && (await this.#stampUntouched(tree))) {
      tookMs = performance.now() - startedAtMs;
    } else {
      verdict = await this.#compare(tree);
      tookMs = (performance.now() - startedAtMs) / 2;
    }
    this.#key = tree.key;
    this.#verdict = verdict;
    this.#tookMs = tookMs;
    this.#checkedAtMs = performance.now();
    return verdict;
  }

  /** Whether the content of an indexed file differs from the index, which makes listing all files unnecessary. */
  async #hasChanged(path: string, tree: IndexedTree): Promise<boolean> {
    const indexed = (await tree.files()).byPath(path);
    if (indexed === undefined) return false;
    const hash = hashWorkingFile(this.#repository, { path }, (await this.#listOptions()).maxFileBytes);
    return hash !== undefined && hash !== indexed.hash;
  }

  /** Whether no file was touched since the job listed them. Also records the stamps. */
  async #stampUntouched(tree: IndexedTree): Promise<boolean> {
    const stamps = new EntryStamps(this.#repository.root, await this.#watchedPaths(tree));
    const touched = await stamps.stampAll(tree.listedAtMs - racyMs, Number.POSITIVE_INFINITY, () => false);
    this.#stamps = stamps;
    return touched === undefined;
  }

  /** Lists the files as a job would, and reads the ones that were touched. */
  async #compare(tree: IndexedTree): Promise<TreeVerdict> {
    const beganAtMs = Date.now();
    const [listing, table, skipped] = await Promise.all([
      this.#listOptions().then((options) => listFiles(this.#repository, tree.head, options)),
      tree.files(),
      tree.skipped(),
    ]);
    const skippedPaths = new Set(skipped);
    const listed = new Map(listing.files.map((file) => [file.path, file]));
    if (table.files.some((file) => !listed.has(file.path))) return 'changed';
    for (const file of listing.files) {
      if (table.byPath(file.path) === undefined && !skippedPaths.has(file.path)) return 'changed';
    }
    const stamps = new EntryStamps(this.#repository.root, await this.#watchedPaths(tree));
    const { maxFileBytes } = await this.#listOptions();
    const skippedNow = new Set(listing.skipped.map(({ path }) => path));
    const isSame = (path: string): boolean => {
      const file = listed.get(path);
      const indexed = table.byPath(path);
      if (file !== undefined && indexed !== undefined) {
        return hashWorkingFile(this.#repository, file, maxFileBytes) === indexed.hash;
      }
      if (!skippedPaths.has(path)) return true;
      // Changes to a skipped file do not matter, unless it was deleted or would be indexed now.
      return file === undefined ? skippedNow.has(path) : this.#isSkippedStill(file, maxFileBytes);
    };
    const changed = await stamps.stampAll(tree.listedAtMs - racyMs, beganAtMs - racyMs, isSame);
    this.#stamps = stamps;
    return changed === undefined ? 'same' : 'changed';
  }

  /** The known files, and the folders without known files, where a first file may appear. */
  async #watchedPaths(tree: IndexedTree): Promise<string[]> {
    const known = await knownPaths(tree);
    return [...known, ...(await unknownFolders(this.#repository.root, known))];
  }

  #isSkippedStill(file: ListedFile, maxFileBytes: number): boolean {
    const bytes = readWorkingFile(this.#repository.root, file, maxFileBytes);
    return typeof bytes === 'string' || 'skipped' in decodeContent(file.path, bytes);
  }
}

async function knownPaths(tree: IndexedTree): Promise<string[]> {
  const [table, skipped] = await Promise.all([tree.files(), tree.skipped()]);
  // A path that ends with a slash is a folder that was not entered, so changes inside it do not matter.
  return [...table.files.map((file) => file.path), ...skipped.filter((path) => !path.endsWith('/'))];
}

async function within<Value>(promise: Promise<Value>, ms: number): Promise<Value | undefined> {
  if (!Number.isFinite(ms)) return promise;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  promise.catch(() => {});
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
