/** The project of calls that name no workspace: the working directory of the server and the roots of its client. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openRegistry } from '../../src/store/registry/registry.ts';
import {
  type Answer,
  type Connection,
  connectStdio,
  createFixture,
  type Fixture,
  startHttp,
  until,
} from '../support/serve-fixture.ts';
import { createRepositoryIn, temporaryFolder } from '../support/test-repository.ts';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await createFixture({ indexed: false, files: { 'src/a.ts': 'export function alpha() {}\n' } });
  onTestFinished(() => fixture.remove());
});

interface Client {
  readonly cwd?: string;
  readonly args?: readonly string[];
  /** URIs that the client sends; a client without them does not declare roots. */
  readonly roots?: () => readonly string[] | Promise<readonly string[]>;
}

async function connect({ cwd = fixture.base, args = [], roots }: Client = {}): Promise<Connection> {
  const client = { capabilities: roots === undefined ? {} : { roots: { listChanged: true } } };
  const connection = await connectStdio(fixture, args, { cwd, client });
  onTestFinished(() => connection.close());
  if (roots !== undefined) {
    connection.client.setRequestHandler('roots/list', async () => ({
      roots: (await roots()).map((uri) => ({ uri })),
    }));
  }
  return connection;
}

const uriOf = (path: string) => pathToFileURL(path).href;

/** A repository below the fixture's folder, which is the home folder of the server. */
function repositoryAt(path: string): string {
  const root = join(fixture.base, path);
  mkdirSync(root, { recursive: true });
  createRepositoryIn(root, { 'beta.ts': 'export function beta() {}\n' });
  return root;
}

async function registered(): Promise<{ root: string; autoDiscovered: boolean }[]> {
  const registry = await openRegistry(fixture.home);
  const found = await registry.list();
  await registry.close();
  return found.map(({ root, autoDiscovered }) => ({ root, autoDiscovered }));
}

const rootOf = ({ body }: Answer) => body.repo_root ?? body.error.code;

describe('the working directory', () => {
  test('in a git repository is registered and indexed by the first call that needs a project', async () => {
    const { root } = fixture.repository;
    const { call, client } = await connect({ cwd: join(root, 'src') });
    await client.listTools();
    expect((await call('health_check')).body).toMatchObject({ status: 'ready', projects: [] });
    expect(await registered()).toEqual([]);
    const first = await call('locate_symbol', { name: 'alpha' });
    expect(first.body.metadata).toMatchObject({ indexing_status: 'indexing', ref: 'main' });
    expect(await registered()).toEqual([{ root, autoDiscovered: false }]);
    await until(
      'the first index',
      () => call('index_status'),
      (body) => body.index_status === 'ready',
    );
    expect((await call('locate_symbol', { name: 'alpha' })).body.results).toMatchObject([{ name: 'alpha' }]);
    expect((await call('health_check')).body.projects).toMatchObject([{ repo_root: root }]);
  });

  test('is registered once by many first calls', async () => {
    const { root } = fixture.repository;
    const { call } = await connect({ cwd: root });
    const answers = await Promise.all(Array.from({ length: 8 }, () => call('index_status')));
    expect(answers.map(rootOf)).toEqual(answers.map(() => root));
    expect(await registered()).toEqual([{ root, autoDiscovered: false }]);
  });

  test('lets index_repo start the first index, and index_status report it', async () => {
    const { root } = fixture.repository;
    const { call } = await connect({ cwd: root });
    const { isError, body } = await call('index_repo');
    expect(isError).toBe(false);
    expect(body.job_id).toMatch(/./);
    expect((await call('index_status')).body).toMatchObject({ repo_root: root, recent_jobs: [{}] });
  });

  test('is not registered if it is not in a git repository, is a home folder or a whole disk', async () => {
    const plain = temporaryFolder();
    for (const [cwd, why] of [
      [plain, 'not in a git repository'],
      [fixture.base, 'your home folder'],
      ['/', 'a whole disk'],
    ] as const) {
      const { call } = await connect({ cwd });
      const { isError, body } = await call('search_code', { query: 'alpha' });
      expect(isError, cwd).toBe(true);
      expect(body.error).toMatchObject({ code: 'project_not_found', data: { path: cwd } });
      expect(body.error.message).toContain(why);
      expect(body.error.data.remediation).toContain('codecompass index');
    }
    expect(await registered()).toEqual([]);
  });

  test('is not registered if its repository is a home folder', async () => {
    createRepositoryIn(fixture.base, {});
    const cwd = join(fixture.base, 'notes');
    mkdirSync(cwd);
    for (const folder of [cwd, fixture.base]) {
      const { call } = await connect({ cwd: folder });
      expect(rootOf(await call('index_status'))).toBe('project_not_found');
    }
    expect(await registered()).toEqual([]);
  });

  test('is not registered if serve.auto_register is off', async () => {
    const { root } = fixture.repository;
    const { call } = await connect({ cwd: root, args: ['--auto-register', 'false'], roots: () => [uriOf(root)] });
    const { body } = await call('index_status');
    expect(body.error.code).toBe('project_not_found');
    expect(body.error.message).toContain('serve.auto_register is off');
    expect(rootOf(await call('index_status', { workspace: root }))).toBe('workspace_not_registered');
  });

  test('is registered over HTTP only if that is switched on', async () => {
    const { root } = fixture.repository;
    const inRoot = { ...fixture, base: root };
    const off = await startHttp(inRoot, []);
    onTestFinished(async () => void (await off.end()));
    expect(rootOf(await (await off.connect()).call('index_status'))).toBe('project_not_found');
    const on = await startHttp(inRoot, [], { CODECOMPASS_SERVE_AUTO_REGISTER: 'true', HOME: fixture.base });
    onTestFinished(async () => void (await on.end()));
    expect(rootOf(await (await on.connect()).call('index_status'))).toBe(root);
  });

  test('is registered by auto-discovery only below an allowed root', async () => {
    const { root } = fixture.repository;
    const code = repositoryAt('code/beta');
    const args = ['--auto-workspace', '--allowed-root', join(fixture.base, 'code')];
    const outside = await connect({ cwd: root, args });
    const { body } = await outside.call('index_status');
    expect(body.error.message).toContain('outside every allowed root');
    const inside = await connect({ cwd: code, args });
    expect(rootOf(await inside.call('index_status'))).toBe(code);
    expect(await registered()).toEqual([{ root: code, autoDiscovered: true }]);
  });
});

describe('the roots of a client', () => {
  test('give the default project: the first that exists and lies in a git repository', async () => {
    const beta = repositoryAt('odd name %/beta');
    const plain = temporaryFolder();
    const { call } = await connect({
      cwd: fixture.repository.root,
      roots: () => [
        'https://example.org/x',
        'not a uri',
        uriOf(join(fixture.base, 'missing')),
        uriOf(fixture.base),
        uriOf('/'),
        uriOf(plain),
        uriOf(beta),
        uriOf(fixture.repository.root),
      ],
    });
    expect((await call('health_check')).body.projects).toEqual([]);
    expect(rootOf(await call('index_status'))).toBe(beta);
    expect((await call('health_check')).body.projects).toMatchObject([{ repo_root: beta }]);
  });

  test('give a registered folder without git', async () => {
    const plain = temporaryFolder();
    writeFileSync(join(plain, 'c.ts'), 'export function gamma() {}\n');
    await (await connect({ args: ['--workspace', plain] })).call('index_status');
    const { call } = await connect({ roots: () => [uriOf(plain)] });
    expect(rootOf(await call('index_status'))).toBe(plain);
  });

  test('are asked again after a change', async () => {
    const beta = repositoryAt('code/beta');
    let roots = [uriOf(fixture.repository.root)];
    let asked = 0;
    const { call, client } = await connect({
      roots: () => {
        asked++;
        return roots;
      },
    });
    expect(asked).toBe(0);
    expect(rootOf(await call('index_status'))).toBe(fixture.repository.root);
    expect(rootOf(await call('index_status'))).toBe(fixture.repository.root);
    expect(asked).toBe(1);
    roots = [uriOf(beta)];
    await client.notification({ method: 'notifications/roots/list_changed' });
    expect(rootOf(await call('index_status'))).toBe(beta);
    expect(asked).toBe(2);
  });

  test('are not asked for if a workspace is pinned', async () => {
    const beta = repositoryAt('code/beta');
    let asked = 0;
    const { call } = await connect({
      args: ['--workspace', fixture.repository.root],
      roots: () => {
        asked++;
        return [uriOf(beta)];
      },
    });
    expect(rootOf(await call('index_status'))).toBe(fixture.repository.root);
    expect(asked).toBe(0);
  });

  test('fall back to the working directory if the client never answers', async () => {
    const { root } = fixture.repository;
    const { call } = await connect({ cwd: root, roots: () => new Promise(() => {}) });
    expect(rootOf(await call('index_status'))).toBe(root);
  });

  test('fall back to the working directory if the client fails', async () => {
    const { root } = fixture.repository;
    const { call } = await connect({ cwd: root, roots: () => Promise.reject(new Error('no')) });
    expect(rootOf(await call('index_status'))).toBe(root);
  });

  test('allow a workspace in or below them, and no other', async () => {
    const code = join(fixture.base, 'code');
    const beta = repositoryAt('code/beta');
    const outside = repositoryAt('code-private');
    symlinkSync(outside, join(code, 'escape'));
    const { call } = await connect({ roots: () => [uriOf(code)] });
    expect(rootOf(await call('index_status', { workspace: beta }))).toBe(beta);
    expect(await registered()).toEqual([{ root: beta, autoDiscovered: true }]);
    for (const workspace of [outside, join(code, 'escape'), fixture.base, '/', join(fixture.base, 'never')]) {
      expect(rootOf(await call('index_status', { workspace })), workspace).toBe('workspace_not_registered');
    }
    expect(await registered()).toHaveLength(1);
  });

  test('allow the repository that contains a root', async () => {
    const { root } = fixture.repository;
    const { call } = await connect({ roots: () => [uriOf(join(root, 'src'))] });
    expect(rootOf(await call('index_status', { workspace: join(root, 'src') }))).toBe(root);
  });

  test('do not widen the allowed roots', async () => {
    const beta = repositoryAt('code/beta');
    const { root } = fixture.repository;
    const { call } = await connect({
      args: ['--auto-workspace', '--allowed-root', join(fixture.base, 'code')],
      roots: () => [uriOf(root)],
    });
    expect(rootOf(await call('index_status', { workspace: root }))).toBe('workspace_not_allowed');
    expect(rootOf(await call('index_status'))).toBe('project_not_found');
    expect(rootOf(await call('index_status', { workspace: beta }))).toBe(beta);
  });

  test('that are a home folder or a whole disk allow nothing', async () => {
    const beta = repositoryAt('code/beta');
    const { call } = await connect({ roots: () => [uriOf(fixture.base), uriOf('/')] });
    expect(rootOf(await call('index_status', { workspace: beta }))).toBe('workspace_not_registered');
    expect(rootOf(await call('index_status', { workspace: fixture.base }))).toBe('workspace_not_registered');
  });
});

test('auto-discovery refuses a home folder and a whole disk below an allowed root', async () => {
  const { call } = await connect({ args: ['--auto-workspace', '--allowed-root', '/'] });
  for (const workspace of ['/', fixture.base]) {
    expect(rootOf(await call('index_status', { workspace })), workspace).toBe('workspace_not_allowed');
  }
  expect(rootOf(await call('index_status', { workspace: fixture.repository.root }))).toBe(fixture.repository.root);
});
