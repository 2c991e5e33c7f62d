/**
 * A store handle is the index of a project as a server holds it: opened when first asked, opened anew when a job has put
 * another file in its place, and never created by reading.
 */
import { statSync } from 'node:fs';
import { ProjectReader } from '../query/view/ref-view.ts';
import { type IndexInspection, inspectIndex, openStore, projectFile } from '../store/sqlite/open-store.ts';
import type { Store } from '../store/store.ts';

export interface OpenedStore {
  readonly inspection: IndexInspection;
  /** Absent where there is no index yet, or one that cannot be used. */
  readonly open?: { readonly store: Store; readonly reader: ProjectReader };
}

export class StoreHandle {
  readonly projectId: string;
  readonly #home: string;
  #opened: Promise<OpenedStore> | undefined;
  #stamp = '';

  constructor(home: string, projectId: string) {
    this.#home = home;
    this.projectId = projectId;
  }

  async get(): Promise<OpenedStore> {
    const stamp = this.#currentStamp();
    const known = this.#opened;
    if (known !== undefined && stamp === this.#stamp) {
      const opened = await known;
      // What could not be opened may have been mended since.
      if (opened.open !== undefined) return opened;
    }
    if (this.#opened === known) {
      this.#stamp = stamp;
      this.#opened = this.#reopen(known);
    }
    return this.#opened as Promise<OpenedStore>;
  }

  /** Gives back memory that nobody is likely to miss soon. */
  async rest(): Promise<void> {
    const open = (await this.#opened?.catch(() => undefined))?.open;
    open?.reader.rest();
    await open?.store.rest();
  }

  async close(): Promise<void> {
    const known = this.#opened;
    this.#opened = undefined;
    await (await known?.catch(() => undefined))?.open?.store.close();
  }

  async #reopen(before: Promise<OpenedStore> | undefined): Promise<OpenedStore> {
    await (await before?.catch(() => undefined))?.open?.store.close();
    const inspection = await inspectIndex(this.#home, this.projectId);
    if (inspection.status !== 'compatible') return { inspection };
    const store = await openStore(this.#home, this.projectId);
    return { inspection, open: { store, reader: new ProjectReader(this.projectId, store) } };
  }

  /** Another inode is another index. */
  #currentStamp(): string {
    const found = statSync(projectFile(this.#home, this.projectId), { throwIfNoEntry: false });
    return found === undefined ? 'none' : `${found.dev} ${found.ino}`;
  }
}
