import { expect, test } from 'vitest';
import { KnownRoots } from './known-roots.ts';

test('every spelling of a path means the innermost known project around it', () => {
  const roots = new KnownRoots();
  roots.learn('/work/a', '/work/a');
  roots.learn('/work/a/nested', 'nested');
  for (const spelling of ['/work/a', '/work/a/', '/work//a', '/work/./a', '/work/b/../a', '/work/a/src/x.ts']) {
    expect(roots.of(spelling)).toBe('/work/a');
  }
  expect(roots.of('/work/a/nested/src')).toBe('/work/a/nested');
  expect(roots.of('nested')).toBe('/work/a/nested');
  expect(roots.of('/work/ab/')).toBe('/work/ab/');
  expect(roots.has('/work/ab/')).toBe(false);
  expect(roots.has('/work/a/nested/src')).toBe(true);
  expect(roots.of('')).toBe('');
  roots.learn('/work/default');
  expect(roots.of('')).toBe('/work/default');
});

test('many spellings of one project do not displace the path of another', () => {
  const roots = new KnownRoots();
  roots.learn('/a', '/a');
  roots.learn('/b', 'link-to-b');
  for (let at = 0; at < 3_000; at++) roots.learn('/a', `/link-${at}`);
  expect(roots.of('/a/')).toBe('/a');
  expect(roots.of('/b')).toBe('/b');
});
