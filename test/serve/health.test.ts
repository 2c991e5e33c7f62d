/** `health_check` and `GET /health`: the words and versions of the contract, before and after the first index. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createFixture, type Fixture, type HttpServer, startHttp } from '../support/serve-fixture.ts';
import { expectShape, oneOf } from '../support/serve-shapes.ts';
import { createRepository } from '../support/test-repository.ts';
import { waitUntil } from '../support/wait-until.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture({ indexed: true });
});
afterAll(() => fixture?.remove());

const serverWords = oneOf('ready', 'warming', 'indexing', 'error');
const projectShape = {
  project_id: 'string',
  index_status: oneOf('ready', 'indexing', 'stale', 'error'),
  schema_status: oneOf('compatible', 'not_indexed', 'reindex_required', 'corrupt_manifest'),
  current_schema_version: 'integer',
  required_schema_version: 'integer',
  last_indexed_at: (value: unknown) => value === undefined || typeof value === 'string',
  ref: 'string',
  file_count: 'integer',
  symbol_count: 'integer',
} as const;

async function start(args: readonly string[], env: Record<string, string> = {}): Promise<HttpServer> {
  const server = await startHttp(fixture, args, env);
  onTestFinished(async () => void (await server.end()));
  return server;
}

async function healthOf(server: HttpServer, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}health`, { headers });
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
  return { status: response.status, body: (await response.json()) as any };
}

async function settled(server: HttpServer) {
  return (
    await waitUntil(
      'prewarming to end',
      () => healthOf(server),
      ({ body }) => body.status !== 'warming',
    )
  ).body;
}

test('uses the words and versions of the contract for a project without an index', async () => {
  const { root } = createRepository({ 'a.ts': 'export const a = 1;\n' });
  const server = await start(['--workspace', root]);
  const body = await settled(server);
  expectShape(body, { status: serverWords, projects: [projectShape] });
  expect(body.status).toBe('indexing');
  expect(body.projects[0]).toMatchObject({ schema_status: 'not_indexed', current_schema_version: 0, file_count: 0 });
  expect(JSON.stringify(body)).not.toContain('null');
  const connection = await server.connect();
  onTestFinished(() => connection.close());
  const { body: checked } = await connection.call('health_check');
  expectShape(checked, {
    status: serverWords,
    startup_checks: {
      index: { status: /^not_indexed$/, current_schema_version: 'integer', required_schema_version: 'integer' },
    },
    projects: [{ ...projectShape, freshness_status: 'string' }],
  });
});

test('names the versions of the startup check without a project', async () => {
  const server = await start([]);
  const connection = await server.connect();
  onTestFinished(() => connection.close());
  const { body } = await connection.call('health_check');
  expectShape(body, {
    startup_checks: {
      index: { status: /^not_indexed$/, current_schema_version: 'integer', required_schema_version: 'integer' },
    },
  });
});

test('is ready only if every project is indexed', async () => {
  const { root } = createRepository({ 'a.ts': 'export const a = 1;\n' });
  const server = await start(['--workspace', fixture.repository.root, '--workspace', root]);
  const before = await settled(server);
  expect(before.status).toBe('indexing');
  expect(before.projects.map(({ index_status }: { index_status: string }) => index_status).sort()).toEqual([
    'ready',
    'stale',
  ]);
  const connection = await server.connect();
  onTestFinished(() => connection.close());
  await connection.call('index_repo', { workspace: root });
  await waitUntil(
    'both projects to be ready',
    () => healthOf(server),
    ({ body }) => body.status === 'ready',
  );
});

test('tells a probe without a token the status alone', async () => {
  const server = await start(['--workspace', fixture.repository.root], { CODECOMPASS_TOKEN: 'secret-1' });
  const probe = await healthOf(server);
  expect(probe.status).toBe(200);
  expect(Object.keys(probe.body)).toEqual(['status']);
  expectShape(probe.body, { status: serverWords });
  const full = await healthOf(server, { Authorization: 'Bearer secret-1' });
  expectShape(full.body, { status: serverWords, projects: [projectShape], version: 'string' });
  const wrong = await healthOf(server, { Authorization: 'Bearer wrong' });
  expect(wrong.status).toBe(401);
  expect(wrong.body.status).toBeUndefined();
});
