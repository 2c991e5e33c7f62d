import { expect, test } from 'vitest';
import { createFolder, createRepository } from '../../../test/support/test-repository.ts';
import { refCommits } from './ref-commits.ts';
import { openRepository } from './repository.ts';

test('returns the commits of branches, tags and ids, and undefined for deleted names', async () => {
  const made = createRepository({ 'a.txt': 'a\n' });
  const first = made.git('rev-parse', 'HEAD');
  made.git('tag', '-a', '-m', 'one', 'v1');
  made.git('tag', 'main');
  const second = made.commit({ 'a.txt': 'b\n' });
  const repository = await openRepository(made.root);
  const gone = 'f'.repeat(40);
  const names = ['gone', 'main', 'v1', 'tags/main', first, gone, 'HEAD', 'a b'];
  expect([...(await refCommits(repository, names))]).toEqual([
    ['gone', undefined],
    ['main', second],
    ['v1', first],
    ['tags/main', first],
    [first, first],
    [gone, undefined],
    ['HEAD', undefined],
    ['a b', undefined],
  ]);
});

test('returns nothing for a plain folder', async () => {
  expect((await refCommits(await openRepository(createFolder()), ['live'])).size).toBe(0);
});
