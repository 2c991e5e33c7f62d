/**
 * An open index: the store of a project and the reader that answers from it. A command opens and closes one. A server
 * keeps a handle, which opens the index on first use, reopens it after a job has replaced the file, and never creates
 * one.
 */
import { ProjectReader } from '../query/view/ref-view.ts';
import { type IndexInspection, inspectIndex, openStore, stampOfIndex } from '../store/sqlite/open-store.ts';
import type { Store } from '../store/store.ts';

export interface OpenIndex {
  readonly store: Store;
  readonly reader: ProjectReader;
}

/** Opens the index; creates an empty one if there is none. The caller closes its store. */
export async function openIndex(home: string, projectId: string): Promise<OpenIndex> {
  const store = await openStore(home, projectId);
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

export class IndexHandle {
  readonly projectId: string;
  readonly #home: string;
  #held: Promise<HeldIndex> | undefined;
  #stamp = '';

  constructor(home: string, projectId: string) {
    this.#home = home;
    this.projectId = projectId;
  }

  async get(): Promise<HeldIndex> {
    const stamp = stampOfIndex(this.#home, this.projectId);
    const known = this.#held;
    if (known !== undefined && stamp === this.#stamp) {
      const held = await known.catch(() => undefined);
      // An index that failed to open may have been repaired or unlocked since.
      if (held?.open !== undefined) return held;
    }
    if (this.#held === known) {
      this.#stamp = stamp;
      this.#held = this.#reopen(known);
    }
    return this.#held as Promise<HeldIndex>;
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
    await (await known?.catch(() => undefined))?.open?.store.close();
  }

  async #reopen(before: Promise<HeldIndex> | undefined): Promise<HeldIndex> {
    await (await before?.catch(() => undefined))?.open?.store.close();
    const inspection = await inspectIndex(this.#home, this.projectId);
    if (inspection.status !== 'compatible') return { inspection };
    return { inspection, open: await openIndex(this.#home, this.projectId) };
  }
}
