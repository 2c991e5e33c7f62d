import { expect, test } from 'vitest';
import type { FileVersion } from '../../store/store.ts';
import { FolderTable, sharedDepth } from './folder-table.ts';

const tableOf = (...paths: string[]) => new FolderTable(paths.map((path) => ({ path }) as FileVersion));

test('folders are found in the folder above them, each once', () => {
  const table = tableOf('a/b/c/x.ts', 'a/b/y.ts', 'a/d/z.ts', 'w.ts');
  expect(table.foldersIn('')).toEqual(['a']);
  expect(table.foldersIn('a')).toEqual(['a/b', 'a/d']);
  expect(table.foldersIn('a/b')).toEqual(['a/b/c']);
  expect(table.foldersIn('a/b/c')).toEqual([]);
});

test('a path may have any number of levels', () => {
  const folder = 'a/'.repeat(15_000);
  const table = tableOf(`${folder}x.ts`);
  expect(table.foldersIn('')).toEqual(['a']);
  expect(table.has(folder.slice(0, -1))).toBe(true);
});

test.each([
  ['', '', 1],
  ['', 'a.ts', 0],
  ['a', 'a/b.ts', 1],
  ['a/b', 'a/bc', 1],
  ['ab', 'ac', 0],
  ['a/b', 'a/b', 2],
  ['a/b/c', 'a/b/d/e', 2],
])('%j and %j share %i levels', (a, b, depth) => {
  expect(sharedDepth(a, b)).toBe(depth);
  expect(sharedDepth(b, a)).toBe(depth);
});
