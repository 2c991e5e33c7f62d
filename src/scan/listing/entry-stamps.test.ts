import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder } from '../../../test/support/test-repository.ts';
import { EntryStamps, unknownFolders } from './entry-stamps.ts';

test('finds the folders where a first file may appear, and does not enter those that hold unknown files', async () => {
  const root = createFolder({ 'src/a.ts': '', 'node_modules/.lock': '', 'node_modules/dep/index.js': '' });
  for (const folder of ['src/new/deep', '.git/objects', 'empty']) mkdirSync(join(root, folder), { recursive: true });
  const found = await unknownFolders(root, ['src/a.ts', 'gone/b.ts']);
  expect(found.sort()).toEqual(['empty', 'node_modules', 'src/new', 'src/new/deep']);
});

test('detects the first file in an empty folder', async () => {
  const root = createFolder({ 'a.ts': '' });
  mkdirSync(join(root, 'empty'));
  const files = ['a.ts'];
  const stamps = new EntryStamps(root, [...files, ...(await unknownFolders(root, files))]);
  await stamps.stampAll(0, Number.POSITIVE_INFINITY, () => true);
  expect(stamps.firstChangeNow()).toBeUndefined();
  mkdirSync(join(root, 'empty', 'inner'));
  expect(stamps.firstChangeNow()).toBe('empty');
});
