/**
 * Extracting the facts of a parsed text takes time in proportion to its length: the CPU time for a text four times as
 * long is far from sixteen times as much.
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
  'asides.c': (count) => `int ${'/**/'.repeat(count)}${each(count, (at) => `a${at},\n`)} z;\n`,
  'asides.java': (count) => `class A { int ${'/**/'.repeat(count)}${each(count, (at) => `a${at},\n`)} z; }\n`,
};

test.each(Object.entries(texts))('takes linear time for %s', { timeout: 120_000 }, async (path, write) => {
  const [small, large] = [write(1_500), write(6_000)];
  const language = languageOf(path, small) as Language;
  await cpuMs(language, path, small);
  const ratio = (await cpuMs(language, path, large)) / (await cpuMs(language, path, small));
  expect(ratio).toBeLessThan(10);
});

async function cpuMs(language: Language, path: string, text: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 2; time++) {
    const before = process.cpuUsage();
    const { outcome } = await parseText(language, path, text, { timeoutMs: 600_000 });
    expect(outcome).toMatch(/parsed|recovered/);
    least = Math.min(least, process.cpuUsage(before).user / 1_000);
  }
  return least;
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
