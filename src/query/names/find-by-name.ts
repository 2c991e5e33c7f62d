/** The symbols that a written name can mean: exactly, then whatever the case, then as a prefix, then by near spellings. */
import type { SymbolKind } from '../../model.ts';
import type { SymbolRecord } from '../../store/store.ts';
import { isInTests } from '../ranking/inline-tests.ts';
import { askedForNothing, depthOf, ownWeight, round, traitsOf, weightsOfTraits } from '../ranking/rank.ts';
import { factorAt, weights } from '../ranking/weights.ts';
import type { RankingFactors } from '../search/hit.ts';
import { bestOf } from '../view/best-of.ts';
import type { RefView } from '../view/ref-view.ts';
import { readName } from './name-match.ts';
import { closestNamesakes, type Namesake, namesakes, namesakesById, wholeSymbols } from './namesakes.ts';
import { nearNames } from './near-names.ts';

export type MatchLevel = keyof typeof weights.name;

export interface NameFilter {
  /** At most so many are given, of all that are counted. */
  readonly limit: number;
  /** Others are behind these. */
  readonly preferred?: readonly SymbolKind[];
  keep(symbol: Namesake): boolean;
}

export interface NamedSymbol {
  readonly symbol: SymbolRecord;
  readonly score: number;
  readonly factors: RankingFactors;
}

export interface NamedSymbols {
  /** The first degree that finds anything. */
  readonly degree?: MatchLevel;
  /** The best first. */
  readonly ranked: readonly NamedSymbol[];
  readonly total: number;
  /** What was found on the way and not kept, with the degree. */
  readonly leftOut: readonly { readonly degree: MatchLevel; readonly symbols: readonly Namesake[] }[];
}

const maxNearNames = 5;
/** Beyond this many the rest of a prefix's symbols is not looked at. */
const maxPrefixMatches = 2_000;

export async function findSymbolsByName(view: RefView, written: string, wanted: NameFilter): Promise<NamedSymbols> {
  const leftOut: { degree: MatchLevel; symbols: Namesake[] }[] = [];
  for (const { degree, find } of ways) {
    const found = await find(view, written);
    const kept = found.filter(wanted.keep);
    if (kept.length < found.length) leftOut.push({ degree, symbols: found.filter((symbol) => !wanted.keep(symbol)) });
    if (kept.length > 0) {
      return { degree, ranked: await rank(view, kept, degree, written, wanted), total: kept.length, leftOut };
    }
  }
  return { ranked: [], total: 0, leftOut };
}

type Way = (view: RefView, written: string) => Promise<readonly Namesake[]>;

/** In the order in which they are tried. */
const ways: readonly { degree: MatchLevel; find: Way }[] = [
  { degree: 'exact', find: symbolsOfThatName },
  { degree: 'otherCase', find: symbolsInOtherCase },
  { degree: 'prefix', find: symbolsStarting },
  { degree: 'near', find: symbolsSpelledNearly },
];

async function symbolsOfThatName(view: RefView, written: string): Promise<readonly Namesake[]> {
  const trimmed = written.trim();
  // Some names hold a separator themselves (`operator.`, a Rust macro's path), so the whole is tried first.
  const whole = await namesakes(view, trimmed);
  const { name, qualifiers } = readName(trimmed);
  if (whole.length > 0 || name === trimmed) return whole;
  return closestNamesakes(view, await namesakes(view, name), qualifiers);
}

async function symbolsInOtherCase(view: RefView, written: string): Promise<readonly Namesake[]> {
  const { name, qualifiers } = readName(written);
  const lower = name.toLowerCase();
  const ids = await view.store.holders('name', [lower], maxPrefixMatches);
  const symbols = await namesakesById(view, ids);
  const spelled = symbols.filter((symbol) => symbol.name.toLowerCase() === lower);
  return closestNamesakes(view, spelled, qualifiers);
}

async function symbolsStarting(view: RefView, written: string): Promise<readonly Namesake[]> {
  const { name, qualifiers } = readName(written);
  const lower = name.toLowerCase();
  const ids = await view.store.holdersOfPrefix('name', lower, maxPrefixMatches);
  const symbols = await namesakesById(view, ids);
  const starting = symbols.filter((symbol) => symbol.name.toLowerCase().startsWith(lower));
  return closestNamesakes(view, starting, qualifiers);
}

async function symbolsSpelledNearly(view: RefView, written: string): Promise<readonly Namesake[]> {
  const { qualifiers } = readName(written);
  const names = await nearNames(view, written, maxNearNames);
  const symbols = (await Promise.all(names.map((name) => namesakes(view, name)))).flat();
  const led = await closestNamesakes(view, symbols, qualifiers);
  return led.length > 0 ? led : symbols;
}

/** More than are wanted, since how deep a symbol is nested is only known when it is read. */
const maxReadBesides = 40;

async function rank(
  view: RefView,
  symbols: readonly Namesake[],
  degree: MatchLevel,
  written: string,
  { limit, preferred }: NameFilter,
): Promise<NamedSymbol[]> {
  const { name, qualifiers } = readName(written);
  const weightOfTraits = weightsOfTraits(askedForNothing);
  const scoreOf = (symbol: Namesake, depth: number, isTest: boolean) => {
    // The nearer a longer name is to what was written, the better.
    const nearness = factorAt(weights.nameLength, Math.min(1, name.length / symbol.name.length));
    const own = ownWeight(symbol.visibility, symbol.kind, depth);
    const place = (weightOfTraits[traitsOf(symbol.file)] as number) * (isTest ? weights.file.test : 1);
    const weight = factorAt(weights.namedSymbol, place * own);
    const liking = preferred === undefined || preferred.includes(symbol.kind) ? 1 : weights.otherKind;
    return round(weights.name[degree] * nearness * weight * liking);
  };
  const scored = symbols.map((symbol) => ({ symbol, score: scoreOf(symbol, symbol.isNested ? 1 : 0, false) }));
  const likely = bestOf(scored, limit + maxReadBesides, (a, b) => b.score - a.score || compare(a.symbol, b.symbol)).map(
    ({ symbol }) => symbol,
  );
  const whole = await wholeSymbols(view, likely);
  return likely
    .map((namesake, index) => {
      const symbol = whole[index] as SymbolRecord;
      const score = scoreOf(namesake, depthOf(symbol.scope), isInTests(symbol.language, symbol.scope));
      const factors = {
        exact_match_boost: degree === 'exact' ? 1 : 0,
        qualified_name_boost: qualifiers.length > 0 && degree === 'exact' ? 1 : 0,
        path_affinity: 0,
        definition_boost: weights.kind[symbol.kind],
        kind_match: preferred?.includes(symbol.kind) === true ? 1 : 0,
        bm25_score: 0,
        final_score: score,
      };
      return { symbol, namesake, score, factors };
    })
    .sort((a, b) => b.score - a.score || compare(a.namesake, b.namesake))
    .slice(0, limit);
}

/** Where nothing else tells them apart: the shallower path, then by name. */
function compare(a: Namesake, b: Namesake): number {
  const [first, second] = [a.file.path, b.file.path];
  if (first === second) return a.lineStart - b.lineStart;
  return depthOfPath(first) - depthOfPath(second) || (first < second ? -1 : 1);
}

function depthOfPath(path: string): number {
  let depth = 0;
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) depth++;
  return depth;
}
