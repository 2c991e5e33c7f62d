/**
 * Resolves package specifiers: a package of the repository by its name and `exports`, and the private names (`#x`) of
 * the package of the importing file.
 */

import { type FolderTable, folderOf, foldersAbove, folderTable } from '../../query/view/folder-table.ts';
import { LruCache } from '../../query/view/lru-cache.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import type { FileVersion } from '../../store/store.ts';
import { pathIn } from '../import-rules.ts';
import { nearest } from '../nearest.ts';
import { tableAt, textAt } from '../read-manifest.ts';
import { nodeModules } from './node-modules.ts';
import { matchExports } from './package-exports.ts';
import { entryPaths, type Package, type PackageTable, packageTable } from './package-table.ts';
import { probe, probeFile, probeSource } from './probe.ts';
import { writtenPath } from './written-path.ts';

/** The files of `name/sub/path` or `@scope/name/sub/path`; none if the package is not in the repository. */
export async function filesOfPackage(
  view: RefView,
  file: FileVersion,
  specifier: string,
): Promise<readonly FileVersion[]> {
  const [, name, rest = ''] = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(specifier) ?? [];
  if (name === undefined) return [];
  const folders = await view.derived(folderTable);
  const packages = await view.derived(packageTable);
  for await (const found of packagesCalled(view, folders, packages, file, name)) {
    if (view.isPauseDue()) await view.pause();
    const target = await fileOfSubpath(view, folders, found, `.${rest}`, file);
    if (target !== undefined) return [target];
  }
  return [];
}

/** The files of `#name` by the `imports` of the nearest package. */
export async function filesOfPrivateName(
  view: RefView,
  file: FileVersion,
  name: string,
): Promise<readonly FileVersion[]> {
  const folders = await view.derived(folderTable);
  const own = (await view.derived(packageTable)).around.from(folderOf(file.path));
  if (own === undefined) return [];
  const targets = matchExports(tableAt(own.manifest, 'imports'), name) ?? [];
  const found = await locate(view, folders, own, targets, file);
  if (found !== undefined) return [found];
  for (const target of targets) {
    const files = /^[.#/]/.test(target) ? [] : await filesOfPackage(view, file, target);
    if (files.length > 0) return files;
  }
  return [];
}

/** The packages that a name may refer to in a file: committed ones, those that a dependency points to, then by name. */
async function* packagesCalled(
  view: RefView,
  folders: FolderTable,
  packages: PackageTable,
  file: FileVersion,
  name: string,
): AsyncGenerator<Package> {
  for (const installed of await installedAbove(view, folders, folderOf(file.path))) {
    const folder = `${installed}/${name}`;
    if (folders.has(folder)) yield packages.byFolder.get(folder) ?? { folder, name, manifest: {} };
  }
  const dependency = dependencyOf(packages, file, name);
  const linked = dependency && /^(?:link|file|portal):(.*)$/.exec(dependency.version)?.[1];
  const folder = linked === undefined ? undefined : writtenPath(dependency?.folder ?? '', linked);
  const pointed = folder === undefined ? undefined : packages.byFolder.get(folder);
  if (pointed !== undefined) yield pointed;
  if (nodeModules.has(name) && dependency === undefined) return;
  const alias = dependency && /^(?:npm|workspace):((?:@[^/@]+\/)?[^/@]+)@/.exec(dependency.version)?.[1];
  yield* await nearest(view, packages.byName.get(alias ?? name) ?? [], file.path);
}

/** The folders `node_modules` around a folder, which are the same for all imports of a file. */
async function installedAbove(view: RefView, folders: FolderTable, home: string): Promise<readonly string[]> {
  const cache = await view.derived(installedCache);
  const known = cache.get(home);
  if (known !== undefined) return known;
  const found = foldersAbove(home).map((above) => pathIn(above, 'node_modules'));
  return cache.set(
    home,
    found.filter((folder) => folders.has(folder)),
  );
}

function installedCache(): LruCache<string, readonly string[]> {
  return new LruCache(64);
}

const dependencyFields = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

function dependencyOf(packages: PackageTable, file: FileVersion, name: string) {
  for (const folder of foldersAbove(folderOf(file.path))) {
    const manifest = packages.byFolder.get(folder)?.manifest;
    for (const field of manifest === undefined ? [] : dependencyFields) {
      const version = textAt(tableAt(manifest, field), name);
      if (version !== undefined) return { folder, version };
    }
  }
  return undefined;
}

async function fileOfSubpath(
  view: RefView,
  folders: FolderTable,
  found: Package,
  subpath: string,
  file: FileVersion,
): Promise<FileVersion | undefined> {
  const { folder, manifest } = found;
  if (manifest.exports !== undefined && manifest.exports !== null) {
    const targets = matchExports(manifest.exports, subpath);
    if (targets?.length === 0) return undefined;
    if (targets !== undefined) {
      return (await locate(view, folders, found, targets, file)) ?? index(folders, found, subpath, file);
    }
    // Inside a repository, tests and tools bypass the exports.
    if (subpath === '.') return undefined;
  }
  if (subpath !== '.') {
    const path = writtenPath(folder, subpath);
    const direct = path === undefined ? undefined : await probe(view, folders, path, file);
    return direct ?? probeSource(folders, folder, subpath, file);
  }
  const entries = entryPaths(found);
  for (const entry of entries) {
    const path = writtenPath(folder, entry);
    const direct = path === undefined ? undefined : await probe(view, folders, path, file);
    if (direct !== undefined) return direct;
  }
  return (await locate(view, folders, found, entries, file)) ?? index(folders, found, subpath, file);
}

/** Returns the first target in the index, otherwise the first whose source is. */
async function locate(
  view: RefView,
  folders: FolderTable,
  { folder }: Package,
  targets: readonly string[],
  file: FileVersion,
): Promise<FileVersion | undefined> {
  const local = targets.filter((target) => !/^(?:#|\/|[a-z]+:)/i.test(target));
  for (const target of local) {
    if (view.isPauseDue()) await view.pause();
    const path = writtenPath(folder, target);
    const found = path === undefined ? undefined : probeFile(folders, path, file);
    if (found !== undefined) return found;
  }
  for (const target of local) {
    if (view.isPauseDue()) await view.pause();
    const found = probeSource(folders, folder, target, file);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The entry of a package whose manifest names only build output with another name. */
function index(folders: FolderTable, { folder }: Package, subpath: string, file: FileVersion): FileVersion | undefined {
  const name = subpath === '.' ? 'index' : subpath.slice(2);
  for (const root of ['src/', '', 'lib/', 'source/']) {
    const path = writtenPath(folder, root + name);
    const found = path === undefined ? undefined : probeFile(folders, path, file);
    if (found !== undefined) return found;
  }
  return undefined;
}
