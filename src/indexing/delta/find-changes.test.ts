import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRepository } from '../../../test/support/test-repository.ts';
import type { SkippedFile } from '../../model.ts';
import { blobHash } from '../../scan/content/read-file.ts';
import { openRepository } from '../../scan/git/repository.ts';
import { listPaths } from '../../scan/listing/list-files.ts';
import type { RememberedFile } from '../../store/store.ts';
import { findChanges, indexedFiles, onlyChanged } from './find-changes.ts';

const options = { maxFileBytes: 2 << 20, exclude: [] };
const folder = [{ path: 'm' }];

/** An index of a repository with these files, with or without their stats. */
async function indexOf(files: Record<string, string>, hashOf = hashOfText) {
  const { root } = createRepository(files);
  const repository = await openRepository(root);
  const hashes = new Map(Object.entries(files).map(([path, text]) => [path, { hash: hashOf(text) }]));
  const { files: listed } = await listPaths(repository, folder, options);
  const stats = new Map<string, RememberedFile>();
  for (const { path, stat } of listed)
    if (stat) stats.set(path, { ...stat, ...(hashes.get(path) as { hash: string }) });
  const paths = [...hashes.keys()].sort();
  const pathsAtOrBelow = (path: string) => paths.filter((one) => one === path || one.startsWith(`${path}/`));
  const indexed = indexedFiles({ byPath: (path) => hashes.get(path), pathsAtOrBelow }, []);
  return {
    root,
    find: (names = folder) => findChanges(repository, indexed, names, options, async () => stats),
    findWithoutStats: () => findChanges(repository, indexed, folder, options, async () => new Map()),
  };
}

function hashOfText(text: string): string {
  return blobHash(Buffer.from(text), 'sha1');
}

function manyFiles(count: number, text: string): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`m/f${1_000 + at}.ts`, text]));
}

test('does not read files below a folder whose stat is known', async () => {
  // With a wrong hash, every file that is read differs.
  const { root, find } = await indexOf(manyFiles(1_200, 'let a;\n'), () => 'wrong');
  expect(await find()).toMatchObject({ changed: [], isIncomplete: false });
  writeFileSync(join(root, 'm/f1007.ts'), 'let b;\n');
  expect(await find()).toMatchObject({ changed: ['m/f1007.ts'], isIncomplete: false });
  expect(await find([{ path: 'm/f1008.ts' }])).toMatchObject({ changed: ['m/f1008.ts'] });
});

test('notices a folder that was replaced by one with files of equal size', async () => {
  const { root, find } = await indexOf({ 'm/a.ts': 'let a;\n', 'other/a.ts': 'let b;\n' });
  rmSync(join(root, 'm'), { recursive: true });
  renameSync(join(root, 'other'), join(root, 'm'));
  expect((await find()).changed).toEqual(['m/a.ts']);
});

test.each([
  { limit: 'files', count: 450, text: 'let a;\n', read: 400 },
  { limit: 'bytes', count: 40, text: `${'// a line\n'.repeat(1 << 17)}\n`, read: 25 },
])('stops reading at a limit of $limit', async ({ count, text, read }) => {
  const { find, findWithoutStats } = await indexOf(manyFiles(count, text));
  expect(await find()).toMatchObject({ changed: [], isIncomplete: false });
  const { changed, isIncomplete } = await findWithoutStats();
  expect(isIncomplete).toBe(true);
  expect(changed).toHaveLength(count - read);
});

test('reduces changes to the paths that differ', async () => {
  const { root, find } = await indexOf({ 'm/a.ts': '', 'm/b.ts': '', 'm/c/d.ts': '', 'm/e/f.ts': '' });
  writeFileSync(join(root, 'm/a.ts'), 'let a;\n');
  rmSync(join(root, 'm/c'), { recursive: true });
  writeFileSync(join(root, 'm/c'), '');
  const { within, listing } = onlyChanged(await find());
  expect(within).toEqual(['m/a.ts', 'm/c']);
  expect(listing.files.map(({ path }) => path)).toEqual(['m/a.ts', 'm/c']);
});

test('finds skipped files at or below a path', () => {
  const paths = ['a', 'a-b', 'a/', 'a/b', 'a/\u{1f600}', 'a/\uffee', 'a0', 'b/c/'];
  const skipped = paths.map((path): SkippedFile => ({ path, reason: 'link' }));
  const { atOrBelow } = indexedFiles({ byPath: () => undefined, pathsAtOrBelow: () => [] }, skipped);
  expect([...atOrBelow('a')].sort()).toEqual(['a', 'a/', 'a/b', 'a/\u{1f600}', 'a/\uffee'].sort());
  expect([...atOrBelow('b/c')]).toEqual(['b/c/']);
  expect([...atOrBelow('c')]).toEqual([]);
});
