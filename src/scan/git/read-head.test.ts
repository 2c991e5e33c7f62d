import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createBareClone, createRepository, type TestRepository } from '../../../test/support/test-repository.ts';
import { currentCommit, readHead, readRef } from './read-head.ts';
import { openRepository, resolveRef } from './repository.ts';

/** Creates branches, light and annotated tags and remote branches, some with the same names. */
function history(objectFormat: 'sha1' | 'sha256' = 'sha1'): TestRepository {
  const made = createRepository({ 'a.txt': '1' }, { objectFormat });
  made.git('tag', 'light');
  made.git('tag', '-a', '-m', 'one', 'noted');
  made.git('tag', '-a', '-m', 'a tag of a tag', 'nested', 'noted');
  made.git('tag', '-a', '-m', 'not a commit', 'tree', 'HEAD^{tree}');
  made.commit({ 'a.txt': '2' });
  made.git('branch', 'feature/x');
  made.git('tag', 'feature/x', 'HEAD~1');
  made.git('update-ref', 'refs/remotes/origin/main', 'HEAD~1');
  made.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
  made.git('symbolic-ref', 'refs/heads/trunk', 'refs/heads/main');
  made.git('update-ref', 'refs/heads/tags/light', 'HEAD');
  made.git('update-ref', 'refs/heads/heads/main', 'HEAD~1');
  made.git('update-ref', 'refs/pull/7/head', 'HEAD~1');
  return made;
}

const names = [
  ...['main', 'heads/main', 'refs/heads/main', 'HEAD', '@', 'trunk', 'heads/heads/main', 'refs/heads/heads/main'],
  ...['feature/x', 'heads/feature/x', 'tags/feature/x', 'refs/tags/feature/x', 'feature', 'nope', 'tags/nope'],
  ...['light', 'tags/light', 'refs/heads/tags/light', 'noted', 'refs/tags/noted', 'nested', 'tree', 'refs/tags/tree'],
  ...['origin/main', 'remotes/origin/main', 'origin/HEAD', 'refs/pull/7/head', 'refs/nope', '../main', 'a b', 'main~1'],
];

/** Compares what the files say about every name with what git says. */
async function check(root: string): Promise<void> {
  const repository = await openRepository(root);
  const head = await resolveRef(repository);
  expect(readHead(repository)).toEqual(head);
  const ids = head.commit === undefined ? [] : [head.commit, `${head.commit.slice(0, -1)}0`];
  for (const name of [...names, ...ids]) {
    const byGit = await resolveRef(repository, name).catch(() => undefined);
    const byFiles = await readRef(repository, name);
    // A revision is not a name, and an unknown object may be anything: then git decides.
    if (name === 'main~1') expect(byFiles).toBeUndefined();
    else if (byFiles === 'unknown') expect(ids, name).toContain(name);
    else expect(byFiles, name).toEqual(byGit);
    if (byGit !== undefined) expect(await currentCommit(repository, byGit.name), name).toBe(byGit.commit);
  }
}

describe('git’s files and git agree on every spelling of a ref', () => {
  it('with loose refs', async () => check(history().root));
  it('with ids of 64 digits', async () => check(history('sha256').root));

  it('with packed refs, and with loose ones above them', async () => {
    const { root, git } = history();
    git('pack-refs', '--all');
    await check(root);
    git('tag', '--force', 'light', 'main');
    git('tag', '--force', '-a', '-m', 'two', 'noted', 'main');
    git('update-ref', 'refs/heads/feature/x', 'main~1');
    await check(root);
    git('pack-refs', '--all', '--prune');
    await check(root);
  });

  it('with a detached head', async () => {
    const { root, git } = history();
    git('checkout', '--quiet', '--detach', 'noted');
    await check(root);
  });

  it('with a renamed and a deleted branch', async () => {
    const { root, git } = history();
    git('branch', '--move', 'feature/x', 'feature/y');
    git('branch', '--move', 'main', 'light');
    await check(root);
    git('branch', '--delete', '--force', 'feature/y');
    await check(root);
  });

  it('with a branch without commits', async () => {
    const { root, git } = history();
    git('checkout', '--quiet', '--orphan', 'new');
    await check(root);
    await check(createRepository().root);
  });

  it('in a linked worktree and in a bare repository', async () => {
    const made = history();
    await check(made.worktree('linked').root);
    await check(made.root);
    await check(createBareClone(made).root);
  });
});

it('asks git in a repository with reftables', async ({ skip }) => {
  const made = history();
  try {
    made.git('refs', 'migrate', '--ref-format=reftable');
  } catch {
    skip('this git has no reftables');
  }
  const repository = await openRepository(made.root);
  expect(readHead(repository)).toBeUndefined();
  for (const name of ['main', 'feature/x', 'tags/feature/x', 'noted', 'origin/main']) {
    const { name: meant, commit } = await resolveRef(repository, name);
    expect(meant).toBe(name);
    expect(await currentCommit(repository, name)).toBe(commit);
  }
});

describe('currentCommit', () => {
  const moved = async (tag: (...options: string[]) => void, made: TestRepository) => {
    const repository = await openRepository(made.root);
    const [before, after] = [made.git('rev-parse', 'HEAD'), made.commit({ 'a.txt': '2' })];
    tag(before);
    expect(await currentCommit(repository, 'v1')).toBe(before);
    tag(after);
    expect(await currentCommit(repository, 'v1')).toBe(after);
    made.git('pack-refs', '--all');
    expect(await currentCommit(repository, 'v1')).toBe(after);
    tag(before);
    expect(await currentCommit(repository, 'v1')).toBe(before);
    made.git('tag', '--delete', 'v1');
    expect(await currentCommit(repository, 'v1')).toBeUndefined();
  };

  it('follows a light tag that is moved, packed and deleted', async () => {
    const made = createRepository({ 'a.txt': '1' });
    await moved((commit = '') => made.git('tag', '--force', 'v1', commit), made);
  });

  it('follows an annotated tag that is moved, packed and deleted', async () => {
    const made = createRepository({ 'a.txt': '1' });
    await moved((commit = '') => made.git('tag', '--force', '-a', '-m', 'x', 'v1', commit), made);
  });

  it('asks git where the files do not show the refs', async () => {
    const made = createRepository({ 'a.txt': '1' });
    made.git('tag', 'v1');
    const repository = await openRepository(made.root);
    // The folder of reftables: what the files say is then ignored.
    mkdirSync(made.path('.git/reftable'));
    expect(readHead(repository)).toBeUndefined();
    expect(await readRef(repository, 'v1')).toBe('unknown');
    expect(await currentCommit(repository, 'v1')).toBe(made.git('rev-parse', 'v1'));
    expect(await currentCommit(repository, 'gone')).toBeUndefined();
  });
});
