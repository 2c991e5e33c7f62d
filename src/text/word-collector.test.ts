import { expect, test } from 'vitest';
import { searchWords } from './word-collector.ts';
import { wordsOf } from './words.ts';

test('gives each word of a text once', () => {
  expect(searchWords('get(user); getUser(user) // “user”')).toBe('get user getuser');
});

test('parts words at punctuation beyond ASCII', () => {
  expect(searchWords('один—два…три')).toBe('один два три');
});

test('keeps the underscore and the dollar inside a word', () => {
  expect(searchWords('a_b $c')).toBe('a_b a b $c c');
});

function check(what: string, identifiers: Iterable<string>): void {
  test(`gives the words of ${what} as splitting each identifier does`, () => {
    const all = [...identifiers];
    const words = new Set(all.flatMap(wordsOf));
    expect(searchWords(all.join('.'))).toBe([...words].join(' '));
  });
}

const numbered = (count: number, name: (at: number) => string) => Array.from({ length: count }, (_, at) => name(at));

// More than the tables hold: they grow within a text, and are emptied before the next one.
check(
  'a large text',
  numbered(150_000, (at) => `readItem${at}`),
);
check(
  'the same after it',
  numbered(150_000, (at) => `readItem${at}`),
);
check('identifiers that share their words', [
  ...numbered(70_000, (at) => `item_${at % 300}_of_${at % 200}`),
  'item',
  'of',
  'ITEM',
]);
check(
  'identifiers in many scripts',
  numbered(3_000, (at) => `größe${at}Straße数据${at % 7}İ`),
);
check(
  'long identifiers',
  numbered(200, (at) => `${'aB1'.repeat(at % 25)}${at}`),
);
