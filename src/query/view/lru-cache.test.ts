import { expect, test } from 'vitest';
import { LruCache } from './lru-cache.ts';

test('evicts the least recently used value', () => {
  const cache = new LruCache<string, number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.get('a');
  cache.set('c', 3);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
});

test('counts the size of the values', () => {
  const cache = new LruCache<string, string>(5, (text) => text.length);
  cache.set('a', 'xx');
  cache.set('b', 'xxx');
  cache.set('b', 'x');
  cache.set('c', 'xx');
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['xx', 'x', 'xx']);
  cache.set('d', 'xxx');
  expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.get('d')]).toEqual([undefined, undefined, 'xx', 'xxx']);
});

test('does not keep a value larger than the cache', () => {
  const cache = new LruCache<string, string>(5, (text) => text.length);
  expect(cache.set('a', 'xxxxxx')).toBe('xxxxxx');
  expect(cache.get('a')).toBeUndefined();
  cache.set('b', 'xxxxx');
  expect(cache.get('b')).toBe('xxxxx');
});
