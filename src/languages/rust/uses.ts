/** The `use` declarations of a Rust file, each with its module in the file. */
import type { ImportFact } from '../../model.ts';
import { importsOf } from '../../query/view/file-facts.ts';
import { LruCache } from '../../query/view/lru-cache.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import { type Module, scopeIn } from './modules.ts';

export interface Use {
  readonly fact: ImportFact;
  /** The enclosing `mod` blocks. */
  readonly scope: string;
  /** Declared in a function, so other modules do not see it. */
  readonly isLocal: boolean;
}

export async function usesIn(view: RefView, file: FileVersion): Promise<readonly Use[]> {
  const cache = await view.derived(usesCache);
  return cache.get(file.id) ?? cache.set(file.id, await readUses(view, file));
}

/** The module of a position in a file, by its enclosing symbol. */
export async function moduleAround(view: RefView, file: FileVersion, within: number): Promise<Module> {
  if (within === -1) return { file, scope: '' };
  const cache = await view.derived(scopesCache);
  const scopes = cache.get(file.id) ?? cache.set(file.id, scopesIn(await view.store.symbols(file)));
  return { file, scope: scopes[within] ?? '' };
}

/** The scopes of symbols in the cache. Every name in a file asks for one, so they are read once. */
const maxScopes = 40_000;

function scopesCache(): LruCache<number, readonly string[]> {
  return new LruCache(maxScopes, (scopes) => 1 + scopes.length);
}

/** By the indices of the symbols. */
function scopesIn(symbols: readonly SymbolRecord[]): readonly string[] {
  return symbols.map((_, within) => placeOf(symbols, within).scope);
}

/** The name that a `use` binds in its module. */
export function boundName({ source, name, alias }: ImportFact): string {
  return (alias ?? name ?? source.slice(source.lastIndexOf(':') + 1)).replace(/^r#/, '');
}

const maxUses = 100_000;

function usesCache(): LruCache<number, readonly Use[]> {
  return new LruCache(maxUses, (uses) => 1 + uses.length);
}

async function readUses(view: RefView, file: FileVersion): Promise<readonly Use[]> {
  const facts = await importsOf(view, file);
  const symbols = facts.some(({ within }) => within !== -1) ? await view.store.symbols(file) : [];
  return facts.map((fact) => ({ fact, ...placeOf(symbols, fact.within) }));
}

function placeOf(symbols: readonly SymbolRecord[], within: number): Pick<Use, 'scope' | 'isLocal'> {
  let isLocal = false;
  for (let symbol = symbols[within]; symbol !== undefined; symbol = symbols[symbol.parent]) {
    if (symbol.kind === 'module') return { scope: scopeIn(symbol.scope, symbol.name), isLocal };
    isLocal = true;
  }
  return { scope: '', isLocal };
}
