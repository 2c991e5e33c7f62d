/**
 * Compares the working tree with its last publication, and brings the index up to date: a small change inside this
 * process, a large one by a job. One comparison or sync runs at a time; each caller waits as long as it wants.
 */
import { applyChanges } from '../../indexing/delta/apply-changes.ts';
import { type Changes, findChanges, indexedFiles, type Remembered } from '../../indexing/delta/find-changes.ts';
import type { IndexSettings } from '../../indexing/job/job.ts';
import { parseSettingsOf } from '../../indexing/workers/parse-task.ts';
import { prepareParser } from '../../indexing/workers/shared-parser.ts';
import type { Repository, ResolvedRef } from '../../scan/git/repository.ts';
import { listingRules } from '../../scan/listing/list-files.ts';
import type { Name } from '../../scan/listing/names.ts';
import { changeTimeBelow } from '../../scan/listing/touched-names.ts';
import type { RefRecord, Store } from '../../store/store.ts';
import { below } from '../../text/path-sets.ts';
import type { OpenIndex } from '../open-index.ts';
import { type AskedWords, namesWith, noWords } from './asked-words.ts';
import { type Candidates, type IndexedTree, WorktreeChanges } from './worktree-changes.ts';

export interface TreeState {
  /** Whether the ref that is checked out is published with exactly the files on disk. */
  readonly isCurrent: boolean;
  /** The last publication of this working tree, under any name. */
  readonly base?: RefRecord;
  /** Paths that differ from the base. */
  readonly changed: readonly string[];
  /** A sync by a job is needed: nothing was published from this tree yet, too much has changed, or the rules have. */
  readonly needsJob: boolean;
  /** The base was indexed by other settings. */
  readonly hasOtherRules?: true;
}

interface Compared extends TreeState {
  readonly changes?: Changes;
  readonly candidates?: Candidates;
}

export interface SyncOptions {
  readonly repository: Repository;
  readonly settings: () => Promise<IndexSettings>;
  readonly watches: boolean;
  /** Called when a comparison begins, and when it has ended. It may go on after the answer to the call that caused it. */
  readonly onWork?: ((isWorking: boolean) => void) | undefined;
}

/** Larger changes are left to a job, which has more workers and does not delay other answers. */
const maxNames = 400;
const maxChanged = 60;
const maxBytes = 2 << 20;

const noChanges: Changes = {
  within: [],
  listing: { files: [], skipped: [], submodules: [], warnings: [] },
  changed: [],
  isIncomplete: false,
};

export class WorktreeSync {
  readonly #options: SyncOptions;
  readonly #changes: WorktreeChanges;
  #turn: Promise<unknown> = Promise.resolve();
  #trees: { readonly key: string; readonly tree: Promise<ReadTree> } | undefined;

  constructor(options: SyncOptions) {
    this.#options = options;
    this.#changes = new WorktreeChanges(options.repository, options);
    // The next question needs the parser.
    this.#changes.onChange = () => void this.#warmParser().catch(() => {});
  }

  get impediment(): string | undefined {
    return this.#changes.impediment;
  }

  /** Compares the tree with the index as it is now. */
  compare(open: OpenIndex, head: ResolvedRef): Promise<TreeState> {
    return this.#inTurn(open, () => this.#compare(open, head));
  }

  /**
   * Compares, reports the state, and publishes a small change. Of a large one, publishes the files that contain what was
   * asked for, and leaves the rest to a job. Returns the state after that.
   */
  sync(
    open: OpenIndex,
    head: ResolvedRef,
    onCompared: (state: TreeState) => void,
    asked: AskedWords = noWords,
  ): Promise<TreeState> {
    return this.#inTurn(open, async () => {
      const state = await this.#compare(open, head);
      onCompared(state);
      if (state.isCurrent) return state;
      return state.needsJob ? this.#publishAsked(open, head, state, asked) : this.#publishAll(open, head, state);
    });
  }

  /** Gives back watches and the parse worker. */
  rest(): void {
    this.#changes.close();
    this.#trees = undefined;
  }

  async #publishAll(open: OpenIndex, ref: ResolvedRef, state: Compared): Promise<TreeState> {
    const { base, changes, candidates } = state;
    if (base === undefined || changes === undefined || candidates === undefined) return state;
    const { repository } = this.#options;
    const settings = await this.#options.settings();
    const delta = { repository, ref, base, changes, listedAtMs: candidates.completeAtMs, settings };
    const published = await applyChanges(open.store, delta);
    if (published === undefined) return state;
    this.#changes.settle(changes.within, candidates);
    return { isCurrent: true, base: published.ref, changed: [], needsJob: published.hasNewSecrets };
  }

  /** Only for the ref itself: a ref must not be published with most of its files from another one. */
  async #publishAsked(open: OpenIndex, ref: ResolvedRef, state: Compared, asked: AskedWords): Promise<TreeState> {
    const { base, candidates } = state;
    if (base === undefined || candidates === undefined || base.name !== ref.name) return state;
    const { repository } = this.#options;
    const settings = await this.#options.settings();
    const names = await namesWith(repository.root, candidates.names, asked, settings.maxFileBytes);
    if (names.length === 0) return state;
    const tree = await this.#treeOf(open, base);
    const changes = await this.#findChanges(open, tree, names, settings);
    // A publication must not contain files that were not compared.
    if (changes.isIncomplete) return state;
    if (changes.changed.length > 0) {
      const { listedAtMs } = tree;
      const published = await applyChanges(open.store, {
        ...{ repository, ref, base, changes, listedAtMs, settings },
        isPartial: true,
      });
      if (published === undefined) return state;
    }
    this.#changes.settle(changes.within, candidates);
    const done = new Set(changes.changed);
    return { ...state, changed: state.changed.filter((path) => !done.has(path)) };
  }

  async #compare(open: OpenIndex, head: ResolvedRef): Promise<Compared> {
    let state: Compared = { isCurrent: false, changed: [], needsJob: true };
    for (const base of await this.#bases(open.store, head)) {
      state = await this.#compareWith(open, head, base);
      if (!state.needsJob) break;
    }
    return state;
  }

  async #compareWith(open: OpenIndex, head: ResolvedRef, base: RefRecord): Promise<Compared> {
    const settings = await this.#options.settings();
    const tree = await this.#treeOf(open, base);
    const candidates = await this.#changes.since(tree, settings);
    const { names } = candidates;
    const needsJob = { isCurrent: false, base, needsJob: true, candidates };
    const hasOtherRules = base.rules !== listingRules(settings);
    if (candidates.hasNewRules || hasOtherRules) {
      return { isCurrent: false, base, needsJob: true, changed: [], ...(hasOtherRules ? { hasOtherRules: true } : {}) };
    }
    if (names.length > maxNames)
      return { ...needsJob, changed: await this.#likelyChanged(open, tree, names, settings) };
    const changes = names.length === 0 ? noChanges : await this.#findChanges(open, tree, names, settings);
    const { changed, listing, isIncomplete } = changes;
    if (isIncomplete || changed.length > maxChanged || sizeOf(listing.files, changed) > maxBytes)
      return { ...needsJob, changed };
    const isNamed = base.name === head.name && base.commit === head.commit;
    if (changed.length === 0) this.#changes.settle(changes.within, candidates);
    return { isCurrent: isNamed && changed.length === 0, base, changed, needsJob: false, changes, candidates };
  }

  /**
   * The changed paths among many names. As many as take a moment are compared, those of indexed files first, because a
   * touched file is often unchanged. The other files count as changed.
   */
  async #likelyChanged(
    open: OpenIndex,
    tree: IndexedTree,
    names: readonly Name[],
    settings: IndexSettings,
  ): Promise<string[]> {
    const { indexed } = tree;
    const changedAt = changeTimeBelow(this.#options.repository.root);
    const known = names.filter(({ path }) => indexed.has(path));
    const others = names.filter((name) => !indexed.has(name.path) && changedAt(name) !== undefined);
    const files = [...known.slice(0, maxNames / 2), ...others.slice(0, maxNames / 4)];
    const compared = new Set(files);
    const { changed } = await this.#findChanges(open, tree, files, settings);
    const rest = [...known, ...others].filter((name) => !compared.has(name));
    return [...changed, ...rest.map(({ path }) => path)];
  }

  #findChanges({ store }: OpenIndex, { indexed }: IndexedTree, names: readonly Name[], settings: IndexSettings) {
    const { repository } = this.#options;
    const remembered: Remembered = (paths) => store.rememberedFiles(repository.root, paths);
    return findChanges(repository, indexed, names, settings, remembered);
  }

  /**
   * The publications to compare with: the one with the newest listing of this working tree, because fewest files have
   * changed since. Where all names are compared anyway, first that of the checked-out ref: after a switch back it may be
   * current.
   */
  async #bases(store: Store, head: ResolvedRef): Promise<RefRecord[]> {
    const { repository, watches } = this.#options;
    const refs = (await store.refs()).filter((ref) => ref.source === 'worktree' && ref.root === repository.root);
    const listed = await Promise.all(refs.map(async (ref) => ({ ref, atMs: await listedAtMs(store, ref) })));
    const newest = listed.sort((a, b) => b.atMs - a.atMs)[0]?.ref;
    const own = watches ? undefined : refs.find(({ name }) => name === head.name);
    return [...new Set([own, newest])].filter((ref) => ref !== undefined);
  }

  /** The files of a publication, kept until the next one. */
  #treeOf(open: OpenIndex, base: RefRecord): Promise<ReadTree> {
    const key = base.jobId;
    if (this.#trees?.key !== key) {
      const tree = readTree(open, base, key);
      tree.catch(() => {
        this.#trees = undefined;
      });
      this.#trees = { key, tree };
    }
    return this.#trees.tree;
  }

  async #warmParser(): Promise<void> {
    const { repository, settings } = this.#options;
    const language = (await this.#trees?.tree.catch(() => undefined))?.language;
    const needed = language === undefined ? undefined : ({ language, extent: 'all' } as const);
    prepareParser(parseSettingsOf(repository, await settings()), needed);
  }

  /** The caller may stop waiting before the work ends, so the index is held for the work itself. */
  #inTurn<Result>({ hold }: OpenIndex, work: () => Promise<Result>): Promise<Result> {
    const leave = hold?.();
    const { onWork } = this.#options;
    const run = async () => {
      onWork?.(true);
      return work().finally(() => onWork?.(false));
    };
    const turn = this.#turn.then(run, run).finally(leave);
    this.#turn = turn.catch(() => {});
    return turn;
  }
}

async function listedAtMs(store: Store, { jobId }: RefRecord): Promise<number> {
  const job = await store.job(jobId);
  return job === undefined ? Number.NEGATIVE_INFINITY : Date.parse(job.createdAt);
}

interface ReadTree extends IndexedTree {
  /** The most frequent language that can be parsed. */
  readonly language: string | undefined;
}

async function readTree({ store, reader }: OpenIndex, base: RefRecord, key: string): Promise<ReadTree> {
  const [files, skipped, atMs] = await Promise.all([
    reader.view(base.name, (view) => view.files()),
    store.skippedFiles(base),
    listedAtMs(store, base),
  ]);
  const folders = skipped.flatMap(({ path }) => (path.endsWith('/') ? [path.slice(0, -1)] : []));
  const known = indexedFiles(files, skipped);
  const parsed = new Set(files.files.flatMap(({ language, outcome }) => (outcome === 'none' ? [] : [language])));
  return {
    key,
    language: files.languages().find((language) => parsed.has(language)),
    listedAtMs: atMs,
    indexed: {
      ...known,
      has: (path) => files.byPath(path) !== undefined || known.reasonOf(path) !== undefined,
      isAbsent: (path) => known.reasonOf(path) === 'sparse',
      isInSkippedFolder: below(folders),
      *paths() {
        for (const { path } of files.files) yield path;
        for (const { path } of skipped) yield path;
      },
    },
  };
}

function sizeOf(files: Changes['listing']['files'], changed: readonly string[]): number {
  const paths = new Set(changed);
  return files.reduce((sum, { path, stat }) => sum + (paths.has(path) ? (stat?.size ?? 0) : 0), 0);
}
