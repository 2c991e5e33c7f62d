import { expect, test } from 'vitest';
import { nearestWord } from './nearest-word.ts';

const words = ['index', 'init', 'sync', 'doctor'];

function check(typed: string, expected: string | undefined) {
  expect(nearestWord(typed, words)).toBe(expected);
}

test('finds a word with a letter missing, added, changed or swapped', () => {
  check('indx', 'index');
  check('syncc', 'sync');
  check('doktor', 'doctor');
  check('idnex', 'index');
});

test('finds a word by its beginning', () => {
  check('doc', 'doctor');
  check('do', undefined);
});

test('counts wrong case as a typo', () => check('INDEX', 'index'));

test('returns undefined if no word is close', () => {
  check('banana', undefined);
  check('', undefined);
  check('x'.repeat(10_000), undefined);
});
