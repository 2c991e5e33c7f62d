import { expect, test } from 'vitest';
import { deadline } from './deadline.ts';

/** Whether patience of 100 ms has ended at each of the times at which one looks. */
function looks(...atMs: number[]): boolean[] {
  const clock = [0, ...atMs];
  const isOver = deadline(100, () => clock.shift() as number);
  return atMs.map(() => isOver());
}

test('ends when the work has taken longer than it may', () => {
  expect(looks(10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 101)).toEqual([...Array(10).fill(false), true]);
});

test('goes on after the clock has leapt', () => {
  expect(looks(10, 60_000, 60_005, 60_010)).toEqual([false, false, false, false]);
});

test('ends after the same work, whenever the clock has leapt', () => {
  const before = [10, 20, 30, 40, 50];
  const after = [10, 20, 30, 40, 41].map((ms) => 60_000 + ms);
  expect(looks(...before, 60_000, ...after)).toEqual([...Array(10).fill(false), true]);
});
