/**
 * Watches a tree on Linux with one inotify watch per folder. Files need no watch of their own, and ignored folders get
 * none.
 *
 * At every moment, each folder of the tree is watched, or not admitted by the rules, or at or below a name that `take`
 * returns. So a folder that has just appeared is returned until all its subfolders are watched, and once more after that.
 */
import type { FSWatcher, watch } from 'node:fs';
import { setImmediate as setImmediateCallback } from 'node:timers';
import { setImmediate } from 'node:timers/promises';
import type { Repository } from '../git/repository.ts';
import { rulesOfRoot } from '../listing/folder.ts';
import { gitIgnoreFileName, ignoreFileName } from '../listing/ignore/ignore-files.ts';
import { absolutePath, baseName, keyOf, type Name, nameInside, nameOf } from '../listing/names.ts';
import { ChangedNames } from './changed-names.ts';
import { whyNotWatchable } from './file-systems.ts';
import { watchGitFolder } from './git-folder-watch.ts';
import { type Growth, growAgain, growFrom, type Seed } from './grow-tree.ts';
import { countEvent, giveBack, onLostEvents } from './inotify-queue.ts';
import { RootStamp } from './root-stamp.ts';
import { type TreeRules, treeRules } from './tree-rules.ts';
import type { TakenChanges, TreeWatch } from './tree-watch.ts';
import { isForbidden, isOfOneFolder, reasonFor } from './watch-failure.ts';
import { WatchedFolder } from './watched-folder.ts';

const ruleFiles: ReadonlySet<string> = new Set([gitIgnoreFileName, ignoreFileName]);
/** Events that are lost once are often lost again soon. */
const restMs = 250;

export class InotifyTreeWatch implements TreeWatch {
  state: TreeWatch['state'] = 'starting';
  reason: string | undefined;
  ready: Promise<void>;
  watchCount = 0;
  onChange: (() => void) | undefined;

  readonly #repository: Repository;
  readonly #watch: typeof watch;
  readonly #rules: TreeRules;
  readonly #growth: Growth;
  readonly #stopListening: () => void;
  #root: WatchedFolder;
  #rootStamp: RootStamp | undefined;
  #gitWatchers: FSWatcher[] = [];
  readonly #changed = new ChangedNames();
  /** Names that may be new folders: still to be looked at, and being looked at. */
  #seeds = new Map<string, Seed & { readonly name: Name }>();
  #growing: readonly { readonly name: Name }[] = [];
  /** Folders without permission to read. They are looked at again when their attributes change. */
  readonly #unreadable = new Set<string>();
  #detached: WatchedFolder[] = [];
  #isIndexStale = false;
  /** Which rules changed: those of git, or the ones that are read with the folders. */
  #staleRules: 'none' | 'git' | 'all' = 'none';
  #isRefreshing = false;
  #updating: Promise<void> | undefined;
  #isNotifying = false;
  readonly #onError = () => this.#restart();
  /** Counts restarts, so that what belongs to an earlier one stops. */
  #run = 0;

  constructor(repository: Repository, options: { readonly exclude: readonly string[]; readonly watch: typeof watch }) {
    this.#repository = repository;
    this.#watch = options.watch;
    this.#rules = treeRules(repository);
    const base = rulesOfRoot(options.exclude);
    this.#root = new WatchedFolder({ path: '' }, base);
    this.#growth = {
      root: repository.root,
      isGit: repository.kind === 'git',
      rules: this.#rules,
      rulesOfRoot: base,
      open: (folder, name) => this.#open(folder, name),
      onDetached: (folder) => this.#detached.push(folder),
      isStopped: () => this.state === 'impossible',
    };
    this.#stopListening = onLostEvents(() => this.#restart());
    this.ready = this.#start();
  }

  /**
   * One full poll phase of the event loop is enough. The kernel queues an event before the call that caused it returns.
   * A poll phase that begins later finds the queue readable, libuv reads it to the end, and every event is passed on
   * before the phase is over. The first turn only ends the phase that is under way.
   */
  async settled(): Promise<boolean> {
    await setImmediate();
    await setImmediate();
    while (this.state === 'watching' && (this.#isStale || this.#isRefreshing)) await this.#update();
    return this.state === 'watching' && this.#rootStamp?.isSame() === true;
  }

  take(): TakenChanges {
    if (this.state === 'watching' && !this.#rootStamp?.isSame()) this.#restart();
    if (this.state !== 'watching') return { names: [], isLost: true };
    return this.#changed.take([...this.#growing, ...this.#seeds.values()].map(({ name }) => name));
  }

  close(): void {
    this.#giveUp('The watch was closed.');
  }

  async #start(): Promise<void> {
    const run = ++this.#run;
    try {
      if (run > 1) await new Promise<void>((resolve) => setTimeout(resolve, restMs).unref());
      if (run === this.#run) await this.#watchAll(run);
    } catch (error) {
      if (run === this.#run) this.#giveUp(reasonFor(error as NodeJS.ErrnoException, this.#repository.root));
    }
    // After a restart, a caller that waits for this start waits for the next one.
    if (this.state === 'starting') await this.ready;
  }

  async #watchAll(run: number): Promise<void> {
    const { root, bare, gitDir = root, identity } = this.#repository;
    const reason = bare ? `${root} has no work tree.` : [root, gitDir, identity].map(whyNotWatchable).find(Boolean);
    if (reason !== undefined) return this.#giveUp(reason);
    this.#rootStamp = new RootStamp(root);
    this.#root.detach();
    this.#detached.push(this.#root);
    this.#root = new WatchedFolder({ path: '' }, this.#growth.rulesOfRoot);
    this.#seeds.clear();
    this.#isIndexStale = false;
    this.#staleRules = 'none';
    this.#watchGitFolder();
    await this.#rules.readTracked();
    if (run !== this.#run) return;
    await growAgain(this.#growth, this.#root, true);
    if (run !== this.#run) return;
    if (this.#root.watcher === undefined) return this.#giveUp(`${root} cannot be read.`);
    this.#giveDetachedBack();
    this.#changed.lose();
    this.state = 'watching';
    this.#notify();
  }

  /** Starts again, because events were lost or the root is another folder now. */
  #restart(): void {
    if (this.state === 'impossible') return;
    this.state = 'starting';
    this.ready = this.#start();
    this.#notify();
  }

  #giveUp(reason: string): void {
    if (this.state === 'impossible') return;
    this.state = 'impossible';
    this.reason = reason;
    this.#run++;
    this.#stopListening();
    const watchers = [...this.#gitWatchers, ...[this.#root, ...this.#detached].flatMap((one) => one.watchers())];
    this.watchCount = 0;
    this.#gitWatchers = [];
    this.#detached = [];
    this.#seeds.clear();
    giveBack(watchers);
    this.#notify();
  }

  #open(folder: WatchedFolder, name: Name): boolean {
    const options = { persistent: false, encoding: 'buffer' } as const;
    const path = absolutePath(this.#repository.root, name);
    try {
      folder.watcher = this.#watch(path, options, (type, bytes) => this.#onEvent(folder, type, bytes));
    } catch (error) {
      if (!isOfOneFolder(error as NodeJS.ErrnoException)) throw error;
      if (isForbidden(error as NodeJS.ErrnoException)) this.#unreadable.add(keyOf(name));
      return false;
    }
    folder.watcher.on('error', this.#onError);
    this.watchCount++;
    this.#unreadable.delete(keyOf(name));
    // New rules admit folders whose earlier changes nobody has seen.
    if (this.#isRefreshing) this.#changed.add(name);
    return true;
  }

  /** Kept short, because libuv passes on events for as long as there are any. */
  #onEvent(folder: WatchedFolder, type: string, bytes: Buffer | null): void {
    countEvent();
    const above = folder.name;
    if (above === undefined || this.state === 'impossible') return;
    const segment = bytes === null ? undefined : nameOf(bytes);
    if (segment === undefined) this.#changed.add(above);
    else if (segment.path === '.git' || folder.isNested) this.#onGitEntry(folder, above, segment, type);
    else this.#onEntry({ parent: folder, segment, name: nameInside(above, segment) }, type);
    this.#notify();
  }

  #onEntry(seed: Seed & { readonly name: Name }, type: string): void {
    const { name, segment } = seed;
    const key = keyOf(name);
    this.#changed.add(name);
    if (type === 'rename' || this.#unreadable.has(key)) this.#seeds.set(key, seed);
    const isOfGit = this.#growth.isGit && segment.path === gitIgnoreFileName;
    if (isOfGit && this.#staleRules === 'none') this.#staleRules = 'git';
    else if (!isOfGit && ruleFiles.has(segment.path)) this.#staleRules = 'all';
    // An event of the root itself has its name: it was deleted or moved, or its attributes changed.
    const isOfRoot = name.path === baseName(this.#repository.root) && type === 'rename';
    if (isOfRoot && !this.#rootStamp?.isProvenSame()) this.#restart();
  }

  /** A folder becomes a nested repository, or stops being one, when `.git` comes or goes. */
  #onGitEntry(folder: WatchedFolder, above: Name, segment: Name, type: string): void {
    if (segment.path !== '.git' || type !== 'rename' || !this.#growth.isGit) return;
    const parent = folder.parent;
    if (parent === undefined) this.#restart();
    else {
      this.#changed.add(above);
      this.#seeds.set(keyOf(above), { parent, segment: folder.segment, name: above });
    }
  }

  /** Looks at new folders in this turn, and tells the caller. */
  #notify(): void {
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    setImmediateCallback(() => {
      this.#isNotifying = false;
      if (this.state === 'watching' && (this.#seeds.size > 0 || this.#staleRules !== 'none')) void this.#update();
      this.onChange?.();
    });
  }

  /** Brings the watches up to date. Concurrent callers share one update. */
  #update(): Promise<void> {
    this.#updating ??= this.#updateAll().finally(() => {
      this.#updating = undefined;
      // What came during an update that ended early still has to be looked at.
      if (this.#seeds.size > 0) this.#notify();
    });
    return this.#updating;
  }

  async #updateAll(): Promise<void> {
    const run = this.#run;
    const isOver = () => run !== this.#run || this.state !== 'watching';
    try {
      while (!isOver() && (this.#seeds.size > 0 || this.#isStale)) {
        if (this.#isStale) await this.#refresh();
        const seeds = [...this.#seeds.values()];
        this.#seeds.clear();
        this.#growing = seeds;
        await growFrom(this.#growth, seeds);
        this.#growing = [];
        if (isOver()) return;
        for (const { parent, segment, name } of seeds) if (parent.child(segment) !== undefined) this.#changed.add(name);
        this.#giveDetachedBack();
        this.#notify();
      }
    } catch (error) {
      if (!isOver()) this.#giveUp(reasonFor(error as NodeJS.ErrnoException, this.#repository.root));
    }
  }

  get #isStale(): boolean {
    return this.#isIndexStale || this.#staleRules !== 'none';
  }

  async #refresh(): Promise<void> {
    const isIndexStale = this.#isIndexStale;
    const staleRules = this.#staleRules;
    this.#isIndexStale = false;
    this.#staleRules = 'none';
    this.#isRefreshing = true;
    try {
      // The folder `info` may be another one now.
      if (staleRules !== 'none') this.#watchGitFolder();
      const tracked = isIndexStale ? await this.#rules.readTracked() : undefined;
      for (const name of tracked?.names ?? []) this.#changed.add(name);
      const isOther = staleRules !== 'none' || tracked?.areFoldersOther;
      if (isOther) await growAgain(this.#growth, this.#root, staleRules === 'all');
    } finally {
      this.#isRefreshing = false;
    }
  }

  #watchGitFolder(): void {
    const before = this.#gitWatchers;
    this.#gitWatchers = watchGitFolder(this.#repository, this.#watch, {
      onIndex: () => {
        this.#isIndexStale = true;
      },
      onRules: () => {
        if (this.#staleRules === 'none') this.#staleRules = 'git';
        this.#changed.lose();
        this.#notify();
      },
    });
    this.watchCount += this.#gitWatchers.length - before.length;
    giveBack(before);
  }

  /** Called when the new watches are set: a folder that was moved then keeps its events. */
  #giveDetachedBack(): void {
    const watchers = this.#detached.flatMap((folder) => folder.watchers());
    this.#detached = [];
    this.watchCount -= watchers.length;
    giveBack(watchers);
  }
}
