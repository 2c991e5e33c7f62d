import { expect, test } from 'vitest';
import { randomFrom, sample } from './random.ts';

const items = Array.from({ length: 100 }, (_, at) => at);

test('a sample is the same for the same seed', () => {
  expect(sample(items, 10, randomFrom('a'))).toEqual(sample(items, 10, randomFrom('a')));
  expect(sample(items, 10, randomFrom('a'))).not.toEqual(sample(items, 10, randomFrom('b')));
});

test('a sample has no duplicates and at most as many items as the input', () => {
  expect(new Set(sample(items, 50, randomFrom(1))).size).toBe(50);
  expect(sample(items, 500, randomFrom(1)).sort((a, b) => a - b)).toEqual(items);
});

test('a sample favours no part of the items', () => {
  const drawn = Array.from({ length: 200 }, (_, seed) => sample(items, 10, randomFrom(seed))).flat();
  const mean = drawn.reduce((sum, each) => sum + each, 0) / drawn.length;
  expect(Math.abs(mean - 49.5)).toBeLessThan(3);
});
