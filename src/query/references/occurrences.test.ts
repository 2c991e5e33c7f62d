import { expect, test } from 'vitest';
import { occurrencesIn, occurrencesOfWords } from './occurrences.ts';

const text = 'a ab $a a$ a.b a_b ä a\nab;ab$ab b a';
const words = ['a', 'b', 'ab', 'a_b', 'ä', 'absent'];

test.each([
  { dollarInNames: true, names: [...words, '$a', 'a$', 'ab$ab'] },
  { dollarInNames: false, names: words },
])('finds many names at the places of each one ($ in names: $dollarInNames)', ({ names, dollarInNames }) => {
  const found = occurrencesOfWords(text, names, dollarInNames);
  expect([...found]).toEqual(names.map((name) => [name, occurrencesIn(text, name, dollarInNames)]));
});

test('leaves out names that are no words', () => {
  expect([...occurrencesOfWords(text, ['a.b', 'save!', '$a'], false).keys()]).toEqual([]);
});
