import { expect, test } from 'vitest';
import { searchWords, WordCollector } from './word-collector.ts';
import type { HashSeed } from './word-table.ts';
import { wordsOf } from './words.ts';

const prime = 0x01000193;
const wellKnown: HashSeed = { basis: 0x811c9dc5, factor: 1 };

/** Different words of nine letters that a table with this seed would look for from a few slots on. */
function flood(count: number, { basis, factor }: HashSeed): string[] {
  const words = new Set<string>();
  for (let number = 1; words.size < count; number = Math.imul(number, 48_271) + 11) {
    let hash = basis;
    let word = '';
    for (let at = 0, rest = number >>> 0; at < 9; at++, rest = Math.floor(rest / 7)) {
      const code = 97 + ((rest + at * 5) % 26);
      hash = Math.imul(hash ^ code, prime);
      word += String.fromCharCode(code);
    }
    if (((Math.imul(hash ^ (hash >>> 15), factor) >>> 7) & 0x1ffff) < 1_500) words.add(word);
  }
  return [...words];
}

/** Lookups pass fewer slots than this on average, whatever the text. */
const fewPerWord = 8;

test('passes few slots for words that were chosen for a hash without a seed', () => {
  const words = flood(8_000, wellKnown);
  const collector = new WordCollector();
  const text = words.join(' ');
  expect(collector.wordsIn(text, 0, text.length)).toBe(text);
  expect(collector.passed).toBeLessThan(fewPerWord * words.length);
});

const guessed: HashSeed = { basis: 12_345, factor: 0x2545f491 };

test.each([
  ['without a seed', wellKnown],
  ['with a seed that was guessed', guessed],
])('passes few slots for words that were chosen for a table %s', (_, weak) => {
  const words = flood(8_000, weak);
  const text = words.join(' ');
  const seeds = [weak, weak];
  let others = 1;
  const collector = new WordCollector(
    () => seeds.pop() ?? { basis: Math.imul(++others, 0x9e3779b1), factor: 0x85ebca6b },
  );
  expect(collector.wordsIn(text, 0, text.length)).toBe(text);
  expect(others).toBeGreaterThan(1);
  expect(collector.passed).toBeLessThan(fewPerWord * words.length + 256 * 256);
});

test('returns the same words with every seed', () => {
  const identifiers = Array.from({ length: 9_000 }, (_, at) => `getItem${at % 7_001}_ofÜber${at % 13}`);
  const text = identifiers.join('+');
  const expected = [...new Set(identifiers.flatMap(wordsOf))].join(' ');
  for (const seed of [wellKnown, guessed, { basis: -1, factor: 3 }]) {
    expect(new WordCollector(() => seed).wordsIn(text, 0, text.length)).toBe(expected);
  }
  expect(searchWords(text)).toBe(expected);
});

test('stops when it is late', () => {
  const text = Array.from({ length: 50_000 }, (_, at) => `w${at}`).join(' ');
  let checks = 0;
  const words = searchWords(text, 0, text.length, () => ++checks === 2).split(' ');
  expect(words.length).toBeGreaterThan(1_000);
  expect(words.length).toBeLessThan(50_000);
});
