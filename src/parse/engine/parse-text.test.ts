import { expect, test } from 'vitest';
import type { Language } from '../../languages/language.ts';
import { languageNamed } from '../../languages/languages.ts';
import { deadline, parseText } from './parse-text.ts';

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

test('counts the time of a mask, which checks the limit', async () => {
  const cpp = languageNamed('cpp') as Language;
  const slow = { ...cpp, mask: (text: string, isLate?: () => boolean) => (waitUntil(isLate) ? text : '') };
  expect(await parseText(slow, 'a.cpp', 'int a;', { timeoutMs: 20 })).toMatchObject({ outcome: 'timeout' });
  let checks = 0;
  cpp.mask?.('int a;', () => ++checks < 0);
  expect(checks).toBeGreaterThan(10);
});

function waitUntil(isLate: (() => boolean) | undefined): boolean {
  while (isLate?.() === false);
  return true;
}
