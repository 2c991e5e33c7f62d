import { expect, test } from 'vitest';
import { partOfLength, sharedEndWith } from './path-ends.ts';

test.each([
  ['src/a.ts', 'src/a.ts', 8],
  ['/home/me/src/a.ts', 'src/a.ts', 8],
  ['src/a.ts', 'lib/src/a.ts.map', 8],
  ['b/a.ts', 'src/a.ts', 5],
  ['aab', 'aaab', 3],
  ['aabaa', 'aabaabaa', 5],
  ['abab', 'bab/abb', 3],
  ['x', 'src/a.ts', 0],
])('finds the longest end of %s in %s', (wanted, path, length) => {
  expect(sharedEndWith(wanted)(path)).toBe(length);
});

test('finds the same ends as a search for each of them', () => {
  const texts = Array.from({ length: 2_000 }, (_, seed) =>
    (seed * 2_654_435_761).toString(2).replaceAll('0', '/').slice(0, 12),
  );
  for (const [index, wanted] of texts.entries()) {
    const path = texts[(index * 7 + 1) % texts.length] as string;
    const ends = Array.from({ length: wanted.length }, (_, from) => wanted.slice(from));
    expect(sharedEndWith(wanted)(path)).toBe(ends.find((end) => path.includes(end))?.length ?? 0);
  }
});

test('returns the longest end that starts with a name', () => {
  const within = (length: number) => partOfLength('home/src/a.ts', length);
  expect([13, 12, 8, 7, 4, 3, 0].map(within)).toEqual([
    'home/src/a.ts',
    'src/a.ts',
    'src/a.ts',
    'a.ts',
    'a.ts',
    '',
    '',
  ]);
});
