import { describe, expect, test } from 'vitest';
import { compare, hitAt, judge, meanReciprocalRank, recallAt } from './score.ts';

describe('judge', () => {
  function check(what: string, ranked: string[], right: string[], ranks: number[]): void {
    test(what, () => expect(judge(ranked, right)).toEqual({ ranks, wanted: new Set(right).size }));
  }

  check('returns the ranks of the right answers', ['a', 'b', 'c'], ['c', 'a'], [1, 3]);
  check('counts a duplicate once', ['a', 'a', 'b'], ['b'], [2]);
  check('returns no ranks if no right answer was found', ['a'], ['b'], []);
  check('ignores answers below rank ten', [...'abcdefghijk'], ['k'], []);
});

describe('figures', () => {
  // One right answer first; one of two right answers second; none of one.
  const judgements = [judge(['a'], ['a']), judge(['x', 'a'], ['a', 'b']), judge(['x'], ['a'])];

  test('recall is the mean share of the right answers', () => {
    expect(recallAt(1, judgements)).toBeCloseTo(1 / 3);
    expect(recallAt(5, judgements)).toBeCloseTo((1 + 0.5 + 0) / 3);
  });

  test('a hit is a question with any right answer', () => {
    expect(hitAt(1, judgements)).toBeCloseTo(1 / 3);
    expect(hitAt(5, judgements)).toBeCloseTo(2 / 3);
  });

  test('MRR takes the first right answer of each question', () => {
    expect(meanReciprocalRank(judgements)).toBeCloseTo((1 + 0.5 + 0) / 3);
  });

  test('a comparison counts questions, not differences', () => {
    const others = [judge(['x', 'a'], ['a']), judge(['a'], ['a', 'b']), judge(['x'], ['a'])];
    expect(compare(judgements, others)).toEqual({ better: 1, worse: 1 });
  });

  test('figures are 0 without questions', () => {
    expect([recallAt(1, []), hitAt(1, []), meanReciprocalRank([])]).toEqual([0, 0, 0]);
  });
});
