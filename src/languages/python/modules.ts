/**
 * Finds Python modules. A repository does not declare the import path of its programs, so the roots are derived from
 * folders: first above the importer's own package, then the usual ones, then any folder that contains the package.
 */

import { type FolderTable, folderOf, foldersAbove, folderTable, joined } from '../../query/view/folder-table.ts';
import { LruCache } from '../../query/view/lru-cache.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import type { FileVersion } from '../../store/store.ts';
import { nearest } from '../nearest.ts';
import { standardModules } from './standard-modules.ts';

/** A module: a file, a package with its `__init__`, or a namespace package, which is only a folder. */
export interface ModuleLocation {
  readonly file: FileVersion | undefined;
  /** The folder of its submodules, if it can have any. */
  readonly folder: string | undefined;
}

/** Returns the module written in a file (`a.b`, `.c`, `..`), or undefined if it is not in the repository. */
export async function moduleLocations(
  view: RefView,
  file: FileVersion,
  source: string,
): Promise<readonly ModuleLocation[]> {
  const folders = await view.derived(folderTable);
  const [, dots = '', path = ''] = /^(\.*)([^.].*)?$/.exec(source.replace(/\s+/g, '')) ?? [];
  const parts = path === '' ? [] : path.split('.');
  if (dots !== '') {
    const base = joined(folderOf(file.path), '../'.repeat(dots.length - 1));
    const place = base === undefined ? undefined : placeUnder(folders, base, parts);
    return place === undefined ? [] : [place];
  }
  const [top] = parts;
  if (top === undefined) return [];
  let namespace: ModuleLocation | undefined;
  for await (const root of rootsFor(view, folders, await view.derived(packageRoots), file, top)) {
    const place = placeUnder(folders, root, parts);
    if (place?.file !== undefined) return [place];
    namespace ??= place;
    // A package with an `__init__` shadows packages of the same name on later roots.
    if (initIn(folders, joinedFolder(root, top)) !== undefined) break;
  }
  return namespace === undefined ? [] : [namespace];
}

/** Returns a submodule by name. */
export async function moduleIn(
  view: RefView,
  place: ModuleLocation,
  name: string,
): Promise<ModuleLocation | undefined> {
  if (place.folder === undefined) return undefined;
  return childOf(await view.derived(folderTable), place.folder, name);
}

/** The roots from which a file may import a top-level module, most likely first. */
async function* rootsFor(
  view: RefView,
  folders: FolderTable,
  roots: PackageRoots,
  file: FileVersion,
  top: string,
): AsyncGenerator<string> {
  const { own, above } = await rootsAround(view, folders, folderOf(file.path));
  yield own;
  yield '';
  yield 'src';
  if (standardModules.has(top)) return;
  yield* above;
  for (const { folder } of await nearest(view, roots.get(top) ?? [], own)) yield folder;
}

interface RootsAround {
  /** The folder above the outermost package of a file. */
  readonly own: string;
  /** A script sees its own folder; a project in a subfolder of the repository has its roots there. */
  readonly above: readonly string[];
}

/** All imports of a file have the same roots. */
async function rootsAround(view: RefView, folders: FolderTable, home: string): Promise<RootsAround> {
  const cache = await view.derived(rootsCache);
  const known = cache.get(home);
  if (known !== undefined) return known;
  const outside = foldersAbove(home).filter((folder) => initIn(folders, folder) === undefined);
  const above = outside.flatMap((folder) => [folder, joinedFolder(folder, 'src')]);
  return cache.set(home, { own: outside[0] ?? '', above: above.filter((root) => folders.has(root)) });
}

function rootsCache(): LruCache<string, RootsAround> {
  return new LruCache(64);
}

/** The folders that contain a top-level package, by package name, those with the fewest levels first. */
type PackageRoots = ReadonlyMap<string, readonly { readonly folder: string }[]>;

async function packageRoots(view: RefView): Promise<PackageRoots> {
  const folders = await view.derived(folderTable);
  const roots = new Map<string, Set<string>>();
  for (const init of [...folders.named('__init__.py'), ...folders.named('__init__.pyi')]) {
    const folder = folderOf(init.path);
    const root = folderOf(folder);
    if (folder === '' || (root !== '' && initIn(folders, root) !== undefined)) continue;
    const name = folder.slice(root === '' ? 0 : root.length + 1);
    const known = roots.get(name);
    if (known === undefined) roots.set(name, new Set([root]));
    else known.add(root);
    if (view.isPauseDue()) await view.pause();
  }
  return new Map([...roots].map(([name, known]) => [name, byLevels([...known])]));
}

function byLevels(paths: readonly string[]): { readonly folder: string }[] {
  const placed = paths.map((folder) => ({ folder, levels: folder.split('/').length }));
  return placed.sort((a, b) => a.levels - b.levels);
}

function placeUnder(folders: FolderTable, root: string, parts: readonly string[]): ModuleLocation | undefined {
  let place: ModuleLocation | undefined = { file: initIn(folders, root), folder: root };
  for (const part of parts) {
    if (place?.folder === undefined) return undefined;
    place = childOf(folders, place.folder, part);
  }
  return place;
}

/** A package takes precedence over a module, and a module over a namespace package. */
function childOf(folders: FolderTable, folder: string, name: string): ModuleLocation | undefined {
  const path = joinedFolder(folder, name);
  const init = initIn(folders, path);
  if (init !== undefined) return { file: init, folder: path };
  const file = folders.byPath(`${path}.py`) ?? folders.byPath(`${path}.pyi`);
  if (file !== undefined) return { file, folder: undefined };
  return folders.has(path) ? { file: undefined, folder: path } : undefined;
}

function initIn(folders: FolderTable, folder: string): FileVersion | undefined {
  return folders.byPath(joinedFolder(folder, '__init__.py')) ?? folders.byPath(joinedFolder(folder, '__init__.pyi'));
}

function joinedFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
