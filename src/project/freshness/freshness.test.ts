import { expect, test } from 'vitest';
import { createRepository } from '../../../test/support/test-repository.ts';
import { readHead } from '../../scan/git/read-head.ts';
import { openRepository } from '../../scan/git/repository.ts';
import { listingRules } from '../../scan/listing/list-files.ts';
import type { RefRecord } from '../../store/store.ts';
import { Freshness, type FreshnessVerdict } from './freshness.ts';

test('derives the verdict on a ref from its commit, its source and the checked-out ref', async () => {
  const { root, git, commit } = createRepository({ 'a.ts': 'export const a = 1;\n' });
  const first = git('rev-parse', 'HEAD');
  git('branch', 'old');
  const second = commit({ 'a.ts': 'export const a = 2;\n' });
  git('branch', 'other');
  const elsewhere = createRepository({ 'b.ts': '' }).root;
  const repository = await openRepository(root);
  const freshness = new Freshness({ root, repository: async () => repository, settings, watches: false });
  const head = readHead(repository);

  const check = async (ref: Partial<RefRecord>, expected: FreshnessVerdict) => {
    const indexed = { ...published, root, ...ref };
    const [found] = await freshness.ofEveryRef(undefined, [indexed], head);
    expect(found, indexed.name).toMatchObject({ verdict: expected });
    const { verdict } = await freshness.ofRef(undefined, indexed, head, 0);
    expect(verdict, indexed.name).toBe(expected);
  };
  // Files are compared only if the index is open, which it is not here.
  await check({ name: 'main', commit: second, source: 'worktree' }, 'unknown');
  await check({ name: 'main', commit: first, source: 'worktree' }, 'behind');
  await check({ name: 'main', commit: second, source: 'objects' }, 'changed');
  await check({ name: 'main', commit: second, source: 'worktree', root: elsewhere }, 'changed');
  await check({ name: 'old', commit: first, source: 'objects' }, 'fresh');
  await check({ name: 'old', commit: first, source: 'objects', rules: 'others' }, 'changed');
  await check({ name: 'other', commit: first, source: 'objects' }, 'behind');
  await check({ name: 'other', commit: second, source: 'worktree' }, 'unsure');
  await check({ name: 'other', commit: second, source: 'worktree', root: elsewhere }, 'unknown');
  await check({ name: 'lost', commit: first, source: 'objects' }, 'gone');
});

test('reports a ref that substitutes for the checked-out one as behind', async () => {
  const { root, git } = createRepository({ 'a.ts': '' });
  const commit = git('rev-parse', 'HEAD');
  git('branch', 'other');
  const repository = await openRepository(root);
  const freshness = new Freshness({ root, repository: async () => repository, settings, watches: false });
  const head = readHead(repository);
  const ref: RefRecord = { ...published, name: 'other', commit, source: 'objects', root };
  const verdictOf = async (wanted?: string) => (await freshness.ofAnswer(undefined, ref, head, wanted, 0)).verdict;
  expect(await verdictOf()).toBe('behind');
  expect(await verdictOf('other')).toBe('fresh');
});

const rules = { maxFileBytes: 1_000, exclude: [] };
const published: RefRecord = {
  id: 1,
  name: 'main',
  source: 'worktree',
  root: '',
  publishedAt: '2024-01-01T00:00:00.000Z',
  jobId: 'job',
  rules: listingRules(rules),
  fileCount: 1,
  symbolCount: 1,
};

async function settings() {
  return { ...rules, workers: 1, parseTimeoutMs: 1_000, maxMemoryMb: 1_024 };
}
