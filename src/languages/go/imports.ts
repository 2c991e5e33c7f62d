/**
 * Go imports: an import is a package, which is a folder, found by the module path in a `go.mod`. All of its files are
 * imported except its tests, which only tests in the same folder see.
 */
import type { ImportFact } from '../../model.ts';
import { symbolsNamed } from '../../query/view/file-facts.ts';
import { type FolderTable, folderOf, foldersAbove, folderTable, sharedDepth } from '../../query/view/folder-table.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import type { FileVersion } from '../../store/store.ts';
import { type ImportRules, pathIn, type Target } from '../import-rules.ts';
import { type GoModule, goModules } from './modules.ts';

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
  const modules = await view.derived(goModules);
  for (const folder of foldersFor(folders, modules, file, source)) {
    const files = packageIn(folders, folder, file);
    if (files.length > 0) return files;
  }
  return [];
}

/** The folders that may contain a package, as seen from a file, most likely first. */
function* foldersFor(
  folders: FolderTable,
  modules: readonly GoModule[],
  file: FileVersion,
  source: string,
): Generator<string> {
  const own = modules
    .filter(({ folder }) => isWithin(file.path, folder))
    .sort((a, b) => b.folder.length - a.folder.length);
  for (const { replaced } of own) {
    for (const { path, folder } of replaced) yield* within(path, folder, source);
  }
  const others = modules.filter(({ path }) => path === 'std' || startsPath(source, path));
  others.sort(
    (a, b) =>
      b.path.length - a.path.length ||
      Number(own.includes(b)) - Number(own.includes(a)) ||
      sharedDepth(b.folder, file.path) - sharedDepth(a.folder, file.path),
  );
  for (const { path, folder } of others) {
    for (const found of within(path === 'std' ? '' : path, folder, source)) {
      // The packages of a nested module do not belong to the outer one.
      const inner = modules.some((each) => each.folder.length > folder.length && isWithin(`${found}/`, each.folder));
      if (!inner) yield found;
    }
  }
  // Vendored copies and, without modules, the `src` folder of a GOPATH workspace.
  for (const above of foldersAbove(folderOf(file.path))) {
    for (const root of ['vendor', 'src']) {
      const folder = above === '' ? `${root}/${source}` : `${above}/${root}/${source}`;
      if ((root === 'vendor' || own.length === 0) && folders.has(folder)) yield folder;
    }
  }
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

function isWithin(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`);
}

/** Whether `path` starts with the parts of `start`. */
function startsPath(path: string, start: string): boolean {
  return start === '' || path === start || path.startsWith(`${start}/`);
}
