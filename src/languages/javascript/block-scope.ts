/**
 * Selects the symbol visible at a position among several with the same name. Anonymous functions are not symbols, so
 * declarations in several of them seem to share a scope; the indentation of the source distinguishes their blocks.
 */
import { LruCache } from '../../query/view/lru-cache.ts';
import type { SymbolRecord } from '../../store/store.ts';
import type { Resolver } from '../call-rules.ts';
import type { CodePosition } from '../entity.ts';

/**
 * Returns all of them if they cannot be distinguished (overloads); none if no block that declares one contains the
 * position.
 */
export async function visibleInBlock(
  resolver: Resolver,
  place: CodePosition,
  symbols: readonly SymbolRecord[],
): Promise<readonly SymbolRecord[]> {
  const { source, line } = place;
  const [first] = symbols;
  const isImported = source.imports.some(({ name, alias }) => (alias ?? name) === first?.name);
  if (symbols.length === 1 && !isImported) return symbols;
  const indents = await indentsOf(resolver, place);
  const holding = symbols.filter((symbol) => {
    const indent = indents[symbol.lineStart] ?? 0;
    const [from, to] = symbol.lineStart <= line ? [symbol.lineStart, line] : [line, symbol.lineStart];
    for (let at = from; at <= to; at++) {
      const other = indents[at] as number;
      if (other !== -1 && other < indent) return false;
    }
    return true;
  });
  const deepest = holding.reduce(
    (most, symbol) => Math.max(most, indents[symbol.lineStart] ?? 0),
    Number.NEGATIVE_INFINITY,
  );
  return holding.filter((symbol) => indents[symbol.lineStart] === deepest);
}

/** Indentation by line, from 1; -1 for blank lines. */
async function indentsOf({ view }: Resolver, { source }: CodePosition): Promise<readonly number[]> {
  const cache = await view.derived(indentsCache);
  const known = cache.get(source.file.id);
  if (known !== undefined) return known;
  const lines = (await view.store.text(source.file)).split('\n');
  return cache.set(source.file.id, [-1, ...lines.map((line) => line.search(/\S/))]);
}

function indentsCache(): LruCache<number, readonly number[]> {
  return new LruCache(64);
}
