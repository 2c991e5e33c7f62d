/** Facts of files that resolution needs, in LRU caches: it reads few files, and those often. */
import type { ImportFact } from '../../model.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import { LruCache } from './lru-cache.ts';
import type { RefView } from './ref-view.ts';

export async function importsOf(view: RefView, file: FileVersion): Promise<readonly ImportFact[]> {
  const cache = await view.derived(importsCache);
  return cache.get(file.id) ?? cache.set(file.id, await view.store.imports(file));
}

/** Returns the symbols of a file with a name, in any scope. */
export function symbolsNamed(view: RefView, file: FileVersion, name: string): Promise<readonly SymbolRecord[]> {
  return symbolsNamedAmong(view, [file], name);
}

/** Returns the symbols of some files with a name. Few files declare a name, and only those are read. */
export async function symbolsNamedAmong(
  view: RefView,
  files: readonly FileVersion[],
  name: string,
): Promise<readonly SymbolRecord[]> {
  const declaring = await versionsDeclaring(view, name);
  const found: (readonly SymbolRecord[])[] = [];
  for (const file of files) if (declaring.has(file.id)) found.push((await namesakesIn(view, file, name)).all);
  return found.length === 1 ? (found[0] as readonly SymbolRecord[]) : found.flat();
}

/** Returns the symbols of some files with a name in a scope. */
export async function symbolsInScope(
  view: RefView,
  files: readonly FileVersion[],
  name: string,
  scope: string,
): Promise<readonly SymbolRecord[]> {
  const declaring = await versionsDeclaring(view, name);
  const found: (readonly SymbolRecord[])[] = [];
  for (const file of files) {
    if (!declaring.has(file.id)) continue;
    const inScope = (await namesakesIn(view, file, name)).byScope.get(scope);
    if (inScope !== undefined) found.push(inScope);
  }
  return found.length === 1 ? (found[0] as readonly SymbolRecord[]) : found.flat();
}

async function versionsDeclaring(view: RefView, name: string): Promise<ReadonlySet<number>> {
  const cache = await view.derived(declaringCache);
  return cache.get(name) ?? cache.set(name, new Set(await view.store.versionsDeclaring(name)));
}

/** The symbols of a file with one name. Thousands of types may be asked for their member of a name, one after another. */
interface Namesakes {
  readonly all: readonly SymbolRecord[];
  readonly byScope: ReadonlyMap<string, readonly SymbolRecord[]>;
}

async function namesakesIn(view: RefView, file: FileVersion, name: string): Promise<Namesakes> {
  const cache = await view.derived(namesakesCache);
  const key = `${file.id} ${name}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const all = await view.store.symbolsNamedIn(file, name);
  const byScope = new Map<string, SymbolRecord[]>();
  for (const symbol of all) {
    const group = byScope.get(symbol.scope);
    if (group === undefined) byScope.set(symbol.scope, [symbol]);
    else group.push(symbol);
  }
  return cache.set(key, { all, byScope });
}

/** Ids of versions in the cache. */
const maxDeclaring = 100_000;
const maxImports = 100_000;

function declaringCache(): LruCache<string, ReadonlySet<number>> {
  return new LruCache(maxDeclaring, ({ size }) => 5 + size);
}

function importsCache(): LruCache<number, readonly ImportFact[]> {
  return new LruCache(maxImports, (imports) => 1 + imports.length);
}

/** Symbols in the cache. */
const maxSymbols = 20_000;

function namesakesCache(): LruCache<string, Namesakes> {
  return new LruCache(maxSymbols, ({ all }) => 1 + all.length);
}
