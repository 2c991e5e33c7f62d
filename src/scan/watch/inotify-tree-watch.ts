/**
 * Watches a tree on Linux with one inotify watch per folder. Files need no watch of their own, and ignored folders get
 * none.
 *
 * At every moment, each folder of the tree is watched, or not admitted by the rules, or at or below a name that `take`
 * returns. So a folder that has just appeared is returned until all its subfolders are watched, and once more after that.
 */
import { type FSWatcher, lstatSync, type watch } from 'node:fs';
import { setImmediate as setImmediateCallback } from 'node:timers';
import { setImmediate } from 'node:timers/promises';
import type { Repository } from '../git/repository.ts';
import { rulesOfRoot } from '../listing/folder.ts';
import { gitIgnoreFileName, ignoreFileName } from '../listing/ignore-rules.ts';
import { absolutePath, baseName, keyOf, type Name, nameInside, nameOf } from '../listing/names.ts';
import { whyNotWatchable } from './file-systems.ts';
import { watchGitFolder } from './git-folder-watch.ts';
import { type Growth, growAgain, growFrom, type Seed } from './grow-tree.ts';
import { countEvent, giveBack, onLostEvents, reportLostEvents } from './inotify-queue.ts';
import { type TreeRules, treeRules } from './tree-rules.ts';
import type { TakenChanges, TreeWatch } from './tree-watch.ts';
import { isForbidden, isOfOneFolder, reasonFor } from './watch-failure.ts';
import { WatchedFolder } from './watched-folder.ts';

/** With more names than this, comparing everything is cheaper. */
const maxNames = 20_000;
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
  #rootStamp: RootStamp = { inode: '', bornAtMs: 0 };
  #gitWatchers: FSWatcher[] = [];
  #changed = new Map<string, Name>();
  #isLost = true;
  /** Names that may be new folders: still to be looked at, and being looked at. */
  #seeds = new Map<string, Seed & { readonly name: Name }>();
  #growing: readonly { readonly name: Name }[] = [];
  /** Folders without permission to read. They are looked at again when their attributes change. */
  readonly #unreadable = new Set<string>();
  #detached: WatchedFolder[] = [];
  /** What has to be read again: git's index only, or all rules. */
  #stale: 'nothing' | 'index' | 'rules' = 'nothing';
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
    while (this.state === 'watching' && (this.#stale !== 'nothing' || this.#isRefreshing)) await this.#update();
    return this.state === 'watching' && this.#isRootSame();
  }

  take(): TakenChanges {
    if (this.state === 'watching' && !this.#isRootSame()) this.#restart();
    const isLost = this.#isLost || this.state !== 'watching';
    const names = new Map(this.#changed);
    for (const { name } of [...this.#growing, ...this.#seeds.values()]) names.set(keyOf(name), name);
    this.#changed.clear();
    if (this.state === 'watching') this.#isLost = false;
    return { names: [...names.values()], isLost };
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
    // After a restart, whoever waits for this start waits for the next one.
    if (this.state === 'starting') await this.ready;
  }

  async #watchAll(run: number): Promise<void> {
    const { root, bare, gitDir = root, identity } = this.#repository;
    const reason = bare ? `${root} has no work tree.` : [root, gitDir, identity].map(whyNotWatchable).find(Boolean);
    if (reason !== undefined) return this.#giveUp(reason);
    this.#rootStamp = rootStamp(root);
    this.#root.detach();
    this.#detached.push(this.#root);
    this.#root = new WatchedFolder({ path: '' }, this.#growth.rulesOfRoot);
    this.#seeds.clear();
    this.#stale = 'nothing';
    this.#watchGitFolder();
    await this.#rules.readTracked();
    if (run !== this.#run) return;
    await Promise.all([growAgain(this.#growth, this.#root), this.#rules.readTrackedIgnored()]);
    if (run !== this.#run) return;
    if (this.#root.watcher === undefined) return this.#giveUp(`${root} cannot be read.`);
    this.#giveDetachedBack();
    this.#isLost = true;
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
    const watchers = [...this.#gitWatchers, ...[this.#root, ...this.#detached].flatMap(watchersBelow)];
    for (const watcher of watchers) watcher.close();
    this.watchCount = 0;
    this.#gitWatchers = [];
    this.#detached = [];
    this.#changed.clear();
    this.#seeds.clear();
    // The notices of so many closed watches may fill the queue, which other trees share.
    if (watchers.length > 0) reportLostEvents();
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
    if (this.#isRefreshing) this.#add(name);
    return true;
  }

  /** Kept short, because libuv passes on events for as long as there are any. */
  #onEvent(folder: WatchedFolder, type: string, bytes: Buffer | null): void {
    countEvent();
    const above = folder.name;
    if (above === undefined || this.state === 'impossible') return;
    const segment = bytes === null ? undefined : nameOf(bytes);
    if (segment === undefined) this.#add(above);
    else if (segment.path === '.git' || folder.isNested) this.#onGitEntry(folder, above, segment, type);
    else this.#onEntry({ parent: folder, segment, name: nameInside(above, segment) }, type);
    this.#notify();
  }

  #onEntry(seed: Seed & { readonly name: Name }, type: string): void {
    const { name, segment } = seed;
    const key = keyOf(name);
    this.#add(name);
    if (type === 'rename' || this.#unreadable.has(key)) this.#seeds.set(key, seed);
    if (segment.path === gitIgnoreFileName || segment.path === ignoreFileName) this.#stale = 'rules';
    if (name.path === baseName(this.#repository.root) && type === 'rename') this.#checkRoot();
  }

  /** A folder becomes a nested repository, or stops being one, when `.git` comes or goes. */
  #onGitEntry(folder: WatchedFolder, above: Name, segment: Name, type: string): void {
    if (segment.path !== '.git' || type !== 'rename' || !this.#growth.isGit) return;
    const parent = folder.parent;
    if (parent === undefined) this.#restart();
    else {
      this.#add(above);
      this.#seeds.set(keyOf(above), { parent, segment: folder.segment, name: above });
    }
  }

  /** An event of the root itself has the name of the root: it was deleted, moved, or its attributes changed. */
  #checkRoot(): void {
    const { bornAtMs } = this.#rootStamp;
    // A new folder often gets the inode of one that was just deleted.
    const isProven = bornAtMs !== 0 && this.#isRootSame() && rootStamp(this.#repository.root).bornAtMs === bornAtMs;
    if (!isProven) this.#restart();
  }

  #isRootSame(): boolean {
    try {
      return rootStamp(this.#repository.root).inode === this.#rootStamp.inode;
    } catch {
      return false;
    }
  }

  #add(name: Name): void {
    this.#changed.set(keyOf(name), name);
    if (this.#changed.size <= maxNames) return;
    this.#changed.clear();
    this.#isLost = true;
  }

  /** Looks at new folders in this turn, and tells the caller. */
  #notify(): void {
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    setImmediateCallback(() => {
      this.#isNotifying = false;
      if (this.state === 'watching' && (this.#seeds.size > 0 || this.#stale === 'rules')) void this.#update();
      this.onChange?.();
    });
  }

  /** Brings the watches up to date. Concurrent callers share one update. */
  #update(): Promise<void> {
    this.#updating ??= this.#updateAll().finally(() => {
      this.#updating = undefined;
    });
    return this.#updating;
  }

  async #updateAll(): Promise<void> {
    const run = this.#run;
    const isOver = () => run !== this.#run || this.state !== 'watching';
    try {
      while (!isOver() && (this.#seeds.size > 0 || this.#stale !== 'nothing')) {
        if (this.#stale !== 'nothing') await this.#refresh();
        const seeds = [...this.#seeds.values()];
        this.#seeds.clear();
        this.#growing = seeds;
        await growFrom(this.#growth, seeds);
        this.#growing = [];
        if (isOver()) return;
        for (const { parent, segment, name } of seeds) if (parent.child(segment) !== undefined) this.#add(name);
        this.#giveDetachedBack();
        this.#notify();
      }
    } catch (error) {
      if (!isOver()) this.#giveUp(reasonFor(error as NodeJS.ErrnoException, this.#repository.root));
    }
  }

  async #refresh(): Promise<void> {
    const areRulesStale = this.#stale === 'rules';
    this.#stale = 'nothing';
    this.#isRefreshing = true;
    try {
      // The folder `info` may be another one now.
      if (areRulesStale) this.#watchGitFolder();
      const [tracked, ignored] = await Promise.all([this.#rules.readTracked(), this.#rules.readTrackedIgnored()]);
      for (const name of [...tracked.names, ...ignored]) this.#add(name);
      if (areRulesStale || tracked.areFoldersOther) await growAgain(this.#growth, this.#root);
    } finally {
      this.#isRefreshing = false;
    }
  }

  #watchGitFolder(): void {
    const before = this.#gitWatchers;
    this.#gitWatchers = watchGitFolder(this.#repository, this.#watch, {
      onIndex: () => {
        if (this.#stale === 'nothing') this.#stale = 'index';
      },
      onRules: () => {
        this.#stale = 'rules';
        this.#isLost = true;
        this.#notify();
      },
    });
    this.watchCount += this.#gitWatchers.length - before.length;
    giveBack(before);
  }

  /** Called when the new watches are set: a folder that was moved then keeps its events. */
  #giveDetachedBack(): void {
    const watchers = this.#detached.flatMap(watchersBelow);
    this.#detached = [];
    this.watchCount -= watchers.length;
    giveBack(watchers);
  }
}

function watchersBelow(folder: WatchedFolder): FSWatcher[] {
  const watchers: FSWatcher[] = [];
  const open = [folder];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (one.watcher !== undefined) watchers.push(one.watcher);
    open.push(...one.children());
  }
  return watchers;
}

interface RootStamp {
  readonly inode: string;
  /** 0 if the file system does not know. */
  readonly bornAtMs: number;
}

function rootStamp(root: string): RootStamp {
  const { dev, ino, birthtimeMs } = lstatSync(root);
  return { inode: `${dev}:${ino}`, bornAtMs: birthtimeMs };
}
