/**
 * An open index: the store of a project and the reader that answers from it. A command opens and closes one. A server
 * keeps a handle, which opens the index on first use, reopens it after a job has replaced the file, and never creates
 * one. Calls hold the handle, so that an index that is replaced or deleted is closed only after the last call on it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ProjectReader } from '../query/view/ref-view.ts';
import { stampOfFiles } from '../store/sqlite/database-files.ts';
import {
  type IndexInspection,
  inspectIndex,
  openStoreToRead,
  projectFile,
  stampOfIndex,
} from '../store/sqlite/open-store.ts';
import { schemaVersion } from '../store/sqlite/schema.ts';
import { releaseSharedMemory, SharedMemoryWatch } from '../store/sqlite/shared-memory.ts';
import type { Store } from '../store/store.ts';
import { Users } from './users.ts';

export interface OpenIndex {
  readonly store: Store;
  readonly reader: ProjectReader;
  /** Keeps the index of a handle open until the returned function is called. */
  readonly hold?: () => () => void;
}

/** Opens the index to query it; creates an empty one if there is none. The caller closes its store. */
export async function openIndex(home: string, projectId: string): Promise<OpenIndex> {
  const store = await openStoreToRead(home, projectId);
  return { store, reader: new ProjectReader(projectId, store) };
}

/** Opens the index, runs `use`, and closes it again. */
export async function withIndex<Result>(
  home: string,
  projectId: string,
  use: (index: OpenIndex) => Promise<Result>,
): Promise<Result> {
  const index = await openIndex(home, projectId);
  try {
    return await use(index);
  } finally {
    await index.store.close();
  }
}

export interface HeldIndex {
  readonly inspection: IndexInspection;
  /** Undefined if there is no index yet, or it cannot be used. */
  readonly open?: OpenIndex;
}

/** An index that could not be written to is opened again after this time. */
const retryWritingMs = 2_000;

/** How long calls wait for earlier ones to end if the side files of the index are gone. */
const longestRenewalMs = 2_000;

interface StampedIndex extends HeldIndex {
  readonly stamp: string;
  /** Identifies the main file alone. */
  readonly mainStamp: string;
  readonly openedAtMs: number;
}

export class IndexHandle {
  readonly projectId: string;
  readonly #home: string;
  readonly #sharedMemory: SharedMemoryWatch;
  readonly #users = new Users();
  /** How many replaced indexes are open for calls that still use them. */
  #retiring = 0;
  #renewing: Promise<void> | undefined;
  #held: Promise<StampedIndex> | undefined;
  #isClosed = false;

  constructor(home: string, projectId: string) {
    this.#home = home;
    this.projectId = projectId;
    this.#sharedMemory = new SharedMemoryWatch(projectFile(home, projectId));
  }

  get isUsed(): boolean {
    return !this.#users.areNone;
  }

  /** Until the returned function is called, nothing that `get` returns is closed, except by `close`. */
  hold(): () => void {
    return this.#users.begin();
  }

  /**
   * Holds the handle for a call. If the side files of the open index were deleted, it first waits for the calls that use
   * them: every new connection would share the deleted files as long as an old one is open.
   */
  async enter(): Promise<() => void> {
    const held = await this.#held?.catch(() => undefined);
    if (held !== undefined && this.#hasLostSideFiles(held)) {
      this.#renewing ??= this.#renew().finally(() => {
        this.#renewing = undefined;
      });
      await this.#renewing;
    }
    return this.hold();
  }

  /** The caller holds the handle, unless it is the only one that uses it. */
  async get(): Promise<HeldIndex> {
    for (;;) {
      const known = this.#held;
      const held = await known?.catch(() => undefined);
      if (held?.open !== undefined) await this.#sharedMemory.check();
      if (this.#held === known) {
        // An index that failed to open may have been repaired or unlocked since.
        if (held?.open !== undefined && this.#isUsable(held)) return held;
        if (this.#isClosed) return closedIndex;
        this.#held = this.#reopen(held);
      }
      if (this.#held !== undefined) return this.#held;
    }
  }

  /** Gives up a connection that found damage. The next call examines the file again. */
  async discard(damaged: OpenIndex): Promise<void> {
    const known = this.#held;
    if ((await known?.catch(() => undefined))?.open !== damaged || this.#held !== known) return;
    this.#held = undefined;
    await this.#retire(damaged);
  }

  /** Releases memory that an idle server does not need. */
  async rest(): Promise<void> {
    const open = (await this.#held?.catch(() => undefined))?.open;
    open?.reader.rest();
    await open?.store.rest();
  }

  /** Closes the index at once, at the end of the process. */
  async close(): Promise<void> {
    const known = this.#held;
    this.#held = undefined;
    this.#isClosed = true;
    const open = (await known?.catch(() => undefined))?.open;
    if (open !== undefined) await this.#sharedMemory.check();
    await open?.store.close();
  }

  /** Closes the index when the last call on it has ended. */
  async closeUnused(): Promise<void> {
    while (this.isUsed) await this.#users.left();
    await this.close();
  }

  #isUsable(held: StampedIndex): boolean {
    return this.#isCurrent(held) || (this.isUsed && this.#hasLostSideFiles(held));
  }

  #isCurrent({ open, stamp, openedAtMs }: StampedIndex): boolean {
    const isReadOnly = open?.store.isReadOnly === true;
    if (isReadOnly && performance.now() - openedAtMs > retryWritingMs) return false;
    return stamp === this.#stamp(isReadOnly);
  }

  /** Whether the main file is the same, but not the files beside it. */
  #hasLostSideFiles({ open, stamp, mainStamp }: StampedIndex): boolean {
    if (open === undefined || open.store.isReadOnly || stamp === this.#stamp(false)) return false;
    return mainStamp === stampOfIndex(this.#home, this.projectId);
  }

  #stamp(withContent: boolean): string {
    return stampOfFiles(projectFile(this.#home, this.projectId), withContent);
  }

  async #renew(): Promise<void> {
    const waiting = new AbortController();
    const tooLong = pause(longestRenewalMs, undefined, { signal: waiting.signal }).catch(() => {});
    await Promise.race([this.#users.left(), tooLong]);
    waiting.abort();
    // Otherwise the next call tries again. Whoever needs the index reports why it cannot be opened.
    if (!this.isUsed) await this.get().catch(() => {});
  }

  async #reopen(before: StampedIndex | undefined): Promise<StampedIndex> {
    if (before?.open !== undefined) await this.#retire(before.open);
    // Memory in use cannot be released, and belongs to another main file than the one that is opened now.
    if (this.#retiring === 0) await releaseSharedMemory(projectFile(this.#home, this.projectId));
    const openedAtMs = performance.now();
    const inspection = await inspectIndex(this.#home, this.projectId);
    if (inspection.status !== 'compatible') return { inspection, stamp: '', mainStamp: '', openedAtMs };
    const open = { ...(await openIndex(this.#home, this.projectId)), hold: () => this.hold() };
    // Opening creates the side files.
    this.#sharedMemory.begin();
    const stamp = this.#stamp(open.store.isReadOnly);
    return { inspection, open, stamp, mainStamp: stampOfIndex(this.#home, this.projectId), openedAtMs };
  }

  /** Closes an index that no later call gets: at once, or when the calls that may have it have ended. */
  async #retire({ store }: OpenIndex): Promise<void> {
    // What cannot be closed is damaged, and is not used again.
    const close = () => store.close().catch(() => {});
    if (!this.isUsed) return close();
    this.#retiring += 1;
    void this.#users
      .left()
      .then(() => this.#sharedMemory.check())
      .then(close, close)
      .finally(() => {
        this.#retiring -= 1;
      });
  }
}

/** What a call finds that has kept the handle of a project that the server has let go of. */
const closedIndex: HeldIndex = { inspection: { status: 'not_indexed', requiredSchemaVersion: schemaVersion } };
