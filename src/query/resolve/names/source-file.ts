/** Loads source files through an LRU cache. */
import type { SourceFile } from '../../../languages/entity.ts';
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import { LruCache } from '../../view/lru-cache.ts';
import type { RefView } from '../../view/ref-view.ts';

/** Symbols, imports and variables in the cache, which take some hundred bytes each. */
const maxFacts = 40_000;

export async function sourceFile(view: RefView, file: FileVersion): Promise<SourceFile> {
  const cache = await view.derived(filesCache);
  return cache.get(file.id) ?? cache.set(file.id, await load(view, file));
}

export async function sourceOf(view: RefView, symbol: SymbolRecord): Promise<SourceFile> {
  const file = (await view.files()).byId(symbol.versionId);
  if (file === undefined) throw new Error(`${symbol.path} is not on the queried ref.`);
  return sourceFile(view, file);
}

function filesCache(): LruCache<number, SourceFile> {
  return new LruCache(
    maxFacts,
    ({ symbols, imports, bindings }) => 10 + symbols.length + imports.length + bindings.size,
  );
}

async function load(view: RefView, file: FileVersion): Promise<SourceFile> {
  const symbols = await view.store.symbols(file);
  return {
    file,
    symbols,
    imports: await view.store.imports(file),
    bindings: grouped(await view.store.bindings(file)),
    byName: grouped(symbols),
  };
}

function grouped<Item extends { readonly name: string }>(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(item.name);
    if (group === undefined) groups.set(item.name, [item]);
    else group.push(item);
  }
  return groups;
}
