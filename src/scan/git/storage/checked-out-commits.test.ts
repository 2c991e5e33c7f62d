import { expect, test } from 'vitest';
import { createFolder, createRepository, temporaryFolder } from '../../../../test/support/test-repository.ts';
import { openRepository } from '../repository.ts';
import { checkedOutCommits, isCommitRef } from './checked-out-commits.ts';

test('knows the detached heads of all worktrees', async () => {
  const repository = createRepository({ 'a.ts': '1\n' });
  const commits = ['2', '3', '4'].map((text) => repository.commit({ 'a.ts': `${text}\n` }));
  const [here = '', there = '', nowhere = ''] = commits;
  const other = `${temporaryFolder()}/other`;
  repository.git('worktree', 'add', '--quiet', '--detach', other, there);
  repository.checkout(here);
  for (const root of [repository.root, other]) {
    const isCheckedOut = await checkedOutCommits(await openRepository(root));
    const found = [here, there, nowhere, 'main'].map((name) => isCheckedOut({ name, source: 'objects', root }));
    expect(found, root).toEqual([true, true, false, false]);
  }
  expect([isCommitRef({ name: here }), isCommitRef({ name: 'main' })]).toEqual([true, false]);
});

test('finds none in a plain folder', async () => {
  const root = createFolder({ 'a.ts': '1\n' });
  const isCheckedOut = await checkedOutCommits(await openRepository(root));
  expect(isCheckedOut({ name: 'live', source: 'worktree', root })).toBe(false);
});
