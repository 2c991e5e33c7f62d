import { expect, test } from 'vitest';
import { randomFrom } from '../../evaluate/random.ts';
import { wordFinder } from './find-words.ts';

/** Returns the end of each word found; the search continues behind it. */
function ends(text: string, ...words: string[]): number[] {
  const found: number[] = [];
  wordFinder(words)(Buffer.from(text), (end) => {
    found.push(end);
    return end;
  });
  return found;
}

test('finds words in any case', () => {
  expect(ends('a Pod and PODS, tripod', 'pod')).toEqual([5, 13, 22]);
  expect(ends('', 'pod')).toEqual([]);
  expect(ends('nothing here', 'pod', 'evict')).toEqual([]);
});

test('finds words of different lengths, at both ends', () => {
  expect(ends('io eviction io', 'io', 'evict')).toEqual([2, 8, 10, 14]);
});

test('ignores words of one letter', () => {
  expect(ends('a b c', 'b')).toEqual([]);
});

test('finds words beyond ASCII, in any case', () => {
  expect(ends('größe GRÖSSE Größe', 'größe')).toEqual([7, 15, 23]);
  expect(ends('ÜBER über', 'über')).toEqual([5, 11]);
});

test('finds what a regular expression finds', () => {
  const random = randomFrom(1);
  const letters = 'abAB_ ';
  const text = (length: number) =>
    Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join('');
  for (let round = 0; round < 300; round++) {
    const words = Array.from({ length: 1 + Math.floor(random() * 4) }, () =>
      text(2 + Math.floor(random() * 4)).toLowerCase(),
    );
    const searched = text(80);
    const starts = new Set<number>();
    wordFinder(words)(Buffer.from(searched), (end) => {
      const word = words.find((each) => searched.slice(0, end).toLowerCase().endsWith(each));
      expect(word).toBeDefined();
      starts.add(end);
      return 0;
    });
    const isThere = words.some((word) => searched.toLowerCase().includes(word));
    expect(starts.size > 0, `${words} in ${searched}`).toBe(isThere);
  }
});
