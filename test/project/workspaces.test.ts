/** Which project a call means: pinned, registered, discovered, evicted, or refused. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openRegistry, storedProjects } from '../../src/store/registry/registry.ts';
import { openStore } from '../../src/store/sqlite/open-store.ts';
import { type Connection, connectStdio, createFixture, type Fixture, until } from '../support/serve-fixture.ts';
import { createRepositoryIn } from '../support/test-repository.ts';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await createFixture({ indexed: false, files: { 'a.ts': 'export function alpha() {}\n' } });
  onTestFinished(() => fixture.remove());
});

async function connect(args: readonly string[], options: { cwd?: string } = {}): Promise<Connection> {
  const connection = await connectStdio(fixture, args, options);
  onTestFinished(() => connection.close());
  return connection;
}

/** A repository below the fixture's folder. */
function repositoryAt(path: string, name = 'beta'): string {
  const root = join(fixture.base, path);
  mkdirSync(root, { recursive: true });
  createRepositoryIn(root, { [`${name}.ts`]: `export function ${name}() {}\n` });
  return root;
}

const isReady = (body: { index_status?: string }) => body.index_status === 'ready';

test('answers project_not_found if nothing is registered, and is still healthy', async () => {
  const { call } = await connect([]);
  const { isError, body } = await call('locate_symbol', { name: 'alpha' });
  expect(isError).toBe(true);
  expect(body.error.code).toBe('project_not_found');
  expect(body.metadata).toMatchObject({ codecompass_protocol_version: '1.0', indexing_status: 'not_indexed' });
  const health = await call('health_check');
  expect(health.body).toMatchObject({ status: 'ready', projects: [] });
});

test('registers a pinned workspace and starts its first index on the first query', async () => {
  const { root } = fixture.repository;
  const { call } = await connect(['--workspace', root]);
  expect((await call('index_status')).body).toMatchObject({
    index_status: 'not_indexed',
    ref: 'main',
    repo_root: root,
  });
  const unready = await call('locate_symbol', { name: 'alpha', freshness_policy: 'strict' });
  expect(unready.body.error.code).toBe('index_not_ready');
  const cold = await call('locate_symbol', { name: 'alpha', freshness_policy: 'best_effort' });
  expect(cold.body).toMatchObject({
    results: [{ name: 'alpha' }],
    metadata: { indexing_status: 'not_indexed', result_completeness: 'partial' },
  });
  expect((await call('index_status')).body.index_status, 'best_effort starts nothing').toBe('not_indexed');
  const first = await call('locate_symbol', { name: 'alpha' });
  expect(first.isError).toBe(false);
  expect(first.body).toMatchObject({
    results: [{ name: 'alpha' }],
    metadata: { indexing_status: 'indexing', result_completeness: 'partial', ref: 'main' },
  });
  await until('the first index', () => call('index_status'), isReady);
  expect((await call('locate_symbol', { name: 'alpha' })).body).toMatchObject({
    results: [{ name: 'alpha' }],
    metadata: { indexing_status: 'ready', result_completeness: 'complete', freshness_status: 'fresh' },
  });
});

test('resolves every spelling of a path to the project', async () => {
  const { root } = fixture.repository;
  mkdirSync(join(root, 'src', 'deep'), { recursive: true });
  symlinkSync(root, join(fixture.base, 'link'));
  const nested = repositoryAt('backend/vendor/nested');
  const { call } = await connect(['--workspace', root]);
  const rootOf = async (workspace: string) => (await call('index_status', { workspace })).body.repo_root;
  // The server's home folder is the fixture's.
  for (const path of [root, `${root}/`, `${root}/src/deep`, join(fixture.base, 'link'), '~/backend', '~/link/src/']) {
    expect(await rootOf(path), path).toBe(root);
  }
  const { body } = await call('index_status', { workspace: nested });
  expect(body.error.code, 'a nested repository is a separate project').toBe('workspace_not_registered');
});

test('uses the project of the current folder if none is pinned', async () => {
  const { root } = fixture.repository;
  await (await connect(['--workspace', root])).call('index_status');
  const { call } = await connect([], { cwd: root });
  expect((await call('index_status')).body.repo_root).toBe(root);
});

test('answers from the index of a deleted folder with a warning', async () => {
  const { root } = fixture.repository;
  const { call } = await connect(['--workspace', root]);
  await call('index_repo');
  await until('the first index', () => call('index_status'), isReady);
  rmSync(root, { recursive: true });
  const { isError, body } = await call('locate_symbol', { name: 'alpha', workspace: root });
  expect(isError).toBe(false);
  expect(body).toMatchObject({ results: [{ name: 'alpha' }], metadata: { freshness_status: 'stale' } });
  expect(body.metadata.warnings.join()).toContain('cannot be read');
});

describe('with --auto-workspace', () => {
  test('registers and indexes the workspace of a call below an allowed root', async () => {
    const root = repositoryAt('code/beta');
    const { call } = await connect(['--auto-workspace', '--allowed-root', join(fixture.base, 'code')]);
    const first = await call('locate_symbol', { name: 'beta', workspace: root });
    expect(first.body.metadata).toMatchObject({ indexing_status: 'indexing', result_completeness: 'partial' });
    await until('the first index', () => call('index_status', { workspace: root }), isReady);
    const { body } = await call('locate_symbol', { name: 'beta', workspace: join(root, '.') });
    expect(body.results[0].name).toBe('beta');
    const registry = await openRegistry(fixture.home);
    expect(await registry.list()).toMatchObject([{ root, autoDiscovered: true }]);
    await registry.close();
  });

  test('compares roots by path segment and after resolving links', async () => {
    mkdirSync(join(fixture.base, 'code'));
    const outside = repositoryAt('code-private');
    symlinkSync(outside, join(fixture.base, 'code', 'escape'));
    mkdirSync(join(outside, 'inner'));
    const { call } = await connect(['--auto-workspace', '--allowed-root', join(fixture.base, 'code')]);
    const refusal = async (workspace: string) => (await call('index_status', { workspace })).body.error?.code;
    expect(await refusal(outside)).toBe('workspace_not_allowed');
    expect(await refusal(join(fixture.base, 'code', 'escape'))).toBe('workspace_not_allowed');
    expect(await refusal(join(fixture.base, 'code', '..', 'code-private'))).toBe('workspace_not_allowed');
    expect(await refusal('/')).toBe('workspace_not_allowed');
    expect(await refusal(join(fixture.base, 'code', 'never'))).toBe('workspace_not_registered');
  });

  test('rejects a folder whose repository or git objects are outside the allowed root', async () => {
    const root = repositoryAt('big');
    mkdirSync(join(root, 'part'));
    const decoy = join(root, 'part', 'decoy');
    mkdirSync(decoy);
    writeFileSync(join(decoy, '.git'), `gitdir: ${fixture.repository.path('.git')}\n`);
    const { call } = await connect(['--auto-workspace', '--allowed-root', join(root, 'part')]);
    for (const workspace of [join(root, 'part'), decoy]) {
      const { body } = await call('index_status', { workspace });
      expect(body.error.code, workspace).toMatch(/^(workspace_not_allowed|repository_unreadable)$/);
    }
  });

  test('evicts the least recently used at the limit', async () => {
    const roots = ['one', 'two', 'three'].map((name) => repositoryAt(`code/${name}`, name));
    const { call } = await connect([
      '--auto-workspace',
      '--allowed-root',
      join(fixture.base, 'code'),
      '--max-auto-workspaces',
      '2',
    ]);
    const [one = '', two = '', three = ''] = roots;
    const statusOf = (workspace: string) => call('index_status', { workspace });
    for (const root of [one, two]) {
      await statusOf(root);
      await until(`the index of ${root}`, () => statusOf(root), isReady);
    }
    // The first is used again, so the second is the one to go.
    await statusOf(one);
    await statusOf(three);
    await until(`the index of ${three}`, () => statusOf(three), isReady);
    const registry = await openRegistry(fixture.home);
    expect((await registry.list()).map(({ root }) => root).sort()).toEqual([one, three].sort());
    await registry.close();
    expect(storedProjects(fixture.home), 'its index is gone too').toHaveLength(2);
    await statusOf(two);
    await until('the evicted one to be indexed again', () => statusOf(two), isReady);
    expect((await call('locate_symbol', { name: 'two', workspace: two })).body.results).toHaveLength(1);
    expect(storedProjects(fixture.home)).toHaveLength(2);
  });

  test('keeps the index of an evicted worktree that another one uses, and that of a running job', async () => {
    const main = repositoryAt('code/main', 'main');
    const linked = join(fixture.base, 'code', 'linked');
    execFileSync('git', ['worktree', 'add', '--quiet', '-b', 'other', linked], { cwd: main });
    const [busy, last] = ['busy', 'last'].map((name) => repositoryAt(`code/${name}`, name)) as [string, string];
    const roots = ['--auto-workspace', '--allowed-root', join(fixture.base, 'code')];
    const { call } = await connect([...roots, '--max-auto-workspaces', '3']);
    const statusOf = (workspace: string) => call('index_status', { workspace });
    const indexed = async (root: string) => {
      await statusOf(root);
      return (await until(`the index of ${root}`, () => statusOf(root), isReady)).body.project_id;
    };
    const busyId = await indexed(busy);
    const sharedId = await indexed(main);
    await call('index_repo', { workspace: linked });
    await until(
      'the index of other',
      () => statusOf(linked),
      ({ active_job }) => active_job === null,
    );
    // As another process would hold it.
    const store = await openStore(fixture.home, busyId);
    const writer = await store.beginJob({ ref: 'main', operation: 'sync', force: false });
    const lastId = await indexed(last);
    await writer.release();
    await store.close();
    expect(storedProjects(fixture.home).sort()).toEqual([busyId, sharedId, lastId].sort());
    const registry = await openRegistry(fixture.home);
    expect((await registry.list()).map(({ root }) => root).sort()).toEqual([busy, last, linked].sort());
    await registry.close();
    expect((await call('locate_symbol', { name: 'main', workspace: linked })).body.results).toHaveLength(1);
  });
});
