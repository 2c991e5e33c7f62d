import { expect, test } from 'vitest';
import { searchWords } from './word-collector.ts';
import { wordlessMark, wordsOf } from './words.ts';

test('returns each word of a text once', () => {
  expect(searchWords('get(user); getUser(user) // “user”')).toBe('get user getuser');
});

test('splits words at non-ASCII punctuation', () => {
  expect(searchWords('один—два…три')).toBe('один два три');
});

test('keeps underscores and dollar signs inside a word', () => {
  expect(searchWords('a_b $c')).toBe('a_b a b $c c');
});

function check(what: string, identifiers: Iterable<string>): void {
  test(`returns the same words for ${what} as splitting each identifier`, () => {
    const all = [...identifiers];
    const isWordless = all.some((identifier) => wordsOf(identifier).length === 0);
    const words = new Set([...all.flatMap(wordsOf), ...(isWordless ? [wordlessMark] : [])]);
    expect(searchWords(all.join('.'))).toBe([...words].join(' '));
  });
}

const numbered = (count: number, name: (at: number) => string) => Array.from({ length: count }, (_, at) => name(at));

// More than the initial table size: tables grow within a text and are cleared before the next one.
check(
  'a large text',
  numbered(150_000, (at) => `readItem${at}`),
);
check(
  'the same text again',
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

/**
 * Identifiers whose hashes are equal in both of the usual ways: `Aa` and `BB` have the same polynomial hash, so all
 * sequences of them do, and among enough sequences two have the same FNV hash.
 */
function colliding(): [string, string] {
  const seen = new Map<number, string>();
  for (let bits = 0; ; bits++) {
    let identifier = 'x';
    for (let at = 0; at < 22; at++) identifier += (bits >> at) & 1 ? 'Aa' : 'BB';
    let hash = 0x811c9dc5;
    for (let at = 0; at < identifier.length; at++) hash = Math.imul(hash ^ identifier.charCodeAt(at), 0x01000193);
    const other = seen.get(hash);
    if (other !== undefined) return [other, identifier];
    seen.set(hash, identifier);
  }
}

check('identifiers with equal hashes', colliding());
check('identifiers with equal hashes, in the other order', colliding().reverse());
