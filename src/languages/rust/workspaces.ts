/** The Cargo workspaces of a ref. */
import { foldersAbove } from '../../query/view/folder-table.ts';
import { isTable, type Table } from '../read-manifest.ts';

export interface Workspace {
  readonly folder: string;
  /** The `workspace` table of its manifest. */
  readonly table: Table;
}

export class Workspaces {
  readonly #manifests: ReadonlyMap<string, Table>;
  /** By folder, because each of many dependencies of a package may ask for it. */
  readonly #known = new Map<string, Workspace | undefined>();

  /** Takes the manifests by folder. */
  constructor(manifests: ReadonlyMap<string, Table>) {
    this.#manifests = manifests;
  }

  /** Returns the innermost workspace around a folder. */
  above(folder: string): Workspace | undefined {
    if (!this.#known.has(folder)) this.#known.set(folder, this.#find(folder));
    return this.#known.get(folder);
  }

  #find(from: string): Workspace | undefined {
    for (const folder of foldersAbove(from)) {
      const table = this.#manifests.get(folder)?.workspace;
      if (isTable(table)) return { folder, table };
    }
    return undefined;
  }
}
