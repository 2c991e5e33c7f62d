/**
 * A server outlives what a call does to its engine. A preload makes an engine loop without end or use up its memory at
 * a call that asks for it, as a hostile repository might.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { program } from '../support/build-output.ts';
import { exampleFiles } from '../support/example-repository.ts';
import { stuckEnvironment } from '../support/leftover-processes.ts';
import { canMeasure, serverProcesses } from '../support/measure-process.ts';
import { indexInProcess } from '../support/run-job.ts';
import {
  type Answer,
  connectStdio,
  createFixture,
  environment,
  type Fixture,
  startHttp,
} from '../support/serve-fixture.ts';
import { createRepositoryIn } from '../support/test-repository.ts';
import { waitUntil, withDeadline } from '../support/wait-until.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture({ indexed: true });
});
afterAll(() => fixture.remove());

const locate = { name: 'validate_token' };

// Only Linux tells the processor time of another process.
describe.runIf(canMeasure)('a call that blocks its engine', () => {
  test('ends with an error, and is refused when it is repeated; the others are answered', async () => {
    const stuck = stuckEnvironment(fixture.base, 'engine');
    const server = await startHttp(fixture, undefined, stuck.env);
    onTestFinished(async () => void (await server.end()));
    const [one, two] = [await server.connect(), await server.connect()];
    expect((await one.call('locate_symbol', locate)).body.results).toHaveLength(1);

    const calm = await health(server.url);
    const blocked = one.call('search_code', { query: 'getStuck' });
    await stuck.reached();
    const other = two.call('locate_symbol', locate);
    const report = await health(server.url);
    expect(report).toMatchObject({ status: 'error', error: { code: 'server_busy' } });
    expect(report.projects).toEqual(calm.projects);
    expect(await blocked).toMatchObject({ isError: true, body: { error: { code: 'query_too_expensive' } } });
    expect((await other).body.results).toHaveLength(1);

    const processes = () => serverProcesses(server.process.pid as number);
    expect((await two.call('locate_symbol', locate)).body.results).toHaveLength(1);
    // The one aside, in which the call was repeated, ends soon.
    const before = await waitUntil('one engine to be left', processes, ({ length }) => length === 2);
    expect(await two.call('search_code', { query: 'getStuck' })).toMatchObject({
      body: { error: { code: 'query_too_expensive' }, metadata: { result_completeness: 'partial' } },
    });
    expect((await two.call('locate_symbol', locate)).body.results).toHaveLength(1);
    expect(processes()).toEqual(before);
    await waitUntil(
      'the server to be ready',
      () => health(server.url),
      ({ status }) => status === 'ready',
    );
  });
});

describe.runIf(canMeasure)('an engine that ends', () => {
  test('for want of memory, is replaced, and its call gets an error', async () => {
    const stuck = stuckEnvironment(fixture.base, 'engine');
    const env = { ...stuck.env, NODE_OPTIONS: `${stuck.env.NODE_OPTIONS} --max-old-space-size=100` };
    const { call, close } = await connectStdio(fixture, undefined, { env });
    onTestFinished(() => close());
    const [expensive, usual] = await Promise.all([
      call('search_code', { query: 'useMemory' }),
      call('locate_symbol', locate),
    ]);
    expect(expensive).toMatchObject({ isError: true, body: { error: { code: 'query_too_expensive' } } });
    expect(expensive.body.error.message).toContain('memory');
    expect(usual.body.results).toHaveLength(1);
  });

  test.each(['SIGKILL', 'SIGSEGV'] as const)('by %s, is replaced, and every call is answered', async (signal) => {
    const server = await startHttp(fixture);
    onTestFinished(async () => void (await server.end()));
    const { call } = await server.connect();
    const [, first] = serverProcesses(server.process.pid as number);
    const answers: Promise<Answer>[] = [];
    for (let count = 0; count < 40; count++) {
      answers.push(call('search_code', { query: `token ${count}` }));
      if (count === 20) process.kill(first as number, signal);
    }
    for (const { isError } of await Promise.all(answers)) expect(isError).toBe(false);
    const [, second] = serverProcesses(server.process.pid as number);
    expect(second).not.toBe(first);
    process.kill(second as number, signal);
    expect(['ready', 'warming']).toContain((await call('health_check')).body.status);
    expect((await health(server.url)).uptime_seconds).toBeGreaterThanOrEqual(0);
  });

  test('ends its jobs, and the next one starts them again, the queued ones too', async () => {
    const indexed = await createFixture({ indexed: true });
    onTestFinished(() => indexed.remove());
    const roots = ['a', 'b', 'c'].map((name) => {
      const root = join(indexed.base, name);
      mkdirSync(root);
      return createRepositoryIn(root, exampleFiles).root;
    });
    const server = await startHttp(indexed, ['--workspace', indexed.repository.root, ...workspaces(roots)]);
    onTestFinished(async () => void (await server.end()));
    const { call } = await server.connect();
    const [, engine] = serverProcesses(server.process.pid as number);
    const begun = await Promise.all(roots.map((workspace) => call('index_repo', { workspace })));
    expect(begun.map(({ body }) => body.status)).toContain('queued');
    process.kill(engine as number, 'SIGKILL');
    for (const workspace of roots) {
      // A question about the status starts no job.
      const status = async () => (await call('index_status', { workspace })).body;
      await waitUntil(`${workspace} to be indexed`, status, ({ indexed_refs: refs }) => refs.length === 1);
    }
  });
});

test.runIf(canMeasure)('an engine that cannot start is not started again for its jobs', async () => {
  const lost = await createFixture({ indexed: true });
  onTestFinished(() => lost.remove());
  const server = await startHttp(lost);
  onTestFinished(async () => void (await server.end()));
  const { call } = await server.connect();
  const engines = () => serverProcesses(server.process.pid as number).slice(1);
  const [first] = engines();
  expect((await call('index_repo', { force: true })).isError).toBe(false);
  renameSync(lost.home, `${lost.home}-moved`);
  writeFileSync(lost.home, '');
  process.kill(first as number, 'SIGKILL');
  const seen = new Set<number>();
  for (let count = 0; count < 60; count++) {
    for (const engine of engines()) seen.add(engine);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(seen.size).toBeLessThanOrEqual(2);
  expect(engines()).toEqual([]);
});

// Only Linux tells the processor time of another process.
test.runIf(canMeasure)('a call that blocks its engine delays other projects once', async () => {
  const stuck = stuckEnvironment(fixture.base, 'engine');
  const other = join(fixture.base, 'other');
  mkdirSync(other);
  createRepositoryIn(other, exampleFiles);
  await indexInProcess(fixture.home, other);
  const server = await startHttp(fixture, workspaces([fixture.repository.root, other]), stuck.env);
  onTestFinished(async () => void (await server.end()));
  const [hostile, innocent] = [await server.connect(), await server.connect()];
  const engine = () => serverProcesses(server.process.pid as number)[1];
  const first = engine();
  const blocked = [1].map((each) => hostile.call('search_code', { query: `getStuck ${each}` }));
  await stuck.reached();
  expect((await innocent.call('locate_symbol', { ...locate, workspace: other })).body.results).toHaveLength(1);
  for (const { body } of await Promise.all(blocked)) expect(body.error.code).toBe('query_too_expensive');
  await waitUntil('the engines aside to end', engine, (running) => running === undefined);
  expect((await innocent.call('locate_symbol', { ...locate, workspace: other })).body.results).toHaveLength(1);
  const second = engine();
  expect(second).not.toBe(first);

  let isOver = false;
  const again = hostile.client
    .callTool({ name: 'search_code', arguments: { query: 'getStuck 4', format: 'text' } })
    .finally(() => {
      isOver = true;
    });
  expect((await innocent.call('locate_symbol', { ...locate, workspace: other })).body.results).toHaveLength(1);
  expect(isOver).toBe(false);
  // Its error has the format of the call.
  const { isError, content } = await again;
  expect(isError).toBe(true);
  expect(content).toEqual([{ type: 'text', text: expect.stringMatching(/^query_too_expensive: The call blocked/) }]);
  expect(engine()).toBe(second);
  expect((await hostile.call('locate_symbol', locate)).body.results).toHaveLength(1);
});

test.runIf(canMeasure)(
  'work in the background that blocks an engine isolates its project, not the callers',
  async () => {
    const stuck = stuckEnvironment(fixture.base, 'engine');
    const other = join(fixture.base, 'hostile');
    mkdirSync(other);
    createRepositoryIn(other, exampleFiles);
    await indexInProcess(fixture.home, other);
    const server = await startHttp(fixture, workspaces([fixture.repository.root, other]), stuck.env);
    onTestFinished(async () => void (await server.end()));
    const [hostile, innocent] = [await server.connect(), await server.connect()];
    const engines = () => serverProcesses(server.process.pid as number).slice(1);
    const [first] = engines();
    expect((await innocent.call('locate_symbol', locate)).body.results).toHaveLength(1);

    writeFileSync(join(other, 'get-stuck'), '');
    const blocked = hostile.call('locate_symbol', { ...locate, workspace: other });
    await stuck.reached();
    expect((await innocent.call('locate_symbol', locate)).body.results).toHaveLength(1);
    expect((await blocked).body.error.code).toBe('query_too_expensive');
    await waitUntil('the engines aside to end', engines, ({ length }) => length === 0);
    expect((await innocent.call('locate_symbol', locate)).body.results).toHaveLength(1);
    const [second] = engines();
    expect(second).not.toBe(first);

    // From here on, the project has engines of its own.
    const again = hostile.call('locate_symbol', { ...locate, workspace: other });
    expect((await innocent.call('locate_symbol', locate)).body.results).toHaveLength(1);
    expect((await again).body.error.code).toBe('query_too_expensive');
    rmSync(join(other, 'get-stuck'));
    expect((await hostile.call('locate_symbol', { ...locate, workspace: other, limit: 2 })).body.results).toHaveLength(
      1,
    );
    expect(engines()).toContain(second);
  },
);

function workspaces(roots: readonly string[]): string[] {
  return roots.flatMap((root) => ['--workspace', root]);
}

test('a server ends although its client has stopped reading', async () => {
  const server = spawn(process.execPath, [program, 'serve-mcp', '--workspace', fixture.repository.root], {
    env: environment(fixture),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const exited = new Promise((resolve) => server.once('exit', resolve));
  const send = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'test', version: '1' };
  send({ id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
  for (let id = 1; id <= 100; id++) send({ id, method: 'tools/list' });
  await new Promise((resolve) => server.stdout.once('readable', resolve));
  server.kill('SIGTERM');
  await withDeadline('the server to end', exited);
});

test.runIf(canMeasure)('an idle server has no engine; the next call is answered all the same', async () => {
  const server = await startHttp(fixture, ['--workspace', fixture.repository.root, '--idle-seconds', '5']);
  onTestFinished(async () => void (await server.end()));
  const { call } = await server.connect();
  for (let round = 0; round < 2; round++) {
    expect((await call('locate_symbol', locate)).body.results).toHaveLength(1);
    const processes = () => serverProcesses(server.process.pid as number);
    await waitUntil('the engine to end', processes, ({ length }) => length === 1);
  }
  const report = await waitUntil(
    'the server to be ready',
    () => health(server.url),
    ({ status }) => status === 'ready',
  );
  expect(report).toMatchObject({ projects: [{ repo_root: fixture.repository.root }] });
});

async function health(url: string): Promise<Answer['body']> {
  return (await fetch(new URL('/health', url))).json();
}
