/** A Go package is the files of a folder with one package clause; they share names and the methods of types. */
import type { ImportFact } from '../../model.ts';
import { symbolsInScope } from '../../query/view/file-facts.ts';
import { folderOf, folderTable } from '../../query/view/folder-table.ts';
import { LruCache } from '../../query/view/lru-cache.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import { wordsOf } from '../../text/words.ts';
import type { UnnamedImports } from '../entity.ts';
import { goImports } from './imports.ts';

/** Whether two files, or symbols in them, belong to the same package. */
export function isSamePackage(a: Located, b: Located): boolean {
  return folderOf(a.path) === folderOf(b.path) && a.module === b.module;
}

interface Located {
  readonly path: string;
  readonly module: string;
}

/** The files of the package that a file belongs to. */
export async function packageFiles(view: RefView, file: FileVersion): Promise<readonly FileVersion[]> {
  const folders = await view.derived(folderTable);
  return folders
    .filesIn(folderOf(file.path))
    .filter(({ language, module }) => language === 'go' && module === file.module);
}

/** The symbols that the package of a file declares under a name. */
export async function namedInPackage(view: RefView, file: FileVersion, name: string): Promise<readonly SymbolRecord[]> {
  const cache = await view.derived(namesCache);
  const key = `${folderOf(file.path)} ${file.module} ${name}`;
  return cache.get(key) ?? cache.set(key, await findInPackage(view, file, name));
}

async function findInPackage(view: RefView, file: FileVersion, name: string): Promise<readonly SymbolRecord[]> {
  return symbolsInScope(view, await packageFiles(view, file), name, '');
}

/** The files of the package that an import refers to. */
export async function importedPackage(
  view: RefView,
  file: FileVersion,
  source: string,
): Promise<readonly FileVersion[]> {
  const cache = await view.derived(packagesCache);
  // Tests in a package see more of it than other files.
  const key = `${folderOf(file.path)} ${file.path.endsWith('_test.go')} ${source}`;
  return cache.get(key) ?? cache.set(key, await goImports.filesOf(view, file, source));
}

/** Returns the import whose package has a name, among the imports of a file that do not name it. */
export async function importCalled(
  view: RefView,
  file: FileVersion,
  imports: UnnamedImports,
  name: string,
): Promise<ImportFact | undefined> {
  const cache = await view.derived(calledCache);
  const known = cache.get(imports) ?? (await byPackageName(view, file, imports.all));
  cache.set(imports, known);
  return known.get(name);
}

/** The last part of a path is usually the name of the package, so an import with the name in its path comes first. */
async function byPackageName(
  view: RefView,
  file: FileVersion,
  imports: readonly ImportFact[],
): Promise<ReadonlyMap<string, ImportFact>> {
  const found = new Map<string, ImportFact>();
  for (const fact of imports) {
    await view.pause();
    for (const name of await packageNames(view, file, fact)) {
      const before = found.get(name);
      if (before === undefined || (fact.source.includes(name) && !before.source.includes(name))) found.set(name, fact);
    }
  }
  return found;
}

/** The name of a package is in its clause; for a package outside of the repository it is derived from the path. */
async function packageNames(view: RefView, file: FileVersion, { source }: ImportFact): Promise<readonly string[]> {
  const [first] = await importedPackage(view, file, source);
  if (first !== undefined) return [first.module];
  const parts = source.split('/');
  const last = parts.at(-1) as string;
  const path = /^v\d+$/.test(last) ? (parts.at(-2) ?? last) : last;
  return [last, path, path.replace(/^go-|\.go$|-go$|\.v\d+$/g, '')];
}

/** The members of a type declared in other files of its package. */
export async function membersInPackage(
  view: RefView,
  type: SymbolRecord,
  isMember: (symbol: SymbolRecord) => boolean,
): Promise<SymbolRecord[]> {
  const [word] = wordsOf(type.name);
  if (word === undefined) return [];
  const files = await view.files();
  const folder = folderOf(type.path);
  const ids = (await view.store.holders('name', [word])).filter((id) => {
    const file = files.ofSymbol(id)?.file;
    return file !== undefined && file.path !== type.path && folderOf(file.path) === folder;
  });
  const found = await view.store.symbolsById(view.ref, ids);
  return found
    .filter((symbol) => isMember(symbol) && symbol.module === type.module && symbol.language === type.language)
    .sort((a, b) => (a.path === b.path ? a.position - b.position : a.path < b.path ? -1 : 1));
}

/** The list of imports is the same for all names in a file. */
function calledCache(): WeakMap<UnnamedImports, ReadonlyMap<string, ImportFact>> {
  return new WeakMap();
}

function packagesCache(): LruCache<string, readonly FileVersion[]> {
  return new LruCache(16_384);
}

function namesCache(): LruCache<string, readonly SymbolRecord[]> {
  return new LruCache(16_384);
}
