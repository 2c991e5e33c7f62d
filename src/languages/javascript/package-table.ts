/** The packages of a ref: each `package.json`, by its folder and by its name. */

import { folderOf, folderTable, NearestAbove } from '../../query/view/folder-table.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import { firstManifests, readJson, type Table, textAt } from '../read-manifest.ts';

export interface Package {
  readonly folder: string;
  readonly name: string | undefined;
  readonly manifest: Table;
}

export interface PackageTable {
  readonly byFolder: ReadonlyMap<string, Package>;
  readonly byName: ReadonlyMap<string, readonly Package[]>;
  /** The package of a folder. */
  readonly around: NearestAbove<Package>;
}

export async function packageTable(view: RefView): Promise<PackageTable> {
  const byFolder = new Map<string, Package>();
  const byName = new Map<string, Package[]>();
  for (const file of firstManifests((await view.derived(folderTable)).named('package.json'))) {
    const manifest = await readJson(view, file);
    if (manifest === undefined) continue;
    const found: Package = { folder: folderOf(file.path), name: textAt(manifest, 'name'), manifest };
    byFolder.set(found.folder, found);
    if (found.name === undefined) continue;
    const namesakes = byName.get(found.name);
    if (namesakes === undefined) byName.set(found.name, [found]);
    else namesakes.push(found);
  }
  return { byFolder, byName, around: new NearestAbove((folder) => byFolder.get(folder)) };
}

export async function packageAt(view: RefView, folder: string): Promise<Package | undefined> {
  return (await view.derived(packageTable)).byFolder.get(folder);
}

/** The entry fields of a package without `exports`; those that name sources come first. */
const entryFields = ['source', 'module', 'main', 'browser', 'types', 'typings'];

export function entryPaths({ manifest }: Package): string[] {
  return entryFields.flatMap((field) => textAt(manifest, field) ?? []);
}
