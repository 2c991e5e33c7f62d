import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/test-repository.ts';
import { lstatBelow } from './lstat.ts';
import { nameOf } from './names.ts';

test('reports what is at a path, and nothing behind a link or a file', () => {
  const root = temporaryFolder();
  mkdirSync(join(root, 'a/b'), { recursive: true });
  writeFileSync(join(root, 'a/b/c.ts'), '');
  symlinkSync('a', join(root, 'link'));
  const lstat = lstatBelow(root);
  const kinds = ['a/b/c.ts', 'a/b', 'link', 'link/b/c.ts', 'a/b/c.ts/d', 'a/x/y/z'].map((path) => lstat({ path }).kind);
  expect(kinds).toEqual(['file', 'folder', 'link', 'absent', 'absent', 'absent']);
});

test.each([
  ['text', 'a/'.repeat(40_000)],
  ['bytes', '\xff/'.repeat(40_000)],
  ['long parts', `${'a'.repeat(5_000)}/`],
])('a forged path with 40,000 levels or 5,000 letters is absent (%s)', (_, folder) => {
  const lstat = lstatBelow(temporaryFolder());
  expect(lstat(nameOf(Buffer.from(`${folder}f.ts`, 'latin1')))).toEqual({ kind: 'absent' });
});

test('a path with as many levels as can be opened is looked at without recursion', () => {
  expect(lstatBelow(temporaryFolder())({ path: `${'a/'.repeat(2_040)}f.ts` })).toEqual({ kind: 'absent' });
});
