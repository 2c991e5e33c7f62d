import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
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

test('stamps entries whose names are not UTF-8', async () => {
  const root = createFolder({ 'a.ts': '' });
  const raw = (...bytes: number[]) => Buffer.concat([Buffer.from(`${root}/`), Buffer.from(bytes)]);
  const [folder, file, empty] = [raw(0xfe), raw(0xfe, 0x2f, 0xff), raw(0xfd)];
  for (const each of [folder, empty]) mkdirSync(each);
  writeFileSync(file, 'raw');
  const files = ['a.ts', '\\xfe/\\xff'];
  const unknown = await unknownFolders(root, files);
  expect(unknown).toEqual(['\\xfd']);
  const stamps = new EntryStamps(root, [...files, ...unknown]);
  const stamp = () => stamps.stampAll(0, Number.POSITIVE_INFINITY, () => true);
  await stamp();
  expect(stamps.firstChangeNow()).toBeUndefined();
  writeFileSync(file, 'changed');
  expect(stamps.firstChangeNow()).toBe('\\xfe/\\xff');
  await stamp();
  rmSync(file);
  expect(stamps.firstChangeNow()).toBe('\\xfe');
});
