/** Loads source files through an LRU cache. */
import type { ScopedImports, SourceFile } from '../../../languages/entity.ts';
import type { ImportFact } from '../../../model.ts';
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
    // The last file is kept whatever its size: every name in it is resolved with it.
    ({ symbols, imports, bindings }) => Math.min(maxFacts, 10 + symbols.length + imports.length + bindings.size),
  );
}

async function load(view: RefView, file: FileVersion): Promise<SourceFile> {
  const symbols = await view.store.symbols(file);
  const imports = await view.store.imports(file);
  return {
    file,
    symbols,
    imports,
    importsIn: importsByScope(imports),
    bindings: grouped(await view.store.bindings(file), ({ name }) => name),
    byName: grouped(symbols, ({ name }) => name),
    inside: grouped(symbols, ({ parent }) => parent),
  };
}

function importsByScope(imports: readonly ImportFact[]): Map<number, ScopedImports> {
  const scopes = new Map<number, ReturnType<typeof noImports>>();
  for (const fact of imports) {
    const { name, alias, source, within } = fact;
    if (name === '*' && alias === undefined) continue;
    const scope = scopes.get(within) ?? noImports();
    scopes.set(within, scope);
    const bound = alias ?? name;
    if (bound !== undefined) {
      const first = scope.byName.get(bound);
      if (first === undefined) scope.byName.set(bound, fact);
      else if (first.source !== source || first.name !== name) {
        const others = scope.alternatives.get(bound);
        if (others === undefined) scope.alternatives.set(bound, [fact]);
        else others.push(fact);
      }
      continue;
    }
    scope.unnamed.all.push(fact);
    const first = /^[^./:]+/.exec(source)?.[0] ?? source;
    if (!scope.unnamed.byFirstPart.has(first)) scope.unnamed.byFirstPart.set(first, fact);
  }
  return scopes;
}

function noImports() {
  return {
    byName: new Map<string, ImportFact>(),
    alternatives: new Map<string, ImportFact[]>(),
    unnamed: { all: [] as ImportFact[], byFirstPart: new Map<string, ImportFact>() },
  };
}

function grouped<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
