/** The symbols that a written name can mean: exactly, then whatever the case, then as a prefix, then by near spellings. */
import type { SymbolRecord } from '../store/store.ts';
import { closest, readName, symbolsWritten } from './name-match.ts';
import { nearNames } from './near-names.ts';
import { askedForNothing, round, symbolWeight, weights } from './rank.ts';
import type { RefView } from './ref-view.ts';
import type { RankingFactors } from './search/place.ts';

export type Degree = keyof typeof weights.name;

export interface CalledSymbol {
  readonly symbol: SymbolRecord;
  readonly degree: Degree;
  readonly score: number;
  readonly factors: RankingFactors;
}

export interface CalledSymbols {
  /** The best first; of the first degree that finds anything. */
  readonly ranked: readonly CalledSymbol[];
  /** What was found on the way and not kept, with the degree. */
  readonly leftOut: readonly { readonly degree: Degree; readonly symbols: readonly SymbolRecord[] }[];
}

/** Beyond this many the rest of a prefix's symbols is not looked at. */
const maxPrefixMatches = 2_000;

export async function symbolsCalled(
  view: RefView,
  written: string,
  keep: (symbol: SymbolRecord) => boolean,
): Promise<CalledSymbols> {
  const leftOut: { degree: Degree; symbols: SymbolRecord[] }[] = [];
  for (const { degree, find } of ways) {
    const found = await find(view, written);
    const kept = found.filter(keep);
    if (kept.length < found.length) leftOut.push({ degree, symbols: found.filter((symbol) => !keep(symbol)) });
    if (kept.length > 0) return { ranked: rank(kept, degree, written), leftOut };
  }
  return { ranked: [], leftOut };
}

/** In the order in which they are tried. */
const ways: readonly { degree: Degree; find(view: RefView, written: string): Promise<SymbolRecord[]> }[] = [
  { degree: 'exact', find: symbolsWritten },
  { degree: 'otherCase', find: symbolsInOtherCase },
  { degree: 'prefix', find: symbolsStarting },
  { degree: 'near', find: symbolsSpelledNearly },
];

async function symbolsInOtherCase(view: RefView, written: string): Promise<SymbolRecord[]> {
  const { name, qualifiers } = readName(written);
  const lower = name.toLowerCase();
  const ids = await view.store.holders('name', [lower], maxPrefixMatches);
  const symbols = await view.store.symbolsById(view.ref, ids);
  return closest(
    symbols.filter((symbol) => symbol.name.toLowerCase() === lower),
    qualifiers,
  );
}

async function symbolsStarting(view: RefView, written: string): Promise<SymbolRecord[]> {
  const { name, qualifiers } = readName(written);
  const lower = name.toLowerCase();
  const ids = await view.store.holdersOfPrefix('name', lower, maxPrefixMatches);
  const symbols = await view.store.symbolsById(view.ref, ids);
  return closest(
    symbols.filter((symbol) => symbol.name.toLowerCase().startsWith(lower)),
    qualifiers,
  );
}

async function symbolsSpelledNearly(view: RefView, written: string): Promise<SymbolRecord[]> {
  const { qualifiers } = readName(written);
  const names = await nearNames(view, written, 5);
  const symbols = (await Promise.all(names.map((name) => view.store.symbolsNamed(view.ref, name)))).flat();
  const led = closest(symbols, qualifiers);
  return led.length > 0 ? led : symbols;
}

function rank(symbols: readonly SymbolRecord[], degree: Degree, written: string): CalledSymbol[] {
  const { name, qualifiers } = readName(written);
  const match = weights.name[degree];
  return symbols
    .map((symbol) => {
      // The nearer a longer name is to what was written, the better.
      const nearness = 0.9 + 0.1 * Math.min(1, name.length / symbol.name.length);
      const score = round(match * nearness * (0.5 + 0.5 * symbolWeight(symbol, askedForNothing)));
      const factors = {
        exact_match_boost: degree === 'exact' ? 1 : 0,
        qualified_name_boost: qualifiers.length > 0 && degree === 'exact' ? 1 : 0,
        path_affinity: 0,
        definition_boost: weights.kind[symbol.kind],
        kind_match: 0,
        bm25_score: 0,
        final_score: score,
      };
      return { symbol, degree, score, factors };
    })
    .sort((a, b) => b.score - a.score || compare(a.symbol, b.symbol));
}

/** Where nothing else tells them apart: the shallower path, then by name. */
function compare(a: SymbolRecord, b: SymbolRecord): number {
  const depth = (symbol: SymbolRecord) => symbol.path.split('/').length;
  return depth(a) - depth(b) || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.lineStart - b.lineStart);
}
