/** A cancelled request stops its work: the server uses no more CPU time for it, sends no response, and goes on. */
import { setTimeout as pause } from 'node:timers/promises';
import type { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { canMeasure, processorMs } from '../support/measure-process.ts';
import { indexInProcess } from '../support/run-job.ts';
import {
  type Connection,
  connectStdio,
  createFixture,
  type Fixture,
  type HttpServer,
  startHttp,
  until,
} from '../support/serve-fixture.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Enough uses of one name that listing them takes a second of CPU time or more. */
const files = 800;
const uses = 30;
const question = { symbol_name: 'target', path: 'src/shared.py', limit: 5, freshness_policy: 'best_effort' };
const cheap = { name: 'Store' };

let fixture: Fixture;
let connections: Connection[] = [];
let server: HttpServer | undefined;
/** The CPU time of a whole answer. */
let wholeMs = 0;

beforeAll(async () => {
  fixture = await createFixture({ indexed: false, files: manyUses() });
  await indexInProcess(fixture.home, fixture.repository.root);
  const { pid, ask } = await idleStdio();
  const before = processorMs(pid);
  await ask();
  wholeMs = processorMs(pid) - before;
  await closeAll();
}, 300_000);

afterEach(closeAll);
afterAll(() => fixture.remove());

describe.runIf(canMeasure)('a cancelled request stops its work', () => {
  test('over stdio; other calls get their answers', async () => {
    expect(wholeMs).toBeGreaterThan(500);
    const { pid, connection, ask } = await idleStdio();
    const errors: Error[] = [];
    connection.client.onerror = (error) => errors.push(error);
    const controller = new AbortController();
    const before = processorMs(pid);
    const cancelled = ask(controller.signal).catch((error: Error) => error.message);
    await worked(pid, before);
    const other = connection.call('locate_symbol', cheap);
    controller.abort('no longer needed');
    expect(await cancelled).toContain('no longer needed');
    expect((await other).body.results).toHaveLength(1);
    await expectIdle(pid);
    // The client reports a response to a request that it does not know any more.
    expect(errors).toEqual([]);
    const { total } = (await connection.call('find_references', question)).body;
    expect(total).toBe(files * uses + files);
  });

  test('also if another request waits for the same facts', async () => {
    const { pid, connection, ask } = await idleStdio();
    const controller = new AbortController();
    const before = processorMs(pid);
    const cancelled = ask(controller.signal).catch(() => 'cancelled');
    const other = connection.call('find_references', question);
    await worked(pid, before);
    controller.abort();
    expect(await cancelled).toBe('cancelled');
    expect((await other).body).toMatchObject({ total: files * uses + files, completeness: expect.anything() });
  });

  test('over HTTP, by a notification of the same session', async () => {
    const { url, process: child, post } = await idleHttp();
    const [session, stranger] = [await openSession(post), await openSession(post)];
    const pid = child.pid as number;
    const before = processorMs(pid);
    const call = post(callOf(7), { 'mcp-session-id': session });
    await worked(pid, before);
    // Another client may have given the same number to a request of its own.
    expect((await post(cancellationOf(7), { 'mcp-session-id': stranger })).status).toBe(202);
    expect((await post(cancellationOf(7))).status).toBe(202);
    await worked(pid, processorMs(pid));
    expect((await post(cancellationOf(7), { 'mcp-session-id': session })).status).toBe(202);
    const response = await call;
    expect([response.status, await response.text()]).toEqual([202, '']);
    await expectIdle(pid);
    expect((await fetch(new URL('/health', url))).status).toBe(200);
  });

  test('over HTTP, when the client closes the connection', async () => {
    const { url, process: child, post } = await idleHttp();
    const pid = child.pid as number;
    const accepting = { 'MCP-Protocol-Version': '2025-06-18', Accept: 'application/json, text/event-stream' };
    const streamed = callOf(1);
    for (const [headers, message] of [
      [{}, callOf(1)],
      [accepting, callOf(1)],
      // The answer to this one is a stream, which has begun when the client leaves.
      [accepting, { ...streamed, params: { ...streamed.params, _meta: { progressToken: 1 } } }],
    ] as const) {
      const before = processorMs(pid);
      const controller = new AbortController();
      const call = fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(message),
        signal: controller.signal,
      }).catch(() => 'closed');
      await worked(pid, before);
      controller.abort();
      const response = await call;
      if (typeof response !== 'string') await expect(response.text()).rejects.toThrow();
      await expectIdle(pid);
    }
    const whole = (await (await post(callOf(2))).json()) as { result: { content: { text: string }[] } };
    expect(JSON.parse(whole.result.content[0]?.text ?? '').total).toBe(files * uses + files);
  });
});

function manyUses(): Record<string, string> {
  const body = (file: number) =>
    Array.from({ length: uses }, (_, at) => `def work_${file}_${at}(store):\n    return target(store.value)\n`).join(
      '\n',
    );
  const parts = Array.from({ length: files }, (_, file) => [
    `src/part_${file}.py`,
    `from src.shared import target\n\n${body(file)}`,
  ]);
  return {
    'src/shared.py': 'class Store:\n    value = 1\n\n\ndef target(value):\n    return value\n',
    ...Object.fromEntries(parts),
  };
}

/** A server that has done what it does at its start. */
async function idleStdio() {
  const connection = await connectStdio(fixture);
  connections.push(connection);
  const pid = (connection.client.transport as StdioClientTransport).pid as number;
  await until(
    'the server to be warm',
    () => connection.call('health_check'),
    ({ prewarm_status }) => prewarm_status !== 'running' && prewarm_status !== 'pending',
  );
  await quiet(pid);
  const ask = (signal?: AbortSignal) =>
    connection.client.callTool({ name: 'find_references', arguments: question }, { ...(signal && { signal }) });
  return { connection, pid, ask };
}

async function idleHttp(): Promise<HttpServer> {
  server = await startHttp(fixture);
  await quiet(server.process.pid as number);
  return server;
}

async function openSession(post: HttpServer['post']): Promise<string> {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const response = await post({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
  return response.headers.get('mcp-session-id') ?? '';
}

function callOf(id: number) {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'find_references', arguments: question } };
}

function cancellationOf(requestId: number) {
  return { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } };
}

/** Waits until the call is at work, far from its end. */
function worked(pid: number, before: number): Promise<number> {
  return waitUntil(
    'the call to use CPU time',
    () => processorMs(pid) - before,
    (used) => used > wholeMs / 8,
    { betweenMs: 5 },
  );
}

/** The rest of the answer would take seven eighths of its CPU time. A cancellation may take 100 ms. */
async function expectIdle(pid: number): Promise<void> {
  const before = processorMs(pid);
  await quiet(pid);
  expect(processorMs(pid) - before).toBeLessThan(wholeMs / 5 + 100);
}

/** Waits until the process uses no CPU time. */
async function quiet(pid: number): Promise<void> {
  for (let still = 0, used = processorMs(pid); still < 8; still++) {
    await pause(100);
    const now = processorMs(pid);
    if (now - used > 10) still = 0;
    used = now;
  }
}

async function closeAll(): Promise<void> {
  for (const { close } of connections) await close();
  connections = [];
  await server?.end();
  server = undefined;
}
