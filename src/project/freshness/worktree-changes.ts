/**
 * The names of a working tree that may have changed since a publication. Where the operating system reports changes
 * (scan/watch), they are complete as soon as its events are delivered. Otherwise, and to connect the first events with
 * an older publication, all names and change times are compared, which takes a moment in a large repository.
 */
import { join } from 'node:path';
import type { IndexedFiles } from '../../indexing/delta/find-changes.ts';
import { fileStamp } from '../../scan/git/file-stamp.ts';
import { ignoreRuleFiles } from '../../scan/git/ignore-sources.ts';
import type { Repository } from '../../scan/git/repository.ts';
import { ignoreFileName } from '../../scan/listing/ignore/ignore-files.ts';
import type { ListOptions } from '../../scan/listing/list-files.ts';
import { baseName, type Name } from '../../scan/listing/names.ts';
import { changeTimeBelow, type KnownFiles, racyMs, touchedNames } from '../../scan/listing/touched-names.ts';
import { statIfFound } from '../../scan/stat-if-found.ts';
import { type TreeWatch, watchTree } from '../../scan/watch/watch-tree.ts';

/** The index that the working tree is compared with. */
export interface IndexedTree {
  /** Differs from that of every other publication. */
  readonly key: string;
  /** It contains every change that was made before this time. */
  readonly listedAtMs: number;
  readonly indexed: IndexedFiles & KnownFiles;
}

export interface Candidates {
  /** They contain every change that was made before this time. */
  readonly completeAtMs: number;
  readonly names: readonly Name[];
  /** When the names were collected; a later event on one of them counts anew. */
  readonly takenAtMs: number;
  /** The rules that decide which files are indexed have changed, so every file must be judged again. */
  readonly hasNewRules: boolean;
}

interface Dirty {
  readonly name: Name;
  readonly takenAtMs: number;
}

export class WorktreeChanges {
  readonly #repository: Repository;
  readonly #watches: boolean;
  #watch: TreeWatch | undefined;
  /** The folders that the watch has found when it began. */
  #watched = '';
  readonly #dirty = new Map<string, Dirty>();
  /** `#dirty` contains every change since this time, except for names that were settled or published since. */
  #sinceMs = Number.POSITIVE_INFINITY;
  /** Names taken before this time may have been dropped, because a publication contains them. */
  #droppedMs = Number.NEGATIVE_INFINITY;
  #rules: { readonly stamp: string; readonly options: string } | undefined;
  /** The publication that `#settled` and `#unchanged` were compared with. */
  #key = '';
  /** Names that equal that publication. A later one may contain an older state of them. */
  readonly #settled = new Map<string, Dirty>();
  /** Change times of files that equal that publication. */
  readonly #unchanged = new Map<string, number>();

  /** Without `watches`, every call compares all names: for a process that asks once. */
  constructor(repository: Repository, { watches }: { readonly watches: boolean }) {
    this.#repository = repository;
    this.#watches = watches;
  }

  /** A sentence for a warning if the operating system cannot report changes. */
  get impediment(): string | undefined {
    return this.#watch?.state === 'impossible' ? this.#watch.reason : undefined;
  }

  /** Called when files have changed, before anybody asks. */
  onChange: (() => void) | undefined;

  async since({ key, listedAtMs, indexed }: IndexedTree, options: ListOptions): Promise<Candidates> {
    const completeAtMs = Date.now();
    const hasNewRules = await this.#readRules(options);
    const isWatched = await this.#takeEvents(options);
    // The root itself: anything may have changed.
    if (this.#dirty.delete('')) this.#sinceMs = Number.POSITIVE_INFINITY;
    if (key !== this.#key) this.#compareWith(key);
    this.#dropPublished(listedAtMs);
    const isConnected = isWatched && listedAtMs >= this.#sinceMs && listedAtMs >= this.#droppedMs;
    if (!isConnected || hasNewRules || this.#hasTouchedRules()) {
      await this.#compareAll(listedAtMs, indexed, options, isWatched);
    }
    const takenAtMs = Date.now();
    const names = [...this.#dirty.values()].map(({ name }) => name);
    const needsRules = hasNewRules || names.some(({ path }) => baseName(path) === ignoreFileName);
    return { completeAtMs, takenAtMs, names, hasNewRules: needsRules };
  }

  /** Forgets names that equal the index, unless they have changed again since they were taken. */
  settle(paths: Iterable<string>, { takenAtMs, completeAtMs }: Candidates): void {
    const changedAt = changeTimeBelow(this.#repository.root);
    for (const path of paths) {
      const dirty = this.#dirty.get(path);
      if (dirty === undefined || dirty.takenAtMs > takenAtMs) continue;
      this.#dirty.delete(path);
      this.#settled.set(path, dirty);
      const changedAtMs = changedAt(dirty.name);
      // A younger file may change again without a new time.
      if (changedAtMs !== undefined && changedAtMs < completeAtMs - racyMs) this.#unchanged.set(path, changedAtMs);
    }
  }

  /** Gives the watches back. The next call starts new ones. */
  close(): void {
    this.#watch?.close();
    this.#watch = undefined;
    this.#compareWith('');
    this.#dirty.clear();
    this.#sinceMs = Number.POSITIVE_INFINITY;
    this.#droppedMs = Number.NEGATIVE_INFINITY;
  }

  /** Returns whether every change before the call is in `#dirty` now, as far as the watch goes back. */
  async #takeEvents({ exclude }: ListOptions): Promise<boolean> {
    if (!this.#watches) return false;
    const place = this.#place();
    // A repository that was deleted and created again can be watched, although the former could not.
    if (this.#watch?.state === 'impossible' && this.#watched !== place) this.close();
    if (this.#watch === undefined) {
      this.#watched = place;
      this.#watch = watchTree(this.#repository, { exclude });
      this.#watch.onChange = () => this.onChange?.();
    }
    const watch = this.#watch;
    if (watch.state !== 'watching' || !(await watch.settled()) || watch.state !== 'watching') return false;
    const { names, isLost } = watch.take();
    const takenAtMs = Date.now();
    for (const name of names) this.#dirty.set(name.path, { name, takenAtMs });
    if (isLost) this.#sinceMs = Number.POSITIVE_INFINITY;
    return true;
  }

  #place(): string {
    const { root, gitDir } = this.#repository;
    const paths = gitDir === undefined ? [root] : [root, gitDir, join(gitDir, 'HEAD')];
    return paths.map((path) => statIfFound(path)?.ino ?? 'none').join(' ');
  }

  /** What equals one publication may differ from the next, whose files may have been read earlier. */
  #compareWith(key: string): void {
    this.#key = key;
    for (const [path, settled] of this.#settled) if (!this.#dirty.has(path)) this.#dirty.set(path, settled);
    this.#settled.clear();
    this.#unchanged.clear();
  }

  /** A publication contains what was written before its files were listed. */
  #dropPublished(listedAtMs: number): void {
    for (const [path, { takenAtMs }] of this.#dirty) {
      if (takenAtMs >= listedAtMs) continue;
      this.#dirty.delete(path);
      this.#droppedMs = Math.max(this.#droppedMs, takenAtMs);
    }
  }

  async #compareAll(
    listedAtMs: number,
    indexed: IndexedTree['indexed'],
    options: ListOptions,
    isWatched: boolean,
  ): Promise<void> {
    const isSettled = (path: string, changedAtMs: number) => this.#unchanged.get(path) === changedAtMs;
    const touched = await touchedNames(this.#repository, indexed, listedAtMs - racyMs, options, isSettled);
    const takenAtMs = Date.now();
    if (!isWatched) this.#dirty.clear();
    for (const name of touched) this.#dirty.set(name.path, { name, takenAtMs });
    this.#sinceMs = isWatched ? listedAtMs : Number.POSITIVE_INFINITY;
    this.#droppedMs = Number.NEGATIVE_INFINITY;
  }

  #hasTouchedRules(): boolean {
    return [...this.#dirty.keys()].some((path) => baseName(path) === '.gitignore');
  }

  /** Returns whether settings have changed that decide which files are indexed. */
  async #readRules({ exclude, maxFileBytes }: ListOptions): Promise<boolean> {
    const files = await ignoreRuleFiles(this.#repository);
    const stamp = files.map((file) => `${file} ${fileStamp(file)}`).join('\n');
    const before = this.#rules;
    this.#rules = { stamp, options: JSON.stringify([exclude, maxFileBytes]) };
    if (before === undefined) return false;
    // New ignore rules of git show in the names that it lists.
    if (before.stamp !== stamp) this.#sinceMs = Number.POSITIVE_INFINITY;
    if (before.options === this.#rules.options) return false;
    // Excluded folders are not watched.
    this.close();
    return true;
  }
}
