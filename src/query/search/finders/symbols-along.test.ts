import { expect, test } from 'vitest';
import { innermost } from './by-path.ts';
import { symbolsAlong } from './symbols-along.ts';

const spans = [
  [1, 40],
  [3, 10],
  [5, 7],
  [5, 7],
  [12, 12],
  [20, 39],
  [21, 21],
  [50, 52],
].map(([lineStart = 0, lineEnd = 0]) => ({ lineStart, lineEnd }));

test('finds the innermost symbol of every line', () => {
  const along = symbolsAlong(spans, () => false);
  for (let line = 1; line <= 60; line++) expect([line, along(line)]).toEqual([line, innermost(spans as never, line)]);
});

test('prefers the next symbol if its doc comment is meant', () => {
  const along = symbolsAlong(spans, (next) => next.lineStart === 12 || next.lineStart === 50);
  expect(along(2)).toBe(spans[0]);
  expect(along(11)).toBe(spans[4]);
  expect(along(12)).toBe(spans[4]);
  expect(along(45)).toBe(spans[7]);
  expect(along(53)).toBeUndefined();
});

test('looks at a symbol a few times, however many lines there are', () => {
  let looks = 0;
  const counted = Array.from({ length: 500 }, (_, at) => ({
    get lineStart() {
      looks++;
      return at + 1;
    },
    lineEnd: at + 1,
  }));
  const along = symbolsAlong(counted, () => false);
  for (let line = 501; line < 10_000; line++) along(line);
  expect(looks).toBeLessThan(500 * 40);
});
