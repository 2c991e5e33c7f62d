/**
 * Scores rankings. A judgement has the ranks (from 1) of the right answers to one question, and the number of right
 * answers. Figures are averages over judgements. An answer ranked below `depth` counts as not found.
 */
export const depth = 10;

export interface Judgement {
  readonly ranks: readonly number[];
  readonly wanted: number;
}

/** Finds the ranks of the right answers. Duplicates in `ranked` count once. */
export function judge(ranked: Iterable<string>, right: Iterable<string>): Judgement {
  const wanted = new Set(right);
  const distinct = [...new Set(ranked)].slice(0, depth);
  const ranks = distinct.flatMap((each, at) => (wanted.has(each) ? [at + 1] : []));
  return { ranks, wanted: wanted.size };
}

/** The share of right answers among the first `k`, averaged over the questions. */
export function recallAt(k: number, judgements: readonly Judgement[]): number {
  return mean(judgements, ({ ranks, wanted }) => ranks.filter((rank) => rank <= k).length / wanted);
}

/** The share of the questions with at least one right answer among the first `k`. */
export function hitAt(k: number, judgements: readonly Judgement[]): number {
  return mean(judgements, ({ ranks }) => (ranks[0] !== undefined && ranks[0] <= k ? 1 : 0));
}

/** The mean of 1 / rank of the first right answer; 0 for a question without one. */
export function meanReciprocalRank(judgements: readonly Judgement[]): number {
  return mean(judgements, reciprocalRank);
}

/** Counts the questions whose first right answer ranks higher, or lower, than in the other ranking. */
export function compare(
  judgements: readonly Judgement[],
  others: readonly Judgement[],
): { better: number; worse: number } {
  const differences = judgements.map((each, at) => reciprocalRank(each) - reciprocalRank(others[at] as Judgement));
  return {
    better: differences.filter((difference) => difference > 0).length,
    worse: differences.filter((difference) => difference < 0).length,
  };
}

function reciprocalRank({ ranks }: Judgement): number {
  return ranks[0] === undefined ? 0 : 1 / ranks[0];
}

function mean<Item>(items: readonly Item[], measure: (item: Item) => number): number {
  return items.length === 0 ? 0 : items.reduce((sum, item) => sum + measure(item), 0) / items.length;
}
