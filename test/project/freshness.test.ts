/** Whether an answer knows that the files have moved on: edits, commits, switches of branch, and the three policies. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { indexInProcess } from '../support/run-job.ts';
import {
  type Answer,
  type Connection,
  connectStdio,
  createFixture,
  type Fixture,
  until,
} from '../support/serve-fixture.ts';

let fixture: Fixture;
let connection: Connection;
beforeEach(async () => {
  fixture = await createFixture({
    indexed: false,
    files: { 'a.ts': 'export function alpha() {}\n', '.gitignore': 'out/\n' },
  });
  onTestFinished(() => fixture.remove());
  await indexInProcess(fixture.home, fixture.repository.root);
  connection = await connectStdio(fixture);
  onTestFinished(() => connection.close());
});

const locate = (args: Record<string, unknown>): Promise<Answer> => connection.call('locate_symbol', args);

/**
 * What an answer says once the files were compared. The server gives that a moment only, and on a busy machine answers before
 * it is done; then it promises no more than a warning, so such an answer is asked for again.
 */
async function statusOf(): Promise<string> {
  const { body } = await until(
    'an answer after the files were compared',
    () => locate({ name: 'alpha', freshness_policy: 'best_effort' }),
    ({ metadata }) => !(metadata.warnings ?? []).some((warning: string) => warning.includes('still being compared')),
  );
  return body.metadata.freshness_status;
}

describe('a query detects', () => {
  const changes: [what: string, change: (fixture: Fixture) => void][] = [
    ['an edited file', ({ repository }) => repository.write({ 'a.ts': 'export function alpha(x: number) {}\n' })],
    ['an edit that keeps the size', ({ repository }) => repository.write({ 'a.ts': 'export function alphb() {}\n' })],
    ['a new file', ({ repository }) => repository.write({ 'new.ts': 'export const fresh = 1;\n' })],
    ['a new file in a new folder', ({ repository }) => repository.write({ 'x/y/new.ts': 'export const fresh = 1;\n' })],
    ['a deleted file', ({ repository }) => repository.remove('a.ts')],
    ['a commit', ({ repository }) => void repository.commit({ 'b.ts': 'export const b = 1;\n' })],
    ['a commit without changes', ({ repository }) => void repository.commit({})],
    ['a switch of branch', ({ repository }) => repository.branch('other')],
    ['a detached head', ({ repository }) => void repository.git('checkout', '--quiet', '--detach')],
  ];
  test.each(changes)('%s', async (_, change) => {
    expect(await statusOf()).toBe('fresh');
    change(fixture);
    expect(await statusOf()).toBe('stale');
  });

  test('no change in ignored files, nor in a file that was only touched', async () => {
    expect(await statusOf()).toBe('fresh');
    fixture.repository.write({ 'out/built.js': 'x', 'a.ts': 'export function alpha() {}\n' });
    expect(await statusOf()).toBe('fresh');
  });
});

test('strict rejects a stale index with a remedy', async () => {
  const before = fixture.repository.git('rev-parse', 'HEAD');
  const after = fixture.repository.commit({ 'b.ts': 'export const b = 1;\n' });
  const { isError, body } = await locate({ name: 'alpha', freshness_policy: 'strict' });
  expect(isError).toBe(true);
  expect(body.error).toMatchObject({
    code: 'index_stale',
    message: expect.stringContaining('sync_repo'),
    data: {
      last_indexed_commit: before,
      current_head: after,
      suggestion: 'Call sync_repo to update the index before querying.',
    },
  });
  expect(body.metadata.freshness_status).toBe('stale');
  await connection.call('sync_repo');
  await until(
    'the sync',
    () => locate({ name: 'b', freshness_policy: 'strict' }),
    ({ results }) => results?.length === 1,
  );
});

test('balanced answers, reports that the index is stale, and syncs once in the background', async () => {
  fixture.repository.write({ 'b.ts': 'export function beta() {}\n' });
  // Best effort starts nothing, so that what follows is the first to see the change.
  expect(await statusOf()).toBe('stale');
  const first = await locate({ name: 'alpha' });
  expect(first.body).toMatchObject({ results: [{ name: 'alpha' }], metadata: { freshness_status: 'stale' } });
  const answers = await Promise.all([1, 2, 3, 4].map(() => locate({ name: 'alpha' })));
  for (const { body } of answers) expect(body.metadata.freshness_status).toMatch(/^(syncing|fresh)$/);
  const found = await until(
    'the sync in the background',
    () => locate({ name: 'beta' }),
    ({ results, metadata }) => results[0]?.name === 'beta' && metadata.freshness_status === 'fresh',
  );
  expect(found.body.metadata.ref).toBe('main');
  const { body } = await connection.call('index_status');
  expect(body.recent_jobs).toHaveLength(2);
});

test('best_effort answers and starts nothing', async () => {
  fixture.repository.commit({ 'b.ts': 'export const b = 1;\n' });
  expect(await statusOf()).toBe('stale');
  const { body } = await connection.call('index_status');
  expect(body).toMatchObject({ active_job: null, recent_jobs: [{ status: 'published' }] });
});

test('uses the policy of the config if the call has none', async () => {
  fixture.repository.write({ '.codecompass/config.toml': '[query]\nfreshness_policy = "strict"\n' });
  const another = await connectStdio(fixture);
  onTestFinished(() => another.close());
  expect((await another.call('locate_symbol', { name: 'alpha' })).body.error.code).toBe('index_stale');
  const { body } = await another.call('locate_symbol', { name: 'alpha', freshness_policy: 'best_effort' });
  expect(body.results).toHaveLength(1);
});

test('answers from the indexed branch with a warning until the new one is indexed', async () => {
  fixture.repository.branch('other');
  fixture.repository.commit({ 'c.ts': 'export function gamma() {}\n' });
  const { body } = await locate({ name: 'alpha' });
  expect(body.metadata).toMatchObject({ ref: 'main', freshness_status: 'stale' });
  expect(body.metadata.warnings.join()).toContain('other is not indexed yet');
  await until(
    'the index of the other branch',
    () => locate({ name: 'gamma' }),
    ({ results, metadata }) => results.length === 1 && metadata.ref === 'other',
  );
  const named = await locate({ name: 'gamma', ref: 'main', freshness_policy: 'best_effort' });
  expect(named.body.results).toEqual([]);
  expect((await locate({ name: 'alpha', ref: 'HEAD' })).body.metadata.ref).toBe('other');
});
