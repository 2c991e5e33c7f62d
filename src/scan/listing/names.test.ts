import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createFolder, createRepository } from '../../../test/support/test-repository.ts';
import { openRepository, resolveRef } from '../git/repository.ts';
import { listFiles } from './list-files.ts';
import { isForged, isTooLong, nameOf } from './names.ts';

describe('a forged path', () => {
  it('leaves the root or is inside the git folder', () => {
    for (const path of [
      '../a',
      'a/../../b',
      '..',
      '.',
      './a',
      'a//b',
      '/a',
      'a/',
      '.git/config',
      'a/.GIT/hooks/x',
      '',
    ]) {
      expect([path, isForged(path)]).toEqual([path, true]);
    }
    for (const path of ['a', '.gitignore', 'a/.github/b', '...', '..a/b', 'a..b', '.gitx/y', 'a/b.git']) {
      expect([path, isForged(path)]).toEqual([path, false]);
    }
  });

  it('is skipped in a git index, and its target is not read', async () => {
    const repository = createRepository({ 'x1/file.txt': 'a', 'xgit/config': 'b' });
    const { root, path } = repository;
    createFolder();
    // Git refuses to add such a path, so the test patches the index file and its checksum.
    const { createHash } = await import('node:crypto');
    const { readFileSync } = await import('node:fs');
    const index = readFileSync(path('.git/index'));
    index.write('../file.txt'.padEnd(11), index.indexOf('x1/file.txt'));
    index.write('.git/config', index.indexOf('xgit/config'));
    const body = index.subarray(0, -20);
    writeFileSync(path('.git/index'), Buffer.concat([body, createHash('sha1').update(body).digest()]));
    const opened = await openRepository(root);
    const { files, skipped } = await listFiles(opened, await resolveRef(opened), { maxFileBytes: 100, exclude: [] });
    expect(files.map((file) => file.path)).toEqual(['x1/file.txt', 'xgit/config']);
    expect(skipped.filter(({ reason }) => reason !== 'unreadable')).toEqual([]);
  });
});

describe('a path that is too long', () => {
  const levels = (count: number) => `${'a/'.repeat(count - 1)}x.ts`;

  it('has more than 128 levels or 1,024 bytes', () => {
    expect(isTooLong({ path: levels(128) })).toBe(false);
    expect(isTooLong({ path: levels(129) })).toBe(true);
    expect(isTooLong({ path: 'a'.repeat(1_024) })).toBe(false);
    expect(isTooLong({ path: 'a'.repeat(1_025) })).toBe(true);
    expect(isTooLong({ path: 'é'.repeat(513) })).toBe(true);
    // Four characters in the path for each invalid byte.
    expect(isTooLong(nameOf(Buffer.alloc(1_000, 0xff)))).toBe(false);
  });

  it.each([
    ['a work tree', () => createRepository({ 'a.ts': '', [levels(129)]: '' }).root, undefined],
    ['a commit', () => createRepository({ 'a.ts': '', [levels(129)]: '' }).root, 'main'],
    ['a folder', () => createFolder({ 'a.ts': '', [levels(129)]: '' }), undefined],
  ])('is skipped in %s', async (_, create, ref) => {
    const repository = await openRepository(create());
    const target = await resolveRef(repository, ref);
    const { files, skipped } = await listFiles(repository, target, { maxFileBytes: 1_000, exclude: [] });
    expect(files.map(({ path }) => path)).toEqual(['a.ts']);
    expect(skipped).toEqual([{ path: levels(129), reason: 'unreadable' }]);
  });
});
