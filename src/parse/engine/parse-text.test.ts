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

const noHurry = { timeoutMs: 60_000 };
const typescript = languageNamed('typescript') as Language;

/** Nested namespaces with names of 240 characters around some constants. */
function nested(depth: number, constants: number, length = 240): string {
  const open = Array.from({ length: depth }, (_, at) => `export namespace N${at}${'x'.repeat(length)} {\n`);
  const inner = Array.from({ length: constants }, (_, at) => `export const v${at} = 1;\n`);
  return `${open.join('')}${inner.join('')}${'}\n'.repeat(depth)}export const after = 1;\n`;
}

test('leaves out symbols whose scope is too long', async () => {
  const { outcome, symbols } = await parseText(typescript, 'a.ts', nested(190, 1_000), noHurry);
  expect(outcome).toBe('recovered');
  expect(Math.max(...symbols.map(({ scope }) => scope.length))).toBeLessThanOrEqual(1_000);
  expect(symbols.map(({ name }) => name.slice(0, 5))).toEqual(['N0xxx', 'N1xxx', 'N2xxx', 'N3xxx', 'N4xxx', 'after']);
});

test('gives up on a file whose scopes are too long together', async () => {
  const text = nested(4, 6_000);
  expect(await parseText(typescript, 'a.ts', text, noHurry)).toMatchObject({ outcome: 'too_complex', symbols: [] });
  expect(await parseText(typescript, 'a.ts', nested(4, 600), noHurry)).toMatchObject({ outcome: 'parsed' });
});

test('leaves out a definition whose owner is too long', async () => {
  const cpp = languageNamed('cpp') as Language;
  const owners = [`A${'x'.repeat(2_000)}`, `A<${'int, '.repeat(5_000)}int>`];
  const text = [...owners, 'Short'].map((owner, at) => `void ${owner}::f${at}() { int local = 1; }\n`).join('');
  const { outcome, symbols } = await parseText(cpp, 'a.cpp', text, noHurry);
  expect(outcome).toBe('recovered');
  expect(symbols).toMatchObject([{ name: 'f2', scope: 'Short' }]);
});
