/**
 * An open index: the store of a project and the reader that answers from it. A command opens and closes one. A server
 * keeps a handle, which opens the index on first use, reopens it after a job has replaced the file, and never creates
 * one.
 */
import { ProjectReader } from '../query/view/ref-view.ts';
import { stampOfFiles } from '../store/sqlite/database-files.ts';
import { type IndexInspection, inspectIndex, openStoreToRead, projectFile } from '../store/sqlite/open-store.ts';
import { releaseSharedMemory, SharedMemoryWatch } from '../store/sqlite/shared-memory.ts';
import type { Store } from '../store/store.ts';

export interface OpenIndex {
  readonly store: Store;
  readonly reader: ProjectReader;
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

interface StampedIndex extends HeldIndex {
  readonly stamp: string;
  readonly openedAtMs: number;
}

export class IndexHandle {
  readonly projectId: string;
  readonly #home: string;
  readonly #sharedMemory: SharedMemoryWatch;
  #held: Promise<StampedIndex> | undefined;

  constructor(home: string, projectId: string) {
    this.#home = home;
    this.projectId = projectId;
    this.#sharedMemory = new SharedMemoryWatch(projectFile(home, projectId));
  }

  async get(): Promise<HeldIndex> {
    const known = this.#held;
    const held = await known?.catch(() => undefined);
    if (held?.open !== undefined) await this.#sharedMemory.check();
    // An index that failed to open may have been repaired or unlocked since.
    if (held?.open !== undefined && this.#isCurrent(held)) return held;
    if (this.#held === known) this.#held = this.#reopen(held);
    return this.#held as Promise<HeldIndex>;
  }

  /** Gives up a connection that found damage. The next call examines the file again. */
  async discard(damaged: OpenIndex): Promise<void> {
    const known = this.#held;
    if ((await known?.catch(() => undefined))?.open !== damaged || this.#held !== known) return;
    this.#held = undefined;
    await damaged.store.close().catch(() => {});
  }

  /** Releases memory that an idle server does not need. */
  async rest(): Promise<void> {
    const open = (await this.#held?.catch(() => undefined))?.open;
    open?.reader.rest();
    await open?.store.rest();
  }

  async close(): Promise<void> {
    const known = this.#held;
    this.#held = undefined;
    const open = (await known?.catch(() => undefined))?.open;
    if (open !== undefined) await this.#sharedMemory.check();
    await open?.store.close();
  }

  #isCurrent({ open, stamp, openedAtMs }: StampedIndex): boolean {
    const isReadOnly = open?.store.isReadOnly === true;
    if (isReadOnly && performance.now() - openedAtMs > retryWritingMs) return false;
    return stamp === this.#stamp(isReadOnly);
  }

  #stamp(withContent: boolean): string {
    return stampOfFiles(projectFile(this.#home, this.projectId), withContent);
  }

  async #reopen(before: StampedIndex | undefined): Promise<StampedIndex> {
    // What cannot be closed is damaged, and is not used again.
    await before?.open?.store.close().catch(() => {});
    await releaseSharedMemory(projectFile(this.#home, this.projectId));
    const openedAtMs = performance.now();
    const inspection = await inspectIndex(this.#home, this.projectId);
    if (inspection.status !== 'compatible') return { inspection, stamp: '', openedAtMs };
    const open = await openIndex(this.#home, this.projectId);
    // Opening creates the side files.
    this.#sharedMemory.begin();
    return { inspection, open, stamp: this.#stamp(open.store.isReadOnly), openedAtMs };
  }
}
