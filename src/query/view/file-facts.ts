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
export async function symbolsNamed(view: RefView, file: FileVersion, name: string): Promise<readonly SymbolRecord[]> {
  const cache = await view.derived(symbolsCache);
  const key = `${file.id} ${name}`;
  return cache.get(key) ?? cache.set(key, await symbolsNamedAmong(view, [file], name));
}

/** Returns the symbols of some files with a name. Few files declare a name, and only those are read. */
export async function symbolsNamedAmong(
  view: RefView,
  files: readonly FileVersion[],
  name: string,
): Promise<readonly SymbolRecord[]> {
  const cache = await view.derived(declaringCache);
  const declaring = cache.get(name) ?? cache.set(name, new Set(await view.store.versionsDeclaring(name)));
  const found: SymbolRecord[] = [];
  for (const file of files) {
    if (declaring.has(file.id)) for (const each of await view.store.symbolsNamedIn(file, name)) found.push(each);
  }
  return found;
}

/** Ids of versions in the cache. */
const maxDeclaring = 100_000;

function declaringCache(): LruCache<string, ReadonlySet<number>> {
  return new LruCache(maxDeclaring, ({ size }) => 5 + size);
}

function importsCache(): LruCache<number, readonly ImportFact[]> {
  return new LruCache(4096);
}

function symbolsCache(): LruCache<string, readonly SymbolRecord[]> {
  return new LruCache(8192);
}
