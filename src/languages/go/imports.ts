/**
 * Go imports: an import is a package, which is a folder, found by the module path in a `go.mod`. All of its files are
 * imported except its tests, which only tests in the same folder see.
 */
import type { ImportFact } from '../../model.ts';
import { symbolsNamed } from '../../query/view/file-facts.ts';
import { type FolderTable, folderOf, foldersAbove, folderTable } from '../../query/view/folder-table.ts';
import { LruCache } from '../../query/view/lru-cache.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import { lastOf } from '../../query/view/skipped-links.ts';
import type { FileVersion } from '../../store/store.ts';
import { type ImportRules, pathIn, type Target } from '../import-rules.ts';
import { nearest } from '../nearest.ts';
import { type GoModule, type GoModules, goModules, replacingFolders } from './modules.ts';

export const goImports: ImportRules = {
  companionsOf: (folder) => ['go.mod', 'go.work'].map((name) => pathIn(folder, name)),
  filesOf,
  targetOf,
  offeredBy,
};

async function targetOf(view: RefView, file: FileVersion, fact: ImportFact): Promise<Target> {
  return { files: await filesOf(view, file, fact.source), symbols: [] };
}

async function offeredBy(view: RefView, file: FileVersion, name: string): Promise<Target> {
  const symbols = await symbolsNamed(view, file, name);
  return { files: [], symbols: symbols.filter(({ scope }) => scope === '') };
}

async function filesOf(view: RefView, file: FileVersion, source: string): Promise<readonly FileVersion[]> {
  const folders = await view.derived(folderTable);
  for await (const folder of foldersFor(view, folders, file, source)) {
    const files = packageIn(folders, folder, file);
    if (files.length > 0) return files;
  }
  return [];
}

/** Longer than any that people write; each of its parts may be a module. */
const maxSourceLength = 1_000;

/** The folders that may contain a package, as seen from a file, most likely first. */
async function* foldersFor(
  view: RefView,
  folders: FolderTable,
  file: FileVersion,
  source: string,
): AsyncGenerator<string> {
  if (source.length > maxSourceLength) return;
  const modules = await view.derived(goModules);
  const own = foldersAbove(folderOf(file.path)).flatMap((folder) => modules.byFolder.get(folder) ?? []);
  const paths = foldersAbove(source);
  for (const each of own) {
    if (view.isPauseDue()) await view.pause();
    for (const { path, folder } of replacingFolders(each, paths)) {
      if (view.isPauseDue()) await view.pause();
      yield* within(path, folder, source);
    }
  }
  for await (const { path, folder } of modulesFor(view, modules, new Set(own), file, source)) {
    if (view.isPauseDue()) await view.pause();
    for (const found of within(path === 'std' ? '' : path, folder, source)) {
      if (folders.has(found) && !isInInner(modules, folder, found)) yield found;
    }
  }
  // Vendored copies and, without modules, the `src` folder of a GOPATH workspace.
  for (const root of await packageRoots(view, folders, folderOf(file.path))) {
    const folder = `${root}/${source}`;
    if ((lastOf(root) === 'vendor' || own.length === 0) && folders.has(folder)) yield folder;
  }
}

/** The folders `vendor` and `src` around a folder, which are the same for all imports of a file. */
async function packageRoots(view: RefView, folders: FolderTable, home: string): Promise<readonly string[]> {
  const cache = await view.derived(rootsCache);
  const known = cache.get(home);
  if (known !== undefined) return known;
  const roots = foldersAbove(home).flatMap((above) => ['vendor', 'src'].map((root) => pathIn(above, root)));
  return cache.set(
    home,
    roots.filter((root) => folders.has(root)),
  );
}

function rootsCache(): LruCache<string, readonly string[]> {
  return new LruCache(64);
}

/** The modules that may have a package: the longest path first, then those around the file, then the nearest. */
async function* modulesFor(
  view: RefView,
  { byPath }: GoModules,
  own: ReadonlySet<GoModule>,
  file: FileVersion,
  source: string,
): AsyncGenerator<GoModule> {
  const paths = [...new Set([...foldersAbove(source), 'std'])].sort((a, b) => b.length - a.length);
  for (const path of paths) {
    const called = byPath.get(path);
    if (called === undefined) continue;
    for (const each of own) if (each.path === path) yield each;
    for (const each of await nearest(view, called, file.path)) if (!own.has(each)) yield each;
  }
}

/** The packages of a nested module do not belong to the outer one. */
function isInInner({ byFolder }: GoModules, outer: string, folder: string): boolean {
  for (const above of foldersAbove(folder)) {
    if (above.length <= outer.length) return false;
    if (byFolder.has(above)) return true;
  }
  return false;
}

function* within(path: string, folder: string, source: string): Generator<string> {
  if (!startsPath(source, path)) return;
  const rest = path === '' ? source : source.slice(path.length + 1);
  yield folder === '' || rest === '' ? folder + rest : `${folder}/${rest}`;
}

/** The files of the package in a folder that are visible to an importing file. */
function packageIn(folders: FolderTable, folder: string, importer: FileVersion): readonly FileVersion[] {
  const all = folders.filesIn(folder).filter(({ language }) => language === 'go');
  const sources = all.filter(({ path }) => !isTest(path));
  const name = packageName(sources);
  const files = sources.filter(({ module }) => module === name);
  if (!isTest(importer.path) || folderOf(importer.path) !== folder) return files;
  // An external test of the package also sees the tests inside the package.
  const lent = all.filter((file) => isTest(file.path) && file.module === (name ?? testedPackage(importer)));
  return [...files, ...lent.filter(({ id }) => id !== importer.id)];
}

/** The package clause of most files; a generator program next to a package does not belong to it. */
function packageName(files: readonly FileVersion[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { module } of files) counts.set(module, (counts.get(module) ?? 0) + 1);
  const rank = (name: string) => (name === 'main' || name === 'documentation' ? -1 : (counts.get(name) as number));
  return [...counts.keys()].sort((a, b) => rank(b) - rank(a))[0];
}

function testedPackage(importer: FileVersion): string {
  return importer.module.replace(/_test$/, '');
}

function isTest(path: string): boolean {
  return path.endsWith('_test.go');
}

/** Whether `path` starts with the parts of `start`. */
function startsPath(path: string, start: string): boolean {
  return start === '' || path === start || path.startsWith(`${start}/`);
}
