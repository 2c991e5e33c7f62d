/** What is done about files that have moved on, by the three policies. Which changes are detected: `detected-changes.test.ts`. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { indexInProcess } from '../support/run-job.ts';
import {
  type Answer,
  type Connection,
  comparedFreshness,
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

const statusOf = () => comparedFreshness(connection, { name: 'alpha' });

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

describe('balanced', () => {
  const connectWaiting = async (waitMs: number) => {
    const waiting = await connectStdio(fixture, [
      ...['--workspace', fixture.repository.root],
      ...['--freshness-wait-ms', String(waitMs)],
    ]);
    onTestFinished(() => waiting.close());
    return (args: Record<string, unknown>) => waiting.call('locate_symbol', args);
  };
  const long = 60_000;

  test('indexes what has changed before it answers', async () => {
    const locateAfterSync = await connectWaiting(long);
    const check = async (name: string, ref: string, path: string | undefined) => {
      const { body } = await locateAfterSync({ name });
      const results = path === undefined ? [] : [{ name, path }];
      expect(body).toMatchObject({ results, metadata: { freshness_status: 'fresh', ref } });
      expect(body.metadata.changed_paths).toBeUndefined();
    };
    const { repository } = fixture;
    await check('alpha', 'main', 'a.ts');
    repository.write({ 'b.ts': 'export function beta() {}\n' });
    await check('beta', 'main', 'b.ts');
    repository.write({ 'x/y/b.ts': 'export function epsilonian() {}\n' });
    await check('epsilonian', 'main', 'x/y/b.ts');
    repository.remove('b.ts');
    await check('beta', 'main', undefined);
    repository.branch('other');
    repository.commit({ 'c.ts': 'export function gamma() {}\n' });
    await check('gamma', 'other', 'c.ts');
    repository.checkout('main');
    await check('gamma', 'main', undefined);
    const named = await locateAfterSync({ name: 'gamma', ref: 'other', freshness_policy: 'best_effort' });
    expect(named.body.results).toMatchObject([{ path: 'c.ts' }]);
    expect((await locateAfterSync({ name: 'alpha', ref: 'HEAD' })).body.metadata.ref).toBe('main');
  });

  test('leaves a large change to a job', async () => {
    const locateAfterSync = await connectWaiting(long);
    await locateAfterSync({ name: 'alpha' });
    const files = Array.from({ length: 500 }, (_, at) => [`many/${at}.ts`, `export function many${at}() {}\n`]);
    fixture.repository.write(Object.fromEntries(files));
    const { body } = await locateAfterSync({ name: 'many499' });
    expect(body).toMatchObject({ results: [{ path: 'many/499.ts' }], metadata: { freshness_status: 'fresh' } });
  });

  test('without a wait, answers at once, names what has changed, and syncs in the background', async () => {
    const locateAtOnce = await connectWaiting(0);
    await until(
      'a comparison of the files',
      () => locateAtOnce({ name: 'alpha' }),
      ({ metadata }) => metadata.freshness_status === 'fresh',
    );
    const names = ['b', 'c', 'd', 'e', 'f', 'g'].map((name) => `${name}.ts`);
    fixture.repository.write(Object.fromEntries(names.map((name) => [name, 'export function beta() {}\n'])));
    // Best effort starts nothing, so that what follows is the first to see the change.
    expect(await statusOf()).toBe('stale');
    const { body } = await locateAtOnce({ name: 'beta' });
    expect(body).toMatchObject({ results: [], metadata: { freshness_status: 'stale' } });
    expect(body.metadata).toMatchObject({ changed_paths: names.slice(0, 5), changed_count: 6 });
    expect(body.metadata.warnings.join()).toContain('b.ts, c.ts, d.ts, e.ts, f.ts and 1 more');
    const found = await until(
      'the sync in the background',
      () => locateAtOnce({ name: 'beta' }),
      ({ results, metadata }) => results.length === 6 && metadata.freshness_status === 'fresh',
    );
    expect(found.body.metadata.ref).toBe('main');
  });

  test('without a wait, answers from the indexed branch with a warning until the new one is indexed', async () => {
    const locateAtOnce = await connectWaiting(0);
    fixture.repository.branch('other');
    fixture.repository.commit({ 'c.ts': 'export function gamma() {}\n' });
    const { body } = await locateAtOnce({ name: 'alpha' });
    expect(body.metadata).toMatchObject({ ref: 'main', freshness_status: 'stale' });
    expect(body.metadata.warnings.join()).toContain('other is not in the index yet');
    await until(
      'the index of the other branch',
      () => locateAtOnce({ name: 'gamma' }),
      ({ results, metadata }) => results.length === 1 && metadata.ref === 'other',
    );
  });
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
