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
  const isImported = first !== undefined && [...source.importsIn.values()].some(({ byName }) => byName.has(first.name));
  if (symbols.length === 1 && !isImported) return symbols;
  const indents = await indentsOf(resolver, place);
  const lowest = lowestTo(
    indents,
    line,
    symbols.map(({ lineStart }) => lineStart),
  );
  const holding = symbols.filter(({ lineStart }) => (lowest.get(lineStart) as number) >= (indents[lineStart] ?? 0));
  const deepest = holding.reduce((most, { lineStart }) => Math.max(most, indents[lineStart] ?? 0), -1);
  return holding.filter((symbol) => indents[symbol.lineStart] === deepest);
}

/** The lowest indentation between a line and each of others. There may be thousands, so each line is passed once. */
function lowestTo(indents: readonly number[], line: number, others: readonly number[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const step of [-1, 1]) {
    const ahead = others.filter((other) => (other - line) * step >= 0).sort((a, b) => (a - b) * step);
    let lowest = Number.POSITIVE_INFINITY;
    let at = line;
    for (const other of ahead) {
      for (; at !== other + step; at += step) {
        const indent = indents[at] ?? -1;
        if (indent !== -1) lowest = Math.min(lowest, indent);
      }
      found.set(other, lowest);
    }
  }
  return found;
}

/** Indentation by line, from 1; -1 for blank lines. */
async function indentsOf({ view }: Resolver, { source }: CodePosition): Promise<readonly number[]> {
  const cache = await view.derived(indentsCache);
  const known = cache.get(source.file.id);
  if (known !== undefined) return known;
  const lines = (await view.store.text(source.file)).split('\n');
  return cache.set(source.file.id, [-1, ...lines.map((line) => line.search(/\S/))]);
}

/** A file has at most about half of that. */
const maxLines = 2_000_000;

function indentsCache(): LruCache<number, readonly number[]> {
  return new LruCache(maxLines, (indents) => indents.length);
}
