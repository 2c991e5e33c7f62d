import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createBareClone,
  createFolder,
  createRepository,
  temporaryFolder,
} from '../../../test/support/test-repository.ts';
import { openRepository } from './repository.ts';

async function check(folder: string, says: RegExp) {
  const error = await openRepository(folder).catch((thrown) => thrown);
  expect(error).toMatchObject({ code: 'repository_unreadable', message: expect.stringMatching(says) });
}

/** A repository whose git folder does not name its work tree. */
function separateRepository() {
  const folder = createFolder({ 'a.txt': 'a' });
  const storage = join(temporaryFolder(), 'storage.git');
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  git('init', '--quiet', `--separate-git-dir=${storage}`);
  git('add', '--all');
  git('-c', 'user.name=n', '-c', 'user.email=e', 'commit', '-qm', 'first');
  return { folder, storage };
}

describe('a git folder that belongs to another work tree is refused', () => {
  const victim = () => createRepository({ 'private.txt': 'private' });

  it('behind a .git file', async () => {
    const { path } = victim();
    await check(createFolder({ '.git': `gitdir: ${path('.git')}\n` }), /belongs to another work tree/);
  });

  it('behind a .git link', async () => {
    const folder = createFolder();
    symlinkSync(victim().path('.git'), join(folder, '.git'));
    await check(folder, /belongs to another work tree/);
  });

  it('behind the commondir of a work tree and of a bare repository', async () => {
    const { path, root } = createRepository({ 'a.txt': 'a' });
    writeFileSync(path('.git/commondir'), `${victim().path('.git')}\n`);
    writeFileSync(path('.git/gitdir'), `${path('.git')}\n`);
    await check(root, /belongs to another work tree/);
    const bare = createBareClone(createRepository({ 'a.txt': 'a' }));
    writeFileSync(bare.path('commondir'), `${createBareClone(victim()).root}\n`);
    await check(bare.root, /another work tree|a work tree at another path/);
  });

  it('as the worktree of another', async () => {
    const repository = victim();
    repository.worktree('other');
    const link = `gitdir: ${repository.path('.git/worktrees/linked')}\n`;
    await check(createFolder({ '.git': link }), /belongs to another work tree/);
  });

  it('unless its own configuration names the folder', async () => {
    const { root, git, path } = victim();
    const folder = createFolder({ '.git': `gitdir: ${path('.git')}\n` });
    git('config', 'core.worktree', folder);
    expect(await openRepository(folder)).toMatchObject({ root: folder, identity: path('.git') });
    await check(root, /has its work tree at/);
  });

  it('although the index in it names a path that no file can have', async () => {
    const { folder } = separateRepository();
    const blob = execFileSync('git', ['rev-parse', 'HEAD:a.txt'], { cwd: folder, encoding: 'utf8' }).trim();
    const entry = `100644,${blob},${'long/'.repeat(1_000)}a.txt`;
    execFileSync('git', ['rm', '--cached', '--quiet', 'a.txt'], { cwd: folder });
    execFileSync('git', ['update-index', '--add', '--cacheinfo', entry], { cwd: folder });
    await check(folder, /belongs to another work tree/);
  });

  it('but not a separate git folder of the same work tree', async () => {
    const folder = createFolder({ 'a.txt': 'a' });
    const elsewhere = join(temporaryFolder(), 'storage.git');
    execFileSync('git', ['init', '--quiet', `--separate-git-dir=${elsewhere}`, folder]);
    expect(await openRepository(folder)).toMatchObject({ root: folder, identity: elsewhere });
  });

  it('as a separate git folder, which does not name its work tree', async () => {
    const { folder, storage } = separateRepository();
    const link = { '.git': `gitdir: ${storage}\n` };
    await check(createFolder({ ...link, 'a.txt': 'other' }), /belongs to another work tree/);
    await check(createFolder(link), /belongs to another work tree/);
    const copy = createFolder();
    cpSync(folder, copy, { recursive: true });
    await check(copy, /belongs to another work tree/);
    expect(await openRepository(folder)).toMatchObject({ root: folder, identity: storage });
    execFileSync('git', ['config', 'core.worktree', folder], { cwd: folder });
    expect(await openRepository(folder)).toMatchObject({ root: folder, identity: storage });
    await check(createFolder(link), /has its work tree at/);
  });

  it('as a separate git folder whose index has no file of the folder', async () => {
    const { folder, storage } = separateRepository();
    rmSync(join(storage, 'index'));
    await check(createFolder({ '.git': `gitdir: ${storage}\n` }), /belongs to another work tree/);
    await check(folder, /belongs to another work tree/);
    execFileSync('git', ['config', 'core.worktree', folder], { cwd: folder });
    expect((await openRepository(folder)).root).toBe(folder);
  });

  it('as a bare repository, unless it is in the folder', async () => {
    const { root } = createBareClone(victim());
    await check(createFolder({ '.git': `gitdir: ${root}\n` }), /belongs to another work tree/);
    const folder = createFolder({ '.git': 'gitdir: ./.bare\n' });
    renameSync(root, join(folder, '.bare'));
    expect(await openRepository(folder)).toMatchObject({ bare: true, root: join(folder, '.bare') });
  });

  it.each(['2', '3', '4'])('but not one with many files and an index of version %s', async (version) => {
    const { folder, storage } = separateRepository();
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
    for (let at = 0; at < 30; at++) writeFileSync(join(folder, `file-${at}-${'x'.repeat(at)}.txt`), `${at}`);
    git('add', '--all');
    git('update-index', '--index-version', version);
    if (version === '3') git('update-index', '--skip-worktree', 'file-3-xxx.txt');
    for (let at = 0; at < 29; at++) writeFileSync(join(folder, `file-${at}-${'x'.repeat(at)}.txt`), 'edited');
    rmSync(join(folder, 'a.txt'));
    utimesSync(join(folder, 'file-0-.txt'), 1, 1);
    expect(await openRepository(folder)).toMatchObject({ root: folder, identity: storage });
    await check(createFolder({ '.git': `gitdir: ${storage}\n` }), /belongs to another work tree/);
  });

  it('but neither a submodule nor a worktree of a separate git folder', async () => {
    const { folder } = separateRepository();
    const linked = join(temporaryFolder(), 'linked');
    execFileSync('git', ['worktree', 'add', '-q', linked], { cwd: folder, stdio: 'ignore' });
    expect((await openRepository(linked)).root).toBe(linked);
    const { root } = createRepository({ 'b.txt': 'b' });
    const args = ['-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', root, 'module'];
    execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
    const module = join(folder, 'module');
    const opened = await openRepository(module);
    expect(opened.root).toBe(module);
    await check(createFolder({ '.git': `gitdir: ${opened.identity}\n` }), /has its work tree at/);
  });

  it('and the error for a moved worktree suggests the repair command', async () => {
    const linked = createRepository({ 'a.txt': 'a' }).worktree('other');
    const moved = join(temporaryFolder(), 'moved');
    renameSync(linked.root, moved);
    const error = await openRepository(moved).catch((thrown) => thrown);
    expect(error.remediation).toContain('git worktree repair');
    execFileSync('git', ['worktree', 'repair'], { cwd: moved, stdio: 'ignore' });
    expect((await openRepository(moved)).root).toBe(moved);
  });
});

describe('a named pipe that would block git is refused', () => {
  const places = ['.git/HEAD', '.git/config', '.git/index', '.git/packed-refs', '.git/info/exclude'];
  it.each(places)('at %s', async (place) => {
    const { root, path } = createRepository({ 'a.txt': 'a' });
    rmSync(path(place), { force: true });
    mkdirSync(join(path(place), '..'), { recursive: true });
    execFileSync('mkfifo', [path(place)]);
    await check(root, /is a named pipe/);
  });

  it('at .git itself, which is then not a repository', async () => {
    const folder = createFolder();
    execFileSync('mkfifo', [join(folder, '.git')]);
    expect((await openRepository(folder)).kind).toBe('folder');
  });
});
