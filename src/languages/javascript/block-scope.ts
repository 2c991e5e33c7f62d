/**
 * Which of several namesakes a place sees. Functions without a name are no symbols, so what is declared in several of them
 * looks like namesakes of one scope; the indentation of the source tells their blocks apart.
 */
import { LruCache } from '../../query/view/lru-cache.ts';
import type { SymbolRecord } from '../../store/store.ts';
import type { Resolver } from '../call-rules.ts';
import type { CodePosition } from '../entity.ts';

/** All of them where they cannot be told apart (overloads); none if the place is outside of every block that declares one. */
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
  const deepest = Math.max(...holding.map((symbol) => indents[symbol.lineStart] ?? 0));
  return holding.filter((symbol) => indents[symbol.lineStart] === deepest);
}

/** By line, from 1; -1 for those that are blank. */
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
