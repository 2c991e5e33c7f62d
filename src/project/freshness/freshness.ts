/**
 * Freshness: does the index of a ref still match the repository? The server, `status`, `refs`, `watch` and every
 * command that prints indexed lines use this module. The freshness policy decides what to do about a stale index.
 */
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { IndexSettings } from '../../indexing/job/job.ts';
import { currentCommit } from '../../scan/git/read-head.ts';
import { refCommits } from '../../scan/git/ref-commits.ts';
import type { Repository, ResolvedRef } from '../../scan/git/repository.ts';
import { listingRules } from '../../scan/listing/list-files.ts';
import type { RefRecord } from '../../store/store.ts';
import type { OpenIndex } from '../open-index.ts';
import type { AskedWords } from './asked-words.ts';
import { type SyncOptions, type TreeState, WorktreeSync } from './worktree-sync.ts';

/**
 * `behind`: the ref points to another commit now; `changed`: files were edited since; `unknown`: the files could not be
 * compared in time, or are in another worktree; `unsure`: the ref was indexed from a working tree that has another
 * branch checked out now, so the index may contain edits that were never committed; `gone`: the ref was deleted from
 * git.
 */
export type FreshnessVerdict = 'fresh' | 'behind' | 'changed' | 'unknown' | 'unsure' | 'gone';

export interface RefFreshness {
  readonly verdict: FreshnessVerdict;
  /** The name of the ref that equals the working tree. */
  readonly current?: string;
  /** The commit that the ref points to now. */
  readonly currentCommit?: string;
  /** The files that differ from the index, as far as they are known. */
  readonly changed?: readonly string[];
  /** Another worktree has the ref checked out, so only a sync there can bring it up to date. */
  readonly isElsewhere?: true;
  /** It was indexed by other settings, so other files may be missing than those in `changed`. */
  readonly hasOtherRules?: true;
  /** The last comparison that has ended found changes. */
  readonly hadChanged?: true;
}

/** Whether the index is known to lack changes, rather than not known to have them. */
export function lacksChanges(freshness: RefFreshness | undefined): boolean {
  const { verdict, changed = [], hadChanged = false } = freshness ?? {};
  return verdict === 'behind' || verdict === 'changed' || (verdict !== 'fresh' && (changed.length > 0 || hadChanged));
}

/** An answer from an index that lacks changes is not complete; that a limit cut it stays the stronger statement. */
export function completenessAmid<Word extends string>(found: Word, lacksSome: boolean | undefined): Word | 'partial' {
  return lacksSome && found === 'complete' ? 'partial' : found;
}

export interface FreshnessOptions {
  /** The workspace that queries the refs; other worktrees of the repository may have published some. */
  readonly root: string;
  readonly repository: () => Promise<Repository>;
  readonly settings: () => Promise<IndexSettings>;
  /** Watch the working tree, for a process that answers many questions. */
  readonly watches: boolean;
  readonly onWork?: SyncOptions['onWork'];
}

/** A project without questions for this long gives its watches back. */
const idleMs = 600_000;
/** Another process holds the lease only briefly, unless it runs a job; a caller without a limit waits this long for it. */
const longestBusyMs = 5_000;
const retryMs = 20;

export class Freshness {
  readonly #options: FreshnessOptions;
  #sync: WorktreeSync | undefined;
  #idle: NodeJS.Timeout | undefined;
  #hadChanged = false;

  constructor(options: FreshnessOptions) {
    this.#options = options;
  }

  /** A sentence for a warning if changes of the working tree cannot be watched. */
  get impediment(): string | undefined {
    return this.#sync?.impediment;
  }

  /**
   * Brings the index of the checked-out ref up to date. A small change is published by this process; for a large one
   * `startJob` starts a job and returns its end, or nothing if it cannot. Returns the state after `waitMs` at the latest
   * (undefined if it is unknown by then); what has begun goes on.
   */
  async bringUpToDate(
    open: OpenIndex,
    head: () => Promise<ResolvedRef | undefined>,
    waitMs: number,
    startJob: () => Promise<unknown> | undefined,
    asked?: AskedWords,
  ): Promise<TreeState | undefined> {
    const sync = await this.#working();
    const endMs = performance.now() + waitMs;
    const busyEndMs = performance.now() + Math.min(waitMs, longestBusyMs);
    for (;;) {
      const now = await head();
      if (sync === undefined || now === undefined) return undefined;
      let compared: TreeState | undefined;
      const onCompared = (found: TreeState) => {
        compared = found;
      };
      const synced = this.#remembered(sync.sync(open, now, onCompared, asked));
      const state = await within(synced, endMs - performance.now());
      if (state?.isCurrent && state.needsJob) void startJob()?.catch(() => {});
      if (state === undefined || state.isCurrent) return state ?? compared;
      const next = state.needsJob ? startJob() : pause(retryMs, true);
      if (next === undefined || (!state.needsJob && performance.now() >= busyEndMs)) return state;
      const isOver = (await within(next.then(done, done), endMs - performance.now())) === undefined;
      if (isOver || performance.now() >= endMs) return state;
    }
  }

  /** Compares the working tree with the index; undefined if that takes longer. */
  async stateWithin(
    open: OpenIndex | undefined,
    head: ResolvedRef | undefined,
    deadlineMs: number,
  ): Promise<TreeState | undefined> {
    const working = open && head && (await this.#working());
    return working && within(this.#remembered(working.compare(open, head)), deadlineMs);
  }

  /** Keeps what a comparison finds for calls that do not wait for the next one. */
  #remembered(state: Promise<TreeState>): Promise<TreeState> {
    return state.then((found) => {
      this.#hadChanged = !found.isCurrent;
      return found;
    });
  }

  ofState(state: TreeState | undefined): RefFreshness {
    if (state === undefined) return { verdict: 'unknown', ...(this.#hadChanged ? { hadChanged: true } : {}) };
    if (!state.isCurrent || state.base === undefined) {
      return { verdict: 'changed', changed: state.changed, ...(state.hasOtherRules ? { hasOtherRules: true } : {}) };
    }
    return { verdict: 'fresh', current: state.base.name };
  }

  /** Gives the watches back. The next question starts new ones. */
  rest(): void {
    clearTimeout(this.#idle);
    this.#sync?.rest();
  }

  /** Checks one ref; git runs only where its files are not conclusive. Compares files for at most `deadlineMs`. */
  async ofRef(
    open: OpenIndex | undefined,
    ref: RefRecord,
    head: ResolvedRef | undefined,
    deadlineMs: number,
  ): Promise<RefFreshness> {
    const repository = await this.#options.repository().catch(() => undefined);
    // The workspace folder is missing or unreadable, so there is nothing to compare with.
    if (repository === undefined || head === undefined) return { verdict: 'unknown' };
    const isHere = head.name === ref.name;
    const commit = isHere ? head.commit : await currentCommit(repository, ref.name).catch(() => undefined);
    if (!isHere && commit === undefined) return { verdict: 'gone' };
    return this.#compare(open, ref, head, commit, deadlineMs);
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
    return { verdict: 'behind', ...currently(head.commit) };
  }

  /** Checks all of the refs. Runs git once for all names, and compares files for at most `deadlineMs`. */
  async ofEveryRef(
    open: OpenIndex | undefined,
    refs: readonly RefRecord[],
    head: ResolvedRef | undefined,
    deadlineMs = Number.POSITIVE_INFINITY,
  ): Promise<RefFreshness[]> {
    const repository = await this.#options.repository().catch(() => undefined);
    if (repository === undefined) return refs.map(() => ({ verdict: 'unknown' }));
    const names = refs.map(({ name }) => name);
    const commits = await refCommits(repository, names);
    const found: RefFreshness[] = [];
    for (const ref of refs) {
      const isHere = ref.name === head?.name;
      const commit = isHere ? head.commit : commits.get(ref.name);
      found.push(
        isHere || commit !== undefined ? await this.#compare(open, ref, head, commit, deadlineMs) : { verdict: 'gone' },
      );
    }
    return found;
  }

  async #compare(
    open: OpenIndex | undefined,
    ref: RefRecord,
    head: ResolvedRef | undefined,
    commit: string | undefined,
    deadlineMs: number,
  ): Promise<RefFreshness> {
    const found = (verdict: FreshnessVerdict): RefFreshness => ({ verdict, ...currently(commit) });
    if (commit !== ref.commit) return found('behind');
    if (head === undefined) return found('unknown');
    if (!(await this.hasCurrentRules(ref))) return { ...found('changed'), hasOtherRules: true };
    const { root } = this.#options;
    if (head.name !== ref.name) {
      if (ref.source === 'objects') return found('fresh');
      // Indexed from a working tree: it may contain uncommitted edits, unless another worktree still has it.
      const isElsewhere = ref.root !== root && existsSync(ref.root);
      return isElsewhere ? { ...found('unknown'), isElsewhere } : found('unsure');
    }
    if (ref.source === 'objects') return found(head.source === 'objects' ? 'fresh' : 'changed');
    if (ref.root !== root) return found('changed');
    return { ...currently(commit), ...this.ofState(await this.stateWithin(open, head, deadlineMs)) };
  }

  /** Whether a ref was indexed by the settings of today, as far as they decide which files are indexed. */
  async hasCurrentRules({ rules }: RefRecord): Promise<boolean> {
    return rules === listingRules(await this.#options.settings());
  }

  /** Undefined if the folder is gone or is a bare repository. */
  async #working(): Promise<WorktreeSync | undefined> {
    const repository = await this.#options.repository().catch(() => undefined);
    if (repository === undefined || repository.bare) return undefined;
    const { settings, watches, onWork } = this.#options;
    this.#sync ??= new WorktreeSync({ repository, settings, watches, onWork });
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.rest(), idleMs).unref();
    return this.#sync;
  }
}

function done(): true {
  return true;
}

/** Returns undefined if the promise takes longer, or fails before that. Without a limit, a failure is thrown. */
async function within<Value>(promise: Promise<Value>, ms: number): Promise<Value | undefined> {
  if (!Number.isFinite(ms)) return promise;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([promise.catch(() => undefined), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function currently(commit: string | undefined): { currentCommit?: string } {
  return commit === undefined ? {} : { currentCommit: commit };
}
