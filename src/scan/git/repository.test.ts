import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  createBareClone,
  createFolder,
  createRepository,
  temporaryFolder,
} from '../../../test/support/test-repository.ts';
import { openRepository } from './repository.ts';

afterEach(() => vi.unstubAllEnvs());

describe('openRepository', () => {
  it('opens a work tree from its root, a subfolder or a link to it', async () => {
    const { root, path } = createRepository({ 'a/b/c.txt': 'c' });
    const link = join(temporaryFolder(), 'link');
    symlinkSync(path('a'), link);
    const git = join(root, '.git');
    for (const given of [root, path('a/b'), link, path('.git'), path('.git/refs')]) {
      const expected = { kind: 'git', root, identity: git, gitDir: git, bare: false, hashAlgorithm: 'sha1' };
      expect(await openRepository(given)).toEqual(expected);
    }
  });

  it('opens a repository without commits', async () => {
    const { root } = createRepository();
    expect(await openRepository(root)).toMatchObject({ kind: 'git', root });
  });

  it('gives linked worktrees the same identity', async () => {
    const main = createRepository({ 'a.txt': 'a' });
    const linked = main.worktree('other');
    const opened = await openRepository(linked.root);
    expect(opened).toMatchObject({ root: linked.root, identity: join(main.root, '.git'), bare: false });
    expect(opened.gitDir).toBe(join(main.root, '.git/worktrees/linked'));
  });

  it('opens a submodule as a repository of its own', async () => {
    const inner = createRepository({ 'inner.txt': 'i', 'deep/x.txt': 'x' });
    const outer = createRepository({ 'outer.txt': 'o' });
    outer.git('submodule', '--quiet', 'add', inner.root, 'sub');
    const opened = await openRepository(outer.path('sub/deep'));
    expect(opened).toMatchObject({ root: outer.path('sub'), identity: outer.path('.git/modules/sub') });
  });

  it('opens a bare repository by its path', async () => {
    const bare = createBareClone(createRepository({ 'a.txt': 'a' }));
    const expected = { kind: 'git', root: bare.root, identity: bare.root, gitDir: bare.root, bare: true };
    expect(await openRepository(bare.root)).toMatchObject(expected);
  });

  it('opens a bare repository and its worktrees behind a .git file', async () => {
    const folder = createFolder({ '.git': 'gitdir: ./.bare\n' });
    const bare = join(folder, '.bare');
    renameSync(createBareClone(createRepository({ 'a.txt': 'a' })).root, bare);
    expect(await openRepository(folder)).toMatchObject({ root: bare, bare: true });
    const linked = join(folder, 'other');
    execFileSync('git', ['worktree', 'add', '-q', linked], { cwd: folder, stdio: 'ignore' });
    expect(await openRepository(linked)).toMatchObject({ root: linked, identity: bare, bare: false });
  });

  it('detects the object format', async () => {
    const { root } = createRepository({ 'a.txt': 'a' }, { objectFormat: 'sha256' });
    expect(await openRepository(root)).toMatchObject({ hashAlgorithm: 'sha256' });
  });

  it('opens a repository whose path has line ends, quotes and colons', async () => {
    const root = join(temporaryFolder(), 'a\nb "c":d');
    mkdirSync(root);
    execFileSync('git', ['init', '--quiet', root]);
    expect(await openRepository(root)).toMatchObject({ root, identity: join(root, '.git') });
  });

  it('opens a plain folder without git', async () => {
    vi.stubEnv('PATH', temporaryFolder());
    const root = createFolder({ 'a.txt': 'a' });
    const expected = { kind: 'folder', root, identity: root, bare: false, hashAlgorithm: 'sha1' };
    expect(await openRepository(root)).toEqual(expected);
  });

  it('ignores an empty .git folder', async () => {
    const root = createFolder();
    mkdirSync(join(root, '.git'));
    expect(await openRepository(root)).toMatchObject({ kind: 'folder' });
  });

  it('ignores the environment variables of a surrounding git', async () => {
    const other = createRepository({ 'b.txt': 'b' });
    const { root } = createRepository({ 'a.txt': 'a' });
    vi.stubEnv('GIT_DIR', join(other.root, '.git'));
    vi.stubEnv('GIT_WORK_TREE', other.root);
    vi.stubEnv('GIT_INDEX_FILE', join(other.root, '.git/index'));
    expect(await openRepository(root)).toMatchObject({ root, identity: join(root, '.git') });
  });

  describe('refuses', () => {
    const check = async (path: string, code: string, message: RegExp) =>
      expect(await openRepository(path).catch((error) => error)).toMatchObject({
        code,
        message: expect.stringMatching(message),
      });

    it('a path that does not exist', async () => check(join(createFolder(), 'gone'), 'invalid_input', /gone/));
    it('a file', async () => check(join(createFolder({ 'a.txt': 'a' }), 'a.txt'), 'invalid_input', /not a folder/));
    it('a path with a NUL', async () => check('a\0b', 'invalid_input', /does not exist/));

    it('a repository without its HEAD', async () => {
      const { root, path } = createRepository({ 'a.txt': 'a' });
      rmSync(path('.git/HEAD'));
      await check(root, 'repository_unreadable', /not a git repository/);
    });

    it('a damaged repository inside an intact one', async () => {
      const outer = createRepository({ 'a.txt': 'a', 'inner/.keep': '' });
      execFileSync('git', ['init', '--quiet', outer.path('inner')]);
      writeFileSync(outer.path('inner/.git/HEAD'), 'garbage');
      await check(outer.path('inner'), 'repository_unreadable', /inner/);
    });

    it('a worktree whose repository is missing', async () => {
      const folder = createFolder({ '.git': 'gitdir: /nowhere/.git/worktrees/x\n' });
      await check(folder, 'repository_unreadable', /not a git repository/);
    });

    it('a work tree that is somewhere else', async () => {
      const { root, git } = createRepository({ 'a.txt': 'a' });
      git('config', 'core.worktree', temporaryFolder());
      await check(root, 'repository_unreadable', /has its work tree at/);
    });

    it('a git repository where git is not installed', async () => {
      const { root } = createRepository({ 'a.txt': 'a' });
      vi.stubEnv('PATH', temporaryFolder());
      await check(root, 'repository_unreadable', /git is not installed/);
    });

    it.skipIf(process.getuid?.() !== 0)('a repository of another user', async () => {
      const { root } = createRepository({ 'a.txt': 'a' });
      execFileSync('chown', ['-R', '12345', root]);
      const error = await openRepository(root).catch((thrown) => thrown);
      expect(error).toMatchObject({ code: 'repository_unreadable', message: expect.stringMatching(/another user/) });
      expect(error.remediation).toContain('safe.directory');
    });

    it.skipIf(process.getuid?.() === 0)('a folder without permission', async () => {
      const root = createFolder();
      mkdirSync(join(root, 'closed'), { mode: 0 });
      await check(join(root, 'closed'), 'permission_denied', /closed/);
    });
  });
});
