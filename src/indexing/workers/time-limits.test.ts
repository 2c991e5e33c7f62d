import { expect, test } from 'vitest';
import { hungAfterSeconds, recordLength, recordLost, recordParsed, timeLimit } from './time-limits.ts';

const limitMs = 10_000;

/** Parses files that use up every limit, and returns the lost seconds. */
function lostSeconds(files: number, length: number, record = new Int32Array(recordLength)): number {
  let lost = 0;
  for (let at = 0; at < files; at++) {
    const ms = timeLimit(length, limitMs, record);
    if (ms === 0) continue;
    recordLost(record, ms);
    lost += ms;
  }
  return lost / 1_000;
}

test('gives a small file less time than a large one', () => {
  const record = new Int32Array(recordLength);
  expect(timeLimit(1_000, limitMs, record)).toBeLessThan(2_100);
  expect(timeLimit(1_000_000, limitMs, record)).toBeGreaterThan(9_900);
});

test.each([
  [1_000, 2_000],
  [20_000, 80_000],
  [20_000, 1_000_000],
])('loses a limited time on %i files of %i characters', (files, length) => {
  expect(lostSeconds(files, length)).toBeLessThan(75);
});

test('may lose as much time as it uses well', () => {
  const record = new Int32Array(recordLength);
  for (let at = 0; at < 9_000; at++) recordParsed(record, 80_000, 400);
  expect(lostSeconds(2_000, 80_000, record)).toBeGreaterThan(100);
  expect(timeLimit(80_000, limitMs, record)).toBeGreaterThan(0);
});

test('files that are parsed just within their limit lose a limited time too', () => {
  const record = new Int32Array(recordLength);
  const length = 39_000;
  let spent = 0;
  for (let at = 0; at < 20_000; at++) {
    const ms = timeLimit(length, limitMs, record);
    // Parsed a little faster than the first limit, as long as there is that much time.
    if (ms > 2_000) recordParsed(record, length, 2_000);
    else if (ms > 0) recordLost(record, ms);
    spent += Math.min(ms, 2_000);
  }
  expect(spent / 1_000).toBeLessThan(150);
  expect(timeLimit(length, limitMs, record)).toBe(0);
});

test('ordinary files never use up the budget, even on a machine that is ten times slower', () => {
  const record = new Int32Array(recordLength);
  for (let at = 0; at < 100_000; at++) recordParsed(record, 10_000, 100);
  expect(timeLimit(10_000, limitMs, record)).toBeGreaterThan(1_900);
});

test('waits less for a hung worker when many have hung', () => {
  const record = new Int32Array(recordLength);
  expect(hungAfterSeconds(limitMs, record)).toBe(20);
  for (let at = 0; at < 100; at++) recordLost(record, hungAfterSeconds(limitMs, record) * 1_000);
  expect(hungAfterSeconds(limitMs, record)).toBe(5);
  expect(timeLimit(1_000, limitMs, record)).toBe(0);
});
