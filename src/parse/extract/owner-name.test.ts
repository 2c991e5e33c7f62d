import { expect, test } from 'vitest';
import { lastPart, ownerName } from './owner-name.ts';

test.each([
  ['*Store[K, V]', 'Store'],
  ["&'a mut Thing", 'Thing'],
  ['Map<K, V>::Entry', 'Map::Entry'],
  ['A<B<C>, D<E>>::F<G>::H', 'A::F::H'],
  ['a<b<c>', 'a'],
  ['a>b', 'a'],
])('names the owner %s', (written, name) => {
  expect(ownerName(written)).toBe(name);
});

test('reads deeply nested arguments in one pass', () => {
  const depth = 200_000;
  expect(ownerName(`A${'<B'.repeat(depth)}${'>'.repeat(depth)}::C`)).toBe('A::C');
});

test('takes the last part of a name', () => {
  expect([lastPart('auth::Store'), lastPart('a.B'), lastPart('C')]).toEqual(['Store', 'B', 'C']);
});
