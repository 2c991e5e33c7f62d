import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBareClone, createRepository, temporaryFolder } from '../../../test/support/test-repository.ts';
import { blobHash, readWorkingFile } from '../content/read-file.ts';
import { openRepository, resolveRef } from '../git/repository.ts';
import { type ListOptions, listFiles } from './list-files.ts';

const defaults: ListOptions = { maxFileBytes: 1000, exclude: [] };

async function list(root: string, options: Partial<ListOptions> & { readonly ref?: string } = {}) {
  const { ref, ...rest } = options;
  const repository = await openRepository(root);
  return listFiles(repository, await resolveRef(repository, ref), { ...defaults, ...rest });
}

async function paths(root: string, options: Partial<ListOptions> & { readonly ref?: string } = {}) {
  return (await list(root, options)).files.map((file) => file.path);
}

async function skipped(root: string, options: Partial<ListOptions> & { readonly ref?: string } = {}) {
  return (await list(root, options)).skipped.map(({ path, reason }) => `${path} ${reason}`);
}

/** Returns a name below a folder that is not valid UTF-8. */
const rawPath = (folder: string, ...bytes: number[]) => Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(bytes)]);

describe('the working tree', () => {
  it('contains staged, edited and untracked files, but no deleted or ignored ones', async () => {
    const { root, git, write, remove, path } = createRepository({
      '.gitignore': 'ignored*\nbuild/\n',
      'deleted.txt': 'd',
      'edited.txt': 'e',
      'removed.txt': 'r',
      'old-name.txt': 'n',
      'sub/.gitignore': '!ignored-not.txt\n',
    });
    write({ 'staged.txt': 's', 'ignored.txt': 'i', 'build/out.txt': 'o', 'sub/ignored-not.txt': 'x' });
    git('add', 'staged.txt');
    write({ 'edited.txt': 'edited', 'untracked/deep/file.txt': 'u' });
    remove('deleted.txt');
    git('rm', '--quiet', 'removed.txt');
    renameSync(path('old-name.txt'), path('new-name.txt'));
    expect(await paths(root)).toEqual([
      '.gitignore',
      'edited.txt',
      'new-name.txt',
      'staged.txt',
      'sub/.gitignore',
      'sub/ignored-not.txt',
      'untracked/deep/file.txt',
    ]);
  });

  it('lists an ignored tracked file once, even in conflict', async () => {
    const repository = createRepository({ 'both.txt': 'base', '.gitignore': 'both.txt\n' });
    repository.git('add', '--force', 'both.txt');
    repository.commit();
    repository.branch('other');
    repository.commit({ 'both.txt': 'theirs' });
    repository.checkout('main');
    repository.commit({ 'both.txt': 'ours' });
    expect(() => repository.git('merge', 'other')).toThrow();
    expect(repository.git('ls-files', '-u').split('\n')).toHaveLength(3);
    expect(await paths(repository.root)).toEqual(['.gitignore', 'both.txt']);
  });

  it('returns size, times and the executable flag, but no hash', async () => {
    const { root, write, path } = createRepository();
    write({ 'run.sh': '#!/bin/sh\n', 'plain.txt': '12345' });
    chmodSync(path('run.sh'), 0o755);
    const [plain, run] = (await list(root)).files;
    expect(plain).toEqual({
      path: 'plain.txt',
      stat: { size: 5, mtimeUs: expect.any(Number), ctimeUs: expect.any(Number), inode: expect.any(Number) },
    });
    expect(run).toMatchObject({ path: 'run.sh', executable: true });
  });

  it('lists a branch without commits', async () => {
    const { root, write, git } = createRepository();
    expect(await paths(root)).toEqual([]);
    write({ 'a.txt': 'a', 'b.txt': 'b' });
    git('add', 'a.txt');
    expect(await paths(root)).toEqual(['a.txt', 'b.txt']);
  });

  it('lists a detached head and a linked worktree as they are on disk', async () => {
    const main = createRepository({ 'a.txt': 'a' });
    const linked = main.worktree('other');
    linked.write({ 'only-here.txt': 'x' });
    expect(await paths(linked.root)).toEqual(['a.txt', 'only-here.txt']);
    main.git('checkout', '--quiet', '--detach');
    main.write({ 'b.txt': 'b' });
    expect(await paths(main.root)).toEqual(['a.txt', 'b.txt']);
  });

  it('lists the whole work tree when opened from a subfolder', async () => {
    const { path } = createRepository({ 'a.txt': 'a', 'sub/b.txt': 'b' });
    expect(await paths(path('sub'))).toEqual(['a.txt', 'sub/b.txt']);
  });

  it('names submodules and nested repositories without entering them', async () => {
    const inner = createRepository({ 'inner.txt': 'i' });
    const outer = createRepository({ 'outer.txt': 'o' });
    outer.git('submodule', '--quiet', 'add', inner.root, 'sub');
    execFileSync('git', ['clone', '--quiet', inner.root, outer.path('nested/clone')]);
    const listing = await list(outer.root);
    expect(listing.files.map((file) => file.path)).toEqual(['.gitmodules', 'outer.txt']);
    expect(listing.submodules).toEqual(['nested/clone', 'sub']);
    outer.commit({}, 'with submodule');
    expect(await list(outer.root, { ref: 'HEAD~0' })).toMatchObject({ submodules: ['nested/clone', 'sub'] });
    expect(await paths(outer.path('sub'))).toEqual(['inner.txt']);
  });

  it('treats files behind a linked folder as absent', async () => {
    const { root, path } = createRepository({ 'dir/a.txt': 'a', 'dir/deep/b.txt': 'b', 'c.txt': 'c' });
    renameSync(path('dir'), path('moved'));
    symlinkSync('moved', path('dir'));
    expect(await paths(root)).toEqual(['c.txt', 'moved/a.txt', 'moved/deep/b.txt']);
    expect(await skipped(root)).toEqual(['dir link']);
  });

  it('handles a file that became a folder and a folder that became a file', async () => {
    const { root, remove, write } = createRepository({ a: 'file', 'b/x.txt': 'x' });
    remove('a', 'b');
    write({ 'a/y.txt': 'y', b: 'file' });
    expect(await paths(root)).toEqual(['a/y.txt', 'b']);
  });

  it('excludes untracked dependency folders once, but not tracked ones', async () => {
    const { root, write } = createRepository({ 'lib/node_modules/kept/index.js': 'k' });
    write({ 'node_modules/a/index.js': 'a', 'node_modules/b/node_modules/c/index.js': 'c', 'x/.venv/y.py': 'y' });
    expect(await paths(root)).toEqual(['lib/node_modules/kept/index.js']);
    expect(await skipped(root)).toEqual(['node_modules/ excluded', 'x/.venv/ excluded']);
    expect(await paths(root, { exclude: ['!/node_modules/'] })).toEqual([
      'lib/node_modules/kept/index.js',
      'node_modules/a/index.js',
    ]);
  });

  it('applies .codecompassignore in every folder, and the root one even if git ignores it', async () => {
    const { root, write } = createRepository({
      '.gitignore': '.codecompassignore\n!sub/.codecompassignore\n',
      'a.log': 'a',
      'docs/a.md': 'a',
      'sub/.codecompassignore': '!keep.log\n/only-here.txt\n',
      'sub/keep.log': 'k',
      'sub/deep/keep.log': 'k',
      'sub/only-here.txt': 'o',
      'sub/deep/only-here.txt': 'o',
    });
    write({ '.codecompassignore': '*.log\ndocs/\n' });
    expect(await paths(root)).toEqual([
      '.gitignore',
      'sub/.codecompassignore',
      'sub/deep/keep.log',
      'sub/deep/only-here.txt',
      'sub/keep.log',
    ]);
    expect(await skipped(root)).toEqual([
      'a.log excluded_by_repository',
      'docs/a.md excluded_by_repository',
      'sub/only-here.txt excluded_by_repository',
    ]);
    expect(await skipped(root, { exclude: ['!/a.log', 'deep/'] })).toEqual([
      'docs/a.md excluded_by_repository',
      'sub/deep/keep.log excluded',
      'sub/deep/only-here.txt excluded',
      'sub/only-here.txt excluded_by_repository',
    ]);
  });

  it('skips without reading, for the first reason that applies', async () => {
    const { root, write, path } = createRepository({ '.env': 'x'.repeat(2000), 'ok.txt': 'x'.repeat(1000) });
    write({ 'big.txt': 'x'.repeat(1001), 'excluded/.env.local': 'x', id_rsa: 'x' });
    symlinkSync('ok.txt', path('link'));
    symlinkSync('ok.txt', path('.env.link'));
    execFileSync('mkfifo', [path('pipe')]);
    expect(await skipped(root, { exclude: ['excluded'] })).toEqual([
      '.env secret',
      '.env.link secret',
      'big.txt too_large',
      'excluded/.env.local excluded',
      'id_rsa secret',
      'link link',
    ]);
    // Git does not list an untracked pipe, but it lists one that replaced a tracked file.
    rmSync(path('ok.txt'));
    renameSync(path('pipe'), path('ok.txt'));
    expect(await skipped(root)).toContain('ok.txt unreadable');
  });

  it('reports a work tree that vanished', async () => {
    const { root } = createRepository({ 'a.txt': 'a' });
    const repository = await openRepository(root);
    const ref = await resolveRef(repository);
    rmSync(root, { recursive: true });
    await expect(listFiles(repository, ref, defaults)).rejects.toMatchObject({
      code: 'repository_unreadable',
      message: expect.stringContaining(root),
    });
  });

  it('reports a damaged git index', async () => {
    const { root, path } = createRepository({ 'a.txt': 'a' });
    writeFileSync(path('.git/index'), 'garbage');
    await expect(list(root)).rejects.toMatchObject({ code: 'repository_unreadable' });
  });

  it('stops with the reason of the signal, and reports the number of files found', async () => {
    const { root } = createRepository({ 'a.txt': 'a', 'b.txt': 'b' });
    const reason = new Error('enough');
    await expect(list(root, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const counts: number[] = [];
    await list(root, { onDiscovered: (count) => counts.push(count) });
    expect(counts.at(-1)).toBe(2);
  });
});

describe('git objects', () => {
  it('are listed with their hashes, without touching the disk', async () => {
    const repository = createRepository({ 'a.txt': 'a', 'sub/b.txt': 'b' });
    repository.branch('other');
    repository.commit({ 'c.txt': 'c', 'run.sh': 'r' });
    repository.git('update-index', '--chmod=+x', 'run.sh');
    repository.git('commit', '--quiet', '--message', 'executable');
    repository.git('checkout', '--quiet', '--force', 'main');
    repository.write({ 'untracked.txt': 'u' });
    expect((await list(repository.root, { ref: 'other' })).files).toEqual([
      { path: 'a.txt', hash: blobHash(Buffer.from('a'), 'sha1'), size: 1 },
      { path: 'c.txt', hash: blobHash(Buffer.from('c'), 'sha1'), size: 1 },
      { path: 'run.sh', hash: blobHash(Buffer.from('r'), 'sha1'), size: 1, executable: true },
      { path: 'sub/b.txt', hash: blobHash(Buffer.from('b'), 'sha1'), size: 1 },
    ]);
    expect(existsSync(repository.path('c.txt'))).toBe(false);
  });

  it('come from bare repositories and from those with sha256', async () => {
    const source = createRepository({ 'a.txt': 'a' }, { objectFormat: 'sha256' });
    const bare = createBareClone(source);
    const hash = blobHash(Buffer.from('a'), 'sha256');
    expect((await list(bare.root)).files).toEqual([{ path: 'a.txt', hash, size: 1 }]);
    expect((await list(source.root)).files).toMatchObject([{ path: 'a.txt' }]);
  });

  it('have the ignore files of their own commit', async () => {
    const repository = createRepository({ '.codecompassignore': '*.log\n', 'a.log': 'a', '.env': 'e' });
    symlinkSync('a.log', repository.path('link'));
    repository.commit();
    repository.git('tag', 'before');
    repository.commit({ '.codecompassignore': '', 'sub/.codecompassignore': 'b.txt', 'sub/b.txt': 'b' });
    repository.write({ '.codecompassignore': 'sub\n' });
    expect(await skipped(repository.root, { ref: 'before' })).toEqual([
      '.env secret',
      'a.log excluded_by_repository',
      'link link',
    ]);
    const now = ['.env secret', 'link link', 'sub/b.txt excluded_by_repository'];
    expect(await skipped(repository.root, { ref: 'HEAD~0' })).toEqual(now);
    expect(await skipped(repository.root, { ref: 'HEAD~0', exclude: ['!.env', 'a.*'] })).toEqual([
      '.env secret',
      'a.log excluded',
      'link link',
      'sub/b.txt excluded_by_repository',
    ]);
  });

  it('are empty for a branch without commits', async () => {
    const { root } = createBareClone(createRepository());
    expect(await list(root)).toEqual({ files: [], skipped: [], submodules: [], warnings: [] });
  });
});

describe('names', () => {
  const odd = [
    '-n',
    '--',
    ':(top)x',
    'a"b',
    "a'b",
    'a\tb',
    'a\nb',
    'a\\b',
    '*?[x]',
    ' lead',
    'ünï',
    '😀',
    '..x',
    '#x',
    '!x',
  ];

  it('may be anything that git allows, tracked, untracked or in objects', async () => {
    const { root, commit, write } = createRepository();
    const sorted = [...odd].sort();
    write(Object.fromEntries(odd.map((name) => [name, name])));
    expect(await paths(root)).toEqual(sorted);
    commit();
    expect(await paths(root)).toEqual(sorted);
    expect(await paths(root, { ref: 'HEAD~0' })).toEqual(sorted);
    expect(await paths(root, { exclude: ['/nothing'] })).toEqual(sorted);
  });

  it('keep their bytes if they are not UTF-8', async () => {
    const { root, commit } = createRepository({ 'ok.txt': 'ok' });
    mkdirSync(rawPath(root, 0x64, 0xfe));
    writeFileSync(rawPath(root, 0x64, 0xfe, 0x2f, 0xc3, 0xa4, 0xff), 'raw');
    const path = 'd\\xfe/ä\\xff';
    const rawName = Buffer.from([0x64, 0xfe, 0x2f, 0xc3, 0xa4, 0xff]);
    for (const step of ['untracked', 'tracked', 'objects']) {
      if (step === 'tracked') commit();
      const { files } = await list(root, step === 'objects' ? { ref: 'HEAD~0' } : {});
      expect(files).toMatchObject([{ path, rawPath: rawName }, { path: 'ok.txt' }]);
      expect(files[1]).not.toHaveProperty('rawPath');
      if (files[0] !== undefined) expect(readWorkingFile(root, files[0], 100)).toEqual(Buffer.from('raw'));
    }
  });

  it('give a shared path to the valid UTF-8 name', async () => {
    const { root, write } = createRepository();
    write({ '\\xff': 'text' });
    writeFileSync(rawPath(root, 0xff), 'raw');
    const listing = await list(root);
    expect(listing.files).toMatchObject([{ path: '\\xff' }]);
    expect(listing.files[0]).not.toHaveProperty('rawPath');
    expect(listing.skipped).toEqual([{ path: '\\xff', reason: 'unreadable' }]);
  });
});

describe('an untrusted repository', () => {
  it('executes nothing that it configures and is not modified', async () => {
    const repository = createRepository({ 'a.txt': 'a', 'b.bin': 'b' });
    const { root, git, path } = repository;
    const canary = join(temporaryFolder(), 'canary');
    const trap = path('.git/trap.sh');
    writeFileSync(trap, `#!/bin/sh\necho "$0 $*" >> '${canary}'\ncat\n`, { mode: 0o755 });
    repository.commit({ '.gitattributes': '* filter=trap diff=trap text\n' });
    for (const key of ['filter.trap.clean', 'filter.trap.smudge', 'filter.trap.process', 'diff.trap.textconv']) {
      git('config', key, trap);
    }
    for (const key of ['diff.trap.command', 'diff.external', 'core.fsmonitor', 'core.pager', 'core.sshCommand']) {
      git('config', key, trap);
    }
    git('config', 'alias.ls-files', `!${trap}`);
    git('config', 'core.hooksPath', path('.git'));
    git('config', 'extensions.partialClone', 'origin');
    git('config', 'remote.origin.url', `ext::${trap}`);
    git('config', 'remote.origin.promisor', 'true');
    git('config', 'protocol.ext.allow', 'always');
    for (const hook of ['post-index-change', 'reference-transaction', 'post-checkout']) {
      writeFileSync(path('.git', hook), `#!/bin/sh\necho ${hook} >> '${canary}'\n`, { mode: 0o755 });
    }
    // Same size, other time: if git refreshed its index, it would read the file through the filter.
    writeFileSync(path('a.txt'), 'A');
    const before = ['index', 'HEAD', 'config'].map((name) => readFileSync(path('.git', name)));
    rmSync(canary, { force: true });
    expect(await paths(root)).toEqual(['.gitattributes', 'a.txt', 'b.bin']);
    expect(await paths(root, { ref: 'HEAD~0' })).toEqual(['.gitattributes', 'a.txt', 'b.bin']);
    expect(await list(root, { ref: 'f'.repeat(40) }).catch((error) => error)).toMatchObject({ code: 'invalid_input' });
    expect(existsSync(canary)).toBe(false);
    expect(['index', 'HEAD', 'config'].map((name) => readFileSync(path('.git', name)))).toEqual(before);
    // Control: a plain status does trigger the trap.
    git('status');
    expect(existsSync(canary)).toBe(true);
  });
});
