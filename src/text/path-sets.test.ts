import { expect, test } from 'vitest';
import { above, atOrBelow, below } from './path-sets.ts';

test('compares whole parts of paths', () => {
  const [at, inside, around] = [atOrBelow(['a/b', 'c']), below(['a/b', 'c']), above(['a/b/d.ts', 'c'])];
  const results = ['a', 'a/b', 'a/bc', 'a/b/d.ts', 'a/b/e/f.ts', 'c', 'cd', ''].map((path) => [
    path,
    at(path),
    inside(path),
    around(path),
  ]);
  expect(results).toEqual([
    ['a', false, false, true],
    ['a/b', true, false, true],
    ['a/bc', false, false, false],
    ['a/b/d.ts', true, true, false],
    ['a/b/e/f.ts', true, true, false],
    ['c', true, false, false],
    ['cd', false, false, false],
    ['', false, false, false],
  ]);
});
