import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  createBareClone,
  createFolder,
  createRepository,
  type TestRepository,
} from '../../../test/support/test-repository.ts';
import { openRepository, resolveRef } from './repository.ts';

const resolve = async (root: string, wanted?: string) => resolveRef(await openRepository(root), wanted);
const failure = (root: string, wanted?: string) => resolve(root, wanted).catch((error) => error);

/** Creates two commits on `main`, one more on `feature/x`, a tag, and a remote branch. */
function history(): TestRepository & { readonly first: string; readonly second: string; readonly third: string } {
  const repository = createRepository();
  const first = repository.commit({ 'a.txt': '1' });
  const second = repository.commit({ 'a.txt': '2' });
  repository.branch('feature/x');
  const third = repository.commit({ 'a.txt': '3' });
  repository.checkout('main');
  repository.git('tag', '--annotate', '--message', 'one', 'v1', first);
  repository.git('update-ref', 'refs/remotes/origin/topic', third);
  return { ...repository, first, second, third };
}

describe('resolveRef', () => {
  it('reads the checked-out ref from the work tree', async () => {
    const { root, second } = history();
    for (const wanted of [undefined, 'main', 'HEAD', '@', 'heads/main', 'refs/heads/main']) {
      expect(await resolve(root, wanted)).toEqual({ name: 'main', commit: second, source: 'worktree' });
    }
  });

  it('reads every other ref from git objects', async () => {
    const { root, first, second, third } = history();
    const check = async (wanted: string, name: string, commit: string) =>
      expect(await resolve(root, wanted)).toEqual({ name, commit, source: 'objects' });
    await check('feature/x', 'feature/x', third);
    await check('refs/heads/feature/x', 'feature/x', third);
    await check('heads/feature/x', 'feature/x', third);
    await check('v1', 'v1', first);
    await check('tags/v1', 'v1', first);
    await check('refs/tags/v1', 'v1', first);
    await check('origin/topic', 'origin/topic', third);
    await check('remotes/origin/topic', 'origin/topic', third);
    await check('HEAD~1', first, first);
    await check(first, first, first);
    await check(second, second, second);
    await check(third.slice(0, 12), third, third);
  });

  it('distinguishes a tag from a branch of the same name', async () => {
    const { root, git, first, third } = history();
    git('tag', 'feature/x', first);
    git('tag', 'main', first);
    expect(await resolve(root, 'feature/x')).toEqual({ name: 'feature/x', commit: third, source: 'objects' });
    expect(await resolve(root, 'tags/feature/x')).toEqual({ name: 'tags/feature/x', commit: first, source: 'objects' });
    expect(await resolve(root, 'main')).toMatchObject({ source: 'worktree' });
    expect(await resolve(root, 'refs/tags/main')).toEqual({ name: 'tags/main', commit: first, source: 'objects' });
  });

  it('names a detached head by its commit', async () => {
    const { root, git, first } = history();
    git('checkout', '--quiet', '--detach', first);
    for (const wanted of [undefined, 'HEAD', first, first.slice(0, 10)]) {
      expect(await resolve(root, wanted)).toEqual({ name: first, commit: first, source: 'worktree' });
    }
    expect(await resolve(root, 'main')).toMatchObject({ name: 'main', source: 'objects' });
  });

  it('resolves a branch without commits', async () => {
    const { root } = createRepository();
    expect(await resolve(root)).toEqual({ name: 'main', source: 'worktree' });
    for (const wanted of ['main', 'heads/main', 'refs/heads/main']) {
      expect(await resolve(root, wanted)).toEqual({ name: 'main', source: 'worktree' });
    }
  });

  it('resolves a symbolic ref to the branch that it points to', async () => {
    const { root, git, second, third } = history();
    git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/topic');
    git('symbolic-ref', 'refs/heads/trunk', 'refs/heads/main');
    expect(await resolve(root, 'origin/HEAD')).toEqual({ name: 'origin/topic', commit: third, source: 'objects' });
    expect(await resolve(root, 'trunk')).toEqual({ name: 'main', commit: second, source: 'worktree' });
    git('symbolic-ref', 'HEAD', 'refs/heads/trunk');
    expect(await resolve(root)).toEqual({ name: 'main', commit: second, source: 'worktree' });
  });

  it('gives every ref a name of its own, however odd its name is', async () => {
    const { root, git, first, second, third } = history();
    const check = async (full: string, name: string, others: readonly string[] = []) => {
      git('update-ref', full, third);
      for (const wanted of [full, name, ...others]) {
        expect(await resolve(root, wanted), wanted).toEqual({ name, commit: third, source: 'objects' });
      }
    };
    await check('refs/heads/heads/main', 'refs/heads/heads/main', ['heads/heads/main']);
    await check('refs/heads/tags/v1', 'refs/heads/tags/v1', ['heads/tags/v1']);
    await check('refs/heads/HEAD', 'refs/heads/HEAD', ['heads/HEAD']);
    await check(`refs/heads/${first}`, `refs/heads/${first}`, [`heads/${first}`]);
    await check('refs/remotes/v1', 'remotes/v1');
    await check('refs/pull/7/head', 'refs/pull/7/head');
    expect(await resolve(root, 'heads/main')).toMatchObject({ name: 'main', source: 'worktree' });
    expect(await resolve(root, 'tags/v1')).toMatchObject({ name: 'v1', commit: first });
    expect(await resolve(root, first)).toMatchObject({ name: first, commit: first });
    expect(await resolve(root, 'HEAD')).toMatchObject({ name: 'main', commit: second });
  });

  it('reads all refs of a bare repository from git objects', async () => {
    const source = history();
    const { root } = createBareClone(source);
    expect(await resolve(root)).toEqual({ name: 'main', commit: source.second, source: 'objects' });
    expect(await resolve(root, 'feature/x')).toMatchObject({ commit: source.third, source: 'objects' });
  });

  it('keeps the branches of linked worktrees apart', async () => {
    const main = history();
    const linked = main.worktree('other');
    expect(await resolve(linked.root)).toMatchObject({ name: 'other', source: 'worktree' });
    expect(await resolve(linked.root, 'main')).toMatchObject({ name: 'main', source: 'objects' });
    expect(await resolve(main.root, 'other')).toMatchObject({ name: 'other', source: 'objects' });
  });

  it('finds branches with odd names', async () => {
    const repository = history();
    for (const name of ['ünï', '100%', "it's", '$(x)', 'a@b']) {
      repository.git('update-ref', `refs/heads/${name}`, repository.first);
      expect(await resolve(repository.root, name)).toEqual({ name, commit: repository.first, source: 'objects' });
    }
  });

  it('rejects an unknown ref and names it', async () => {
    const repository = history();
    // A branch may even be named like an option.
    repository.git('update-ref', 'refs/heads/--help', repository.first);
    const wrong = ['nope', '', '--help', '-x', '--output=/tmp/x', 'a\0b', 'a\nb', 'HEAD~99', 'main..v1', '^main', ':a'];
    for (const wanted of [...wrong, 'HEAD:a.txt', 'main^{tree}', 'f'.repeat(40)]) {
      expect(await failure(repository.root, wanted)).toMatchObject({ code: 'invalid_input', data: { ref: wanted } });
    }
  });

  it('accepts only `live` in a plain folder', async () => {
    const root = createFolder({ 'a.txt': 'a' });
    expect(await resolve(root)).toEqual({ name: 'live', source: 'worktree' });
    expect(await resolve(root, 'live')).toEqual({ name: 'live', source: 'worktree' });
    expect(await failure(root, 'main')).toMatchObject({ code: 'invalid_input', data: { ref: 'main' } });
  });

  it('reports a HEAD whose commit is missing', async () => {
    const { root, path, second } = history();
    rmSync(path('.git/objects', second.slice(0, 2), second.slice(2)));
    expect(await failure(root)).toMatchObject({ code: 'repository_unreadable' });
  });

  it('reports a corrupt branch file', async () => {
    const { root, path } = history();
    writeFileSync(path('.git/refs/heads/main'), 'garbage\n');
    expect(await failure(root)).toMatchObject({ code: 'repository_unreadable' });
  });
});
