/** Explains the ranking of results at the requested level, with the contract's field names. */
import type { RankingFactors } from '../search/hit.ts';

export type ExplainLevel = 'off' | 'basic' | 'full';

export function rankingReasons(
  factors: readonly RankingFactors[],
  level: ExplainLevel | undefined,
): { ranking_reasons?: readonly Record<string, number>[] } {
  if (level === undefined || level === 'off') return {};
  return { ranking_reasons: factors.map((each, index) => reason(each, index, level)) };
}

/** `basic` lists only nonzero boosts. */
function reason(factors: RankingFactors, index: number, level: 'basic' | 'full'): Record<string, number> {
  if (level === 'full') return { result_index: index, ...factors };
  const { bm25_score, final_score, ...boosts } = factors;
  const counted = Object.entries(boosts).filter(([, value]) => value > 0);
  return { result_index: index, ...Object.fromEntries(counted), final_score };
}
