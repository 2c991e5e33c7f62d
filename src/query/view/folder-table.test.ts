import { expect, test } from 'vitest';
import type { FileVersion } from '../../store/store.ts';
import { FolderTable, folderTable, sharedDepth } from './folder-table.ts';
import type { RefView } from './ref-view.ts';

const fileAt = (path: string) => ({ path }) as FileVersion;

function tableOf(...paths: string[]): FolderTable {
  const table = new FolderTable();
  for (const path of paths) table.add(fileAt(path));
  return table;
}

test('the table of a ref is built in turns', async () => {
  let pauses = 0;
  const files = Array.from({ length: 1_000 }, (_, at) => fileAt(`${at}/${'a/'.repeat(100)}x.ts`));
  const view = { files: async () => ({ files }), isPauseDue: () => true, pause: async () => void pauses++ };
  const table = await folderTable(view as unknown as RefView);
  expect(table.foldersIn('')).toHaveLength(1_000);
  expect(pauses).toBeGreaterThan(10);
});

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
