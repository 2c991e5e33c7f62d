/** Calls whose index is evicted or deleted while they run. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { storedProjects } from '../../src/store/registry/registry.ts';
import { type Connection, connectStdio, createFixture, type Fixture, until } from '../support/serve-fixture.ts';
import { createRepositoryIn } from '../support/test-repository.ts';
import { waitUntil } from '../support/wait-until.ts';

const files = Object.fromEntries(
  Array.from({ length: 20 }, (_, at) => [
    `m${at}.py`,
    `class Context${at}:\n  def run(self): return helper${at}()\ndef helper${at}(): pass\n`,
  ]),
);

const questions: readonly (readonly [string, object])[] = [
  ['index_status', {}],
  ['search_code', { query: 'helper of the context' }],
  ['get_call_graph', { symbol_name: 'helper3', depth: 5 }],
  ['find_references', { symbol_name: 'Context1' }],
  ['health_check', {}],
  ['locate_symbol', { name: 'helper4', freshness_policy: 'strict' }],
];

let fixture: Fixture;
beforeEach(async () => {
  fixture = await createFixture({ indexed: false, files });
  onTestFinished(() => fixture.remove());
});

async function connect(args: readonly string[]): Promise<Connection> {
  const connection = await connectStdio(fixture, args);
  onTestFinished(() => connection.close());
  return connection;
}

/** Asks every question several times at once. Returns the codes of all errors that are no state of an index. */
async function ask({ call }: Connection, more: object, times: number): Promise<string[]> {
  const asked = Array.from({ length: times }, () => questions).flat();
  const answers = await Promise.all(asked.map(([name, args]) => call(name, { ...args, ...more })));
  const errors = answers.flatMap(({ body }) => (body.error === undefined ? [] : [body.error]));
  return errors.filter(({ code }) => !expected.has(code)).map(({ code, message }) => `${code}: ${message}`);
}

/** What `strict` answers without a current index, and any call while the only other workspace has a job, which keeps it. */
const expected = new Set(['index_not_ready', 'index_stale', 'workspace_limit_exceeded']);

const isReady = (body: { index_status?: string; active_job?: unknown }) =>
  body.index_status === 'ready' && body.active_job === null;

const hasPlace = (body: { error?: { code: string } }) => body.error?.code !== 'workspace_limit_exceeded';

test('answers calls on a workspace that is evicted meanwhile, and deletes its index afterwards', async () => {
  const [one = '', two = ''] = ['one', 'two'].map((name) => {
    const root = join(fixture.base, 'code', name);
    mkdirSync(root, { recursive: true });
    return createRepositoryIn(root, files).root;
  });
  const connection = await connect([
    ...['--auto-workspace', '--allowed-root', join(fixture.base, 'code')],
    ...['--max-auto-workspaces', '1'],
  ]);
  const { call } = connection;
  const faults: string[] = [];
  for (const [here, there] of [
    [one, two],
    [two, one],
    [one, two],
  ] as const) {
    await until(`a place for ${here}`, () => call('index_repo', { workspace: here }), hasPlace);
    await until(`the index of ${here}`, () => call('index_status', { workspace: here }), isReady);
    const running = ask(connection, { workspace: here }, 3);
    const evicting = call('search_code', { query: 'Context', workspace: there });
    faults.push(...(await running), ...(await ask(connection, { workspace: here }, 2)));
    await evicting;
  }
  expect(faults).toEqual([]);
  await until('a place for one', () => call('index_repo', { workspace: one }), hasPlace);
  await until('the index of one', () => call('index_status', { workspace: one }), isReady);
  await waitUntil(
    'the other index to be deleted',
    async () => storedProjects(fixture.home),
    (ids) => ids.length === 1,
  );
});

test('answers calls while the index is deleted, and builds it again', async () => {
  const { root } = fixture.repository;
  const connection = await connect(['--workspace', root]);
  const { call } = connection;
  for (let round = 0; round < 3; round++) {
    await call('search_code', { query: 'Context' });
    await until('the index', () => call('index_status'), isReady);
    const running = ask(connection, {}, 3);
    await pause(20);
    rmSync(join(fixture.home, 'projects'), { recursive: true });
    expect([...(await running), ...(await ask(connection, {}, 2))]).toEqual([]);
  }
});
