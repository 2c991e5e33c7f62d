/** The Cargo workspaces of a ref. */
import { NearestAbove } from '../../query/view/folder-table.ts';
import { isTable, type Table } from '../read-manifest.ts';

export interface Workspace {
  readonly folder: string;
  /** The `workspace` table of its manifest. */
  readonly table: Table;
}

export class Workspaces {
  readonly #around: NearestAbove<Workspace>;

  /** Takes the manifests by folder. */
  constructor(manifests: ReadonlyMap<string, Table>) {
    this.#around = new NearestAbove((folder) => {
      const table = manifests.get(folder)?.workspace;
      return isTable(table) ? { folder, table } : undefined;
    });
  }

  /** Returns the innermost workspace around a folder. */
  above(folder: string): Workspace | undefined {
    return this.#around.from(folder);
  }
}
