import { expect, test } from 'vitest';
import { needsOfQuery, needsOfSymbol } from './live-search.ts';

const words = (query: string) => needsOfQuery(query).terms?.map(({ spellings }) => spellings[0]);

test('a qualified name needs the definition of its last part, near the others', () => {
  for (const name of ['Store.save', 'Store#save', 'Store::save()', 'Store.save!']) {
    expect(needsOfSymbol(name).names, name).toEqual([{ spellings: ['save'], qualifiers: ['Store'] }]);
  }
});

test('a compound name is searched exactly, and by its words only if it does not exist', () => {
  const needs = needsOfQuery('class QuerySet');
  expect(needs.names).toEqual([{ spellings: ['QuerySet'], qualifiers: [] }]);
  expect(needs.terms).toBeUndefined();
  expect(needs.otherwise?.terms?.length).toBeGreaterThan(0);
});

test('a plain word is a name and a word', () => {
  expect(needsOfQuery('token').names).toEqual([{ spellings: ['token'], qualifiers: [] }]);
  expect(words('token')).toEqual(['token']);
});

test('a question has its words without stop words, in all inflections', () => {
  expect(words('how are the pods evicted')).toEqual(['evicted', 'pods']);
  expect(needsOfQuery('how are the pods evicted').terms?.[0]?.spellings).toContain('eviction');
});

test('paths, stack frames and quoted texts are looked up as such', () => {
  expect(needsOfQuery('src/auth/jwt.rs:87').paths).toEqual(['src/auth/jwt.rs']);
  expect(needsOfQuery('panicked at src/main.rs:3:7').paths).toEqual(['src/main.rs']);
  expect(needsOfQuery('"connection refused by peer"').literals).toContain('connection refused by peer');
});

test('of a long text, names and repeated words are kept', () => {
  const letter = (at: number) => String.fromCharCode(97 + (at % 26));
  const filler = Array.from({ length: 300 }, (_, at) => `${letter(at)}${letter(at / 26)}zz`).join(' ');
  const found = words(`${filler} lease lease lease LeaseHolder`) ?? [];
  expect(found.slice(0, 2)).toEqual(['leaseholder', 'lease']);
  expect(found.length).toBeLessThan(20);
});

test.each(['x.get(x)', '{ get(x) {', ' => { '])('a query without words to search by needs its text: %s', (query) => {
  expect(needsOfQuery(query).literals).toEqual([query.trim()]);
});
