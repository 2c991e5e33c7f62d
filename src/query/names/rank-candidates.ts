/** Ranks the candidates that a name matches at one level; only the best of them are loaded in full. */
import type { SymbolKind } from '../../model.ts';
import type { SymbolRecord } from '../../store/store.ts';
import { isInTests } from '../ranking/inline-tests.ts';
import { askedForNothing, depthOf, ownWeight, round, traitsOf, weightsOfTraits } from '../ranking/rank.ts';
import { factorAt, weights } from '../ranking/weights.ts';
import type { RankingFactors } from '../search/hit.ts';
import { bestOf } from '../view/best-of.ts';
import type { RefView } from '../view/ref-view.ts';
import { type SymbolCandidate, wholeSymbols } from './symbol-candidates.ts';
import type { WrittenName } from './written-name.ts';

/** How a symbol name matches the written name. */
export type MatchLevel = keyof typeof weights.name;

export interface RankedSymbol {
  readonly symbol: SymbolRecord;
  readonly score: number;
  readonly factors: RankingFactors;
}

/** Candidates loaded beyond the limit: the nesting depth, which affects the score, is only known after loading. */
const maxReadBesides = 40;

/** Returns the best first, at most `limit`. */
export async function rankCandidates(
  view: RefView,
  candidates: readonly SymbolCandidate[],
  level: MatchLevel,
  { name, qualifiers }: WrittenName,
  { limit, preferred }: { readonly limit: number; readonly preferred?: readonly SymbolKind[] },
): Promise<RankedSymbol[]> {
  const weightOfTraits = weightsOfTraits(askedForNothing);
  const scoreOf = (candidate: SymbolCandidate, depth: number, isTest: boolean) => {
    // The closer the length of the name is to the written one, the better.
    const nearness = factorAt(weights.nameLength, Math.min(1, name.length / candidate.name.length));
    const own = ownWeight(candidate.visibility, candidate.kind, depth);
    const file = (weightOfTraits[traitsOf(candidate.file)] as number) * (isTest ? weights.file.test : 1);
    const weight = factorAt(weights.namedSymbol, file * own);
    const liking = preferred === undefined || preferred.includes(candidate.kind) ? 1 : weights.otherKind;
    return round(weights.name[level] * nearness * weight * liking);
  };
  const scored = candidates.map((candidate) => ({
    candidate,
    score: scoreOf(candidate, candidate.isNested ? 1 : 0, false),
  }));
  const likely = bestOf(
    scored,
    limit + maxReadBesides,
    (a, b) => b.score - a.score || compare(a.candidate, b.candidate),
  ).map(({ candidate }) => candidate);
  const whole = await wholeSymbols(view, likely);
  return likely
    .map((candidate, index) => {
      const symbol = whole[index] as SymbolRecord;
      const score = scoreOf(candidate, depthOf(symbol.scope), isInTests(symbol.language, symbol.scope));
      const factors = {
        exact_match_boost: level === 'exact' ? 1 : 0,
        qualified_name_boost: qualifiers.length > 0 && level === 'exact' ? 1 : 0,
        path_affinity: 0,
        definition_boost: weights.kind[symbol.kind],
        kind_match: preferred?.includes(symbol.kind) === true ? 1 : 0,
        bm25_score: 0,
        final_score: score,
      };
      return { symbol, candidate, score, factors };
    })
    .sort((a, b) => b.score - a.score || compare(a.candidate, b.candidate))
    .slice(0, limit);
}

/** Tie break: fewer folders first, then by path. */
function compare(a: SymbolCandidate, b: SymbolCandidate): number {
  const [first, second] = [a.file.path, b.file.path];
  if (first === second) return a.lineStart - b.lineStart;
  return depthOfPath(first) - depthOfPath(second) || (first < second ? -1 : 1);
}

function depthOfPath(path: string): number {
  let depth = 0;
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) depth++;
  return depth;
}
