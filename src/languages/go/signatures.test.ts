import { expect, test } from 'vitest';
import { checkOrigin, checkParts, checkType } from '../signatures.suite.ts';
import { goSignatures, goTypes } from './signatures.ts';

checkParts(
  goSignatures,
  'func (s *Store) Get(a, b string, opts ...Option) (*Item, error)',
  'Get',
  '(s:*Store) a:string b:string opts:[]Option…',
  '(*Item, error)',
);
checkParts(
  goSignatures,
  'func New[T any](ctx context.Context, f func(a int) error) *Store[T]',
  'New',
  'ctx:context.Context f:func(a int) error',
  '*Store[T]',
);
checkParts(goSignatures, 'Get(string, int) error', 'Get', ':string :int', 'error');
checkParts(goSignatures, 'func (Store) Get()', 'Get', '', '');
checkParts(goSignatures, 'var run = func(s *Store) error', 'run', 's:*Store', 'error');

checkOrigin(goSignatures, 'store *Store `json:"store"`', 'store', ':*Store');
checkOrigin(goSignatures, 'a, b []Item', 'a', ':[]Item');
checkOrigin(goSignatures, '*pkg.Store', 'Store', ':*pkg.Store');
checkOrigin(goSignatures, 'Store', 'Store', ':Store');
checkOrigin(goSignatures, 'var shared = store.New("x")', 'shared', '=store.New()');
checkOrigin(goSignatures, 'var shared *Store = nil', 'shared', ':*Store');

checkType(goTypes, '*pkg.Store', 'pkg.Store');
checkType(goTypes, 'Store[K, V]', 'Store');
checkType(goTypes, '[]Store', undefined);
checkType(goTypes, 'map[string]Store', undefined);
checkType(goTypes, 'func(a int) Store', undefined);

test('an alias refers to the type after the equals sign', () => {
  expect(goSignatures.aliasedType('type Store = pkg.Store', 'Store')).toBe('pkg.Store');
});

test('elementOf returns the element type', () => {
  expect(goTypes.elementOf('[]*Store')).toBe('*Store');
  expect(goTypes.elementOf('map[string]Store')).toBe('Store');
});

test('resultAt selects one of several results', () => {
  expect(goTypes.resultAt('(*Store, error)', 0)).toBe('*Store');
  expect(goTypes.resultAt('(s *Store, err error)', 1)).toBe('error');
  expect(goTypes.resultAt('Store', 0)).toBe('Store');
  expect(goTypes.resultAt('Store', 1)).toBeUndefined();
});
