import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder, temporaryFolder } from '../../../test/support/test-repository.ts';
import { openRepository, resolveRef } from '../git/repository.ts';
import { type ListOptions, listFiles } from './list-files.ts';

async function list(root: string, options: Partial<ListOptions> = {}) {
  const repository = await openRepository(root);
  const ref = await resolveRef(repository);
  const { files, skipped } = await listFiles(repository, ref, { maxFileBytes: 1000, exclude: [], ...options });
  return { files: files.map((file) => file.path), skipped: skipped.map(({ path, reason }) => `${path} ${reason}`) };
}

describe('a plain folder', () => {
  it('is listed in path order, with the data of lstat', async () => {
    const root = createFolder({ 'b.txt': 'bb', 'a/z.txt': 'z', 'a-b.txt': 'x', 'B.txt': 'x' });
    expect((await list(root)).files).toEqual(['B.txt', 'a-b.txt', 'a/z.txt', 'b.txt']);
    const repository = await openRepository(root);
    const listing = await listFiles(repository, await resolveRef(repository), { maxFileBytes: 9, exclude: [] });
    expect(listing.files.at(-1)).toMatchObject({ path: 'b.txt', stat: { size: 2, mtimeUs: expect.any(Number) } });
  });

  it('leaves out nested repositories, and names them', async () => {
    const root = createFolder({
      'a.txt': '',
      'one/.git/HEAD': 'ref: refs/heads/main\n',
      'one/b.txt': '',
      'deep/linked/.git': 'gitdir: /elsewhere\n',
      'deep/linked/c.txt': '',
      'deep/d.txt': '',
      '.gitignore': 'ignored/\n',
      'ignored/two/.git/HEAD': '',
      'node_modules/three/.git/HEAD': '',
    });
    mkdirSync(join(root, 'empty', '.git'), { recursive: true });
    writeFileSync(join(root, 'empty', 'e.txt'), '');
    expect((await list(root)).files).toEqual(['.gitignore', 'a.txt', 'deep/d.txt', 'empty/e.txt']);
    const repository = await openRepository(root);
    const ref = await resolveRef(repository);
    const { submodules } = await listFiles(repository, ref, { maxFileBytes: 9, exclude: [] });
    expect(submodules).toEqual(['deep/linked', 'one']);
    // Each is a project of its own.
    mkdirSync(join(root, 'one', '.git', 'objects'));
    mkdirSync(join(root, 'one', '.git', 'refs'));
    expect((await openRepository(join(root, 'one'))).root).toBe(join(root, 'one'));
  });

  it('omits files that its ignore files exclude', async () => {
    const root = createFolder({
      '.gitignore': '*.log\n/top.txt\nout/\n# comment\n\\#odd\n',
      'a.log': '',
      'top.txt': '',
      '#odd': '',
      'sub/top.txt': '',
      'out/x.txt': '',
      'sub/out/x.txt': '',
      'sub/.gitignore': '!kept.log\nlocal/*\n!local/kept.txt\n',
      'sub/kept.log': '',
      'sub/other.log': '',
      'sub/local/kept.txt': '',
      'sub/local/gone.txt': '',
      'other/local/stays.txt': '',
      'other/kept.log': '',
    });
    expect(await list(root)).toEqual({
      files: [
        '.gitignore',
        'other/local/stays.txt',
        'sub/.gitignore',
        'sub/kept.log',
        'sub/local/kept.txt',
        'sub/top.txt',
      ],
      skipped: [],
    });
  });

  it('scopes ignore files correctly in folders with unusual names', async () => {
    const root = createFolder({
      'a*b/.gitignore': 'x.txt\r\n/y.txt  \r\n',
      'a*b/x.txt': '',
      'a*b/y.txt': '',
      'a*b/deep/y.txt': '',
      'a-b/x.txt': '',
      '[q] !#/.gitignore': '*\n!z.txt\n',
      '[q] !#/z.txt': '',
      '[q] !#/w.txt': '',
      'n\nl/.gitignore': 'x.txt',
      'n\nl/x.txt': '',
      'n\nl/y.txt': '',
    });
    expect((await list(root)).files).toEqual([
      '[q] !#/z.txt',
      'a*b/.gitignore',
      'a*b/deep/y.txt',
      'a-b/x.txt',
      'n\nl/.gitignore',
      'n\nl/y.txt',
    ]);
  });

  it('lists files excluded by .codecompassignore and the options as skipped, a folder once', async () => {
    const root = createFolder({
      '.codecompassignore': 'docs/\n*.csv\n',
      'docs/a.md': '',
      'docs/b.md': '',
      'data.csv': '',
      'sub/.codecompassignore': '!kept.csv\n',
      'sub/kept.csv': '',
      'sub/x.gen': '',
      'node_modules/a/index.js': '',
      'sub/__pycache__/x.pyc': '',
    });
    expect(await list(root, { exclude: ['*.gen'] })).toEqual({
      files: ['.codecompassignore', 'sub/.codecompassignore', 'sub/kept.csv'],
      skipped: [
        'data.csv excluded_by_repository',
        'docs/ excluded_by_repository',
        'node_modules/ excluded',
        'sub/__pycache__/ excluded',
        'sub/x.gen excluded',
      ],
    });
    expect((await list(root, { exclude: ['!node_modules/', '!docs/'] })).files).toEqual([
      '.codecompassignore',
      'docs/a.md',
      'docs/b.md',
      'node_modules/a/index.js',
      'sub/.codecompassignore',
      'sub/kept.csv',
      'sub/x.gen',
    ]);
  });

  it('never enters version control folders', async () => {
    const root = createFolder({ 'a.txt': '', '.hg/x': '', 'sub/.svn/y': '', 'sub/.jj/z': '', 'w/.git': 'gitdir: x' });
    expect(await list(root)).toEqual({ files: ['a.txt'], skipped: [] });
  });

  it('follows no link and opens no pipe', async () => {
    const outside = createFolder({ 'secret.txt': 's' });
    const root = createFolder({ 'a.txt': 'a', 'big.txt': 'x'.repeat(1001), 'sub/.env': '' });
    symlinkSync(outside, join(root, 'dir-link'));
    symlinkSync('.', join(root, 'loop'));
    symlinkSync('nowhere', join(root, 'dangling'));
    execFileSync('mkfifo', [join(root, 'pipe'), join(root, '.gitignore')]);
    expect(await list(root)).toEqual({
      files: ['a.txt'],
      skipped: [
        '.gitignore unreadable',
        'big.txt too_large',
        'dangling link',
        'dir-link link',
        'loop link',
        'pipe unreadable',
        'sub/.env secret',
      ],
    });
  });

  it('keeps the bytes of names that are not UTF-8', async () => {
    const root = createFolder();
    const folder = Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xe4])]);
    mkdirSync(folder);
    writeFileSync(Buffer.concat([folder, Buffer.from('/'), Buffer.from([0xf6])]), 'x');
    writeFileSync(Buffer.concat([folder, Buffer.from('/.gitignore')]), 'none\n');
    expect((await list(root)).files).toEqual(['\\xe4/.gitignore', '\\xe4/\\xf6']);
  });

  it('walks deeply nested folders', async () => {
    const root = temporaryFolder();
    const deep = Array.from({ length: 120 }, () => 'd').join('/');
    mkdirSync(join(root, deep), { recursive: true });
    writeFileSync(join(root, deep, 'x.txt'), 'x');
    expect((await list(root)).files).toEqual([`${deep}/x.txt`]);
  });

  it('is named in the error if it vanished', async () => {
    const root = createFolder({ 'a.txt': '' });
    const repository = await openRepository(root);
    const ref = await resolveRef(repository);
    rmSync(root, { recursive: true });
    const listing = listFiles(repository, ref, { maxFileBytes: 1, exclude: [] });
    await expect(listing).rejects.toMatchObject({
      code: 'repository_unreadable',
      message: expect.stringContaining(root),
    });
  });

  it('stops with the reason of the signal', async () => {
    const reason = new Error('enough');
    const root = createFolder({ 'a.txt': '' });
    await expect(list(root, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it.skipIf(process.getuid?.() === 0)('reports folders without read permission', async () => {
    const root = createFolder({ 'closed/a.txt': '', 'b.txt': '' });
    chmodSync(join(root, 'closed'), 0);
    expect(await list(root)).toEqual({ files: ['b.txt'], skipped: ['closed/ unreadable'] });
    chmodSync(join(root, 'closed'), 0o700);
  });
});
