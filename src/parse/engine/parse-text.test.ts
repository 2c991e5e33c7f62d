import { expect, test } from 'vitest';
import { deadline } from './parse-text.ts';

/** Returns whether a deadline of 100 ms has passed at each of these checks. */
function checksAt(...atMs: number[]): boolean[] {
  const clock = [0, ...atMs];
  const isOver = deadline(100, () => clock.shift() as number);
  return atMs.map(() => isOver());
}

test('passes when the work exceeds the limit', () => {
  expect(checksAt(10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 101)).toEqual([...Array(10).fill(false), true]);
});

test('does not pass because of a clock jump', () => {
  expect(checksAt(10, 60_000, 60_005, 60_010)).toEqual([false, false, false, false]);
});

test('passes after the same amount of work, with or without a clock jump', () => {
  const before = [10, 20, 30, 40, 50];
  const after = [10, 20, 30, 40, 41].map((ms) => 60_000 + ms);
  expect(checksAt(...before, 60_000, ...after)).toEqual([...Array(10).fill(false), true]);
});
