/**
 * Extracting the facts of a parsed text takes time in proportion to its length: the CPU time for a text eight times as
 * long is far from 64 times as much. Short texts stay in the caches, so that the ratio of linear work is up to 16.
 */
import { afterEach, expect, test, vi } from 'vitest';
import type { Language } from '../../src/languages/language.ts';
import { languageNamed, languageOf } from '../../src/languages/languages.ts';
import { parseText } from '../../src/parse/engine/parse-text.ts';

const each = (count: number, write: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => write(at)).join('');

/** Texts of about this many declarations. */
const texts: Readonly<Record<string, (count: number) => string>> = {
  'chain.ts': (count) => `function f(b) {\n${each(count, (at) => `let a${at + 1}=a${at};\n`)}a${count}.go();}\n`,
  'chain.py': (count) => `def f(a0):\n${each(count, (at) => ` a${at + 1}=a${at}\n`)} a${count}.go()\n`,
  'names.go': (count) =>
    `package p\nfunc f(){\n${each(count, (at) => `a${at},\n`)}z := y()\n${each(count, (at) => `a${at}.X()\n`)}}`,
  'beside.ts': (count) => each(count, (at) => `/* comment ${at} */ var d${at};\n`),
  'beside.c': (count) => each(count, (at) => `/* comment ${at} */ int d${at};\n`),
  'attributes.rs': (count) => `${each(count, (at) => `#[a${at}]\n`)}fn f() {}\n`,
  'nested-use.rs': (count) => `use ${each(count, (at) => `a${at}::{`)}b${'}'.repeat(count)};\n`,
  'asides.c': (count) => `int ${'/**/'.repeat(count)}${each(count, (at) => `a${at},\n`)} z;\n`,
  'asides.java': (count) => `class A { int ${'/**/'.repeat(count)}${each(count, (at) => `a${at},\n`)} z; }\n`,
};

test.each(Object.entries(texts))('takes linear time for %s', { timeout: 120_000 }, async (path, write) => {
  const [small, large] = [write(1_500), write(12_000)];
  const language = languageOf(path, small) as Language;
  // Garbage collection and other processes only add time. More rounds bring the least times down; quadratic steps stay.
  const least = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY };
  for (let round = 0; round < 3 || (round < 10 && least.large > 20 * least.small); round++) {
    least.large = Math.min(least.large, await cpuMs(language, path, large));
    least.small = Math.min(least.small, await cpuMs(language, path, small));
  }
  expect(least.large / least.small).toBeLessThan(40);
});

async function cpuMs(language: Language, path: string, text: string): Promise<number> {
  const before = process.cpuUsage();
  const { outcome } = await parseText(language, path, text, { timeoutMs: 600_000 });
  expect(outcome).toMatch(/parsed|recovered/);
  return process.cpuUsage(before).user / 1_000;
}

afterEach(() => vi.restoreAllMocks());

test('stops extracting at the time limit', async () => {
  let clock = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
  const python = languageNamed('python') as Language;
  const slow: Language = {
    ...python,
    visibility: (symbol) => {
      clock += 100;
      return python.visibility(symbol);
    },
  };
  const text = each(2_000, (at) => `def f${at}(): pass\n`);
  expect(await parseText(slow, 'a.py', text, { timeoutMs: 10_000 })).toMatchObject({ outcome: 'timeout', symbols: [] });
  expect(clock).toBeLessThan(50_000);
});
