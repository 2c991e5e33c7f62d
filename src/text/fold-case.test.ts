import { expect, test } from 'vitest';
import { foldCase } from './fold-case.ts';

const cased = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) => /[\p{Changes_When_Casemapped}\p{Changes_When_Casefolded}]/u.test(character));

test('makes exactly those characters equal that a pattern without case matches', () => {
  const byFold = new Map<string, string>();
  for (const character of cased) {
    const fold = foldCase(character);
    byFold.set(fold, (byFold.get(fold) ?? '') + character);
  }
  const all = cased.join('');
  for (const character of cased) {
    const matched = (all.match(new RegExp(character, 'giu')) ?? []).join('');
    expect(byFold.get(foldCase(character)), character).toBe(matched);
  }
});

test('keeps the length and place of each character', () => {
  for (const character of cased) expect(foldCase(character), character).toHaveLength(character.length);
  expect(foldCase('Größe İS ΣΊΣΥΦΟΣ 𐐀\ud800x')).toBe('größe İs σίσυφοσ 𐐨\ud800x');
});
