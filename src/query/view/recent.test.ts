import { expect, test } from 'vitest';
import { Recent } from './recent.ts';

test('forgets what was asked longest ago', () => {
  const recent = new Recent<string, number>(2);
  recent.set('a', 1);
  recent.set('b', 2);
  recent.get('a');
  recent.set('c', 3);
  expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([1, undefined, 3]);
});

test('goes by how large the values are', () => {
  const recent = new Recent<string, string>(5, (text) => text.length);
  recent.set('a', 'xx');
  recent.set('b', 'xxx');
  recent.set('b', 'x');
  recent.set('c', 'xx');
  expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual(['xx', 'x', 'xx']);
  recent.set('d', 'xxx');
  expect([recent.get('a'), recent.get('b'), recent.get('c'), recent.get('d')]).toEqual([
    undefined,
    undefined,
    'xx',
    'xxx',
  ]);
});

test('does not keep what is larger than all of it', () => {
  const recent = new Recent<string, string>(5, (text) => text.length);
  expect(recent.set('a', 'xxxxxx')).toBe('xxxxxx');
  expect(recent.get('a')).toBeUndefined();
  recent.set('b', 'xxxxx');
  expect(recent.get('b')).toBe('xxxxx');
});
