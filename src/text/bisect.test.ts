import { expect, test } from 'vitest';
import { bestOf } from './bisect.ts';

const byTens = (a: number, b: number) => Math.floor(a / 10) - Math.floor(b / 10);

test.each([0, 1, 3, 7, 8, 20])('returns the same first %i items as a stable sort', (count) => {
  const items = [35, 12, 71, 11, 38, 5, 19, 30];
  expect(bestOf(items, count, byTens)).toEqual(items.toSorted(byTens).slice(0, count));
});
