/** One identity per ref: every spelling means the same ref, and a name that moved never gives an outdated answer. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { indexInProcess } from '../support/run-job.ts';
import { type Connection, connectStdio, createFixture, type Fixture, until } from '../support/serve-fixture.ts';

const source = (name: string) => ({ 'src/a.py': `def ${name}():\n    return 1\n` });

let fixture: Fixture;
let connection: Connection;
let commits: { readonly one: string; readonly two: string };

beforeAll(async () => {
  fixture = await createFixture({ indexed: false, files: source('one') });
  const one = fixture.repository.git('rev-parse', 'HEAD');
  const two = fixture.repository.commit(source('two'));
  commits = { one, two };
  await indexInProcess(fixture.home, fixture.repository.root);
  connection = await connectStdio(fixture);
});
afterAll(async () => {
  await connection?.close();
  fixture?.remove();
});

const names = ({ results }: { results: { name: string }[] }) => results.map(({ name }) => name);
const find = (name: string, ref: string, policy = 'best_effort') =>
  connection.call('locate_symbol', { name, ref, freshness_policy: policy });
const indexed = async () => {
  const { body } = await connection.call('index_status');
  return body.indexed_refs.map(({ ref }: { ref: string }) => ref);
};
const index = async (ref: string) => {
  await indexInProcess(fixture.home, fixture.repository.root, { ref });
};

describe('the checked-out branch', () => {
  test('is the same ref in every spelling, from the working tree', async () => {
    // On a busy machine the first answers may come before the files were compared.
    const isFresh = ({ metadata }: { metadata: { freshness_status: string } }) => metadata.freshness_status === 'fresh';
    for (const ref of ['main', 'heads/main', 'refs/heads/main', 'HEAD', '@']) {
      const { body } = await until('the files to be compared', () => find('two', ref), isFresh);
      expect(names(body)).toEqual(['two']);
      expect(body.metadata).toMatchObject({ ref: 'main', freshness_status: 'fresh', result_completeness: 'complete' });
    }
    for (const ref of ['heads/main', 'refs/heads/main', '@']) await index(ref);
    expect(await indexed()).toEqual(['main']);
  });
});

describe('a tag that moves', () => {
  const move = {
    light: (commit: string) => fixture.repository.git('tag', '--force', 'moving', commit),
    annotated: (commit: string) => fixture.repository.git('tag', '--force', '-a', '-m', 'x', 'moving', commit),
  };
  beforeEach(() => {
    fixture.repository.git('tag', '--force', 'moving', commits.one);
  });

  test.each(['light', 'annotated'] as const)('is stale under its name when it is %s, loose or packed', async (kind) => {
    const { git } = fixture.repository;
    for (const isPacked of [false, true]) {
      move[kind](commits.one);
      if (isPacked) git('pack-refs', '--all');
      await index('moving');
      const before = await find('one', 'moving');
      expect(names(before.body)).toEqual(['one']);
      expect(before.body.metadata).toMatchObject({ ref: 'moving', freshness_status: 'fresh' });
      move[kind](commits.two);
      if (isPacked) git('pack-refs', '--all');
      const after = await find('one', 'tags/moving');
      expect(after.body.metadata.freshness_status).toBe('stale');
      const strict = await find('one', 'moving', 'strict');
      expect(strict.body.error.code).toBe('index_stale');
    }
    // Under `balanced`, the next answers have the new commit.
    const ask = () => find('two', 'moving', 'balanced');
    const synced = await until('the moved tag', ask, ({ metadata }) => metadata.freshness_status === 'fresh');
    expect(names(synced.body)).toEqual(['two']);
    expect((await indexed()).filter((ref: string) => ref.includes('moving'))).toEqual(['moving']);
  });

  test('is answered by an index of its commit under another name', async () => {
    move.annotated(commits.one);
    await index(commits.one);
    for (const ref of ['moving', 'main~1', commits.one.slice(0, 9)]) {
      const { body } = await find('one', ref);
      expect(names(body)).toEqual(['one']);
      expect(body.metadata.freshness_status).toBe('fresh');
    }
  });
});

describe('a name that changes its meaning', () => {
  test('follows the branch that takes the name of an indexed tag', async () => {
    const { git } = fixture.repository;
    git('tag', 'shared', commits.one);
    await index('shared');
    expect(names((await find('one', 'shared')).body)).toEqual(['one']);
    // A commit that no other index has.
    git('branch', 'shared', git('commit-tree', '-p', commits.two, '-m', 'three', `${commits.two}^{tree}`));
    const branch = await find('one', 'shared');
    expect(branch.body.metadata).toMatchObject({ ref: 'shared', freshness_status: 'stale' });
    // The tag is still there under its own name, and so is its content.
    const tag = await find('one', 'tags/shared');
    expect(names(tag.body)).toEqual(['one']);
    expect(tag.body.metadata).toMatchObject({ ref: 'tags/shared', freshness_status: 'fresh' });
  });

  test('is stale after a branch was deleted, and says so', async () => {
    const { git } = fixture.repository;
    git('branch', 'short-lived', commits.one);
    await index('short-lived');
    git('branch', '--move', 'short-lived', 'renamed');
    const gone = await find('one', 'short-lived');
    expect(gone.body.metadata.freshness_status).toBe('stale');
    expect(gone.body.metadata.warnings.join()).toContain('short-lived');
    const renamed = await find('one', 'renamed');
    expect(names(renamed.body)).toEqual(['one']);
    expect(renamed.body.metadata).toMatchObject({ ref: 'renamed', freshness_status: 'fresh' });
  });
});
