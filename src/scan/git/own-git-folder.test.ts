import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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

  it('but not a separate git folder of the same work tree', async () => {
    const folder = createFolder({ 'a.txt': 'a' });
    const elsewhere = join(temporaryFolder(), 'storage.git');
    execFileSync('git', ['init', '--quiet', `--separate-git-dir=${elsewhere}`, folder]);
    expect(await openRepository(folder)).toMatchObject({ root: folder, identity: elsewhere });
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
