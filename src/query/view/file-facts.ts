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
  return cache.get(key) ?? cache.set(key, await view.store.symbolsNamedIn(file, name));
}

function importsCache(): LruCache<number, readonly ImportFact[]> {
  return new LruCache(4096);
}

function symbolsCache(): LruCache<string, readonly SymbolRecord[]> {
  return new LruCache(8192);
}
