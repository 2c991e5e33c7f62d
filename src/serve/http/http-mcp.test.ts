/** Whatever a message gets, nothing of it is kept: no registered call, and no open server or transport. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Engine } from '../engine/engine.ts';
import { mcpHandler } from './http-mcp.ts';
import { type Refusal, readJson } from './http-messages.ts';
import { BodyBudget } from './limits/body-budget.ts';
import { RunningCalls } from './running-calls.ts';

let server: Server;
let running: RunningCalls;
beforeEach(async () => {
  running = new RunningCalls();
  // No message of this test reaches a tool.
  const engine = { version: '1', tools: async () => [], stayAwake: () => {}, log: () => {} } as unknown as Engine;
  const handle = mcpHandler(engine, running);
  const bodies = new BodyBudget(32 << 20);
  server = createServer((request, response) => {
    readJson(request, bodies)
      .then((body) => handle(request, response, body))
      .catch((refusal: Refusal) => response.writeHead(refusal.status ?? 500).end(refusal.message));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
});

const stream = { accept: 'application/json, text/event-stream' };
const older = { 'mcp-protocol-version': '2025-06-18' };
const unknownTool = { method: 'tools/call', params: { name: 'nope', _meta: { progressToken: 1 } } };

const cases: [what: string, more: object, status: number, registered: 0 | 1, headers?: Record<string, string>][] = [
  ['a result', { id: 'ID', result: {} }, 202, 0],
  ['a result with a number', { id: 7, result: {} }, 202, 0],
  ['a result with an empty id', { id: '', result: {} }, 202, 0],
  ['a result that says it is a stream', { id: 'ID', result: { _meta: { progressToken: 1 } } }, 202, 0, stream],
  ['an error', { id: 'ID', error: { code: 1, message: 'no' } }, 202, 0],
  ['an error without a message', { id: 'ID', error: {} }, 400, 0],
  ['a result and an error', { id: 'ID', result: {}, error: { code: 1, message: 'no' } }, 400, 0],
  ['a notification', { method: 'notifications/initialized' }, 202, 0],
  ['a cancellation of nothing', { method: 'notifications/cancelled', params: { requestId: 'ID' } }, 202, 0],
  ['a notification with an id', { id: 'ID', method: 'notifications/initialized' }, 200, 1],
  ['a cancellation with an id', { id: 'ID', method: 'notifications/cancelled', params: { requestId: 'ID' } }, 200, 1],
  ['a request whose params are null', { id: 'ID', method: 'ping', params: null }, 400, 0],
  ['a request whose params are a list', { id: 'ID', method: 'ping', params: [] }, 400, 0],
  ['a request and a result', { id: 'ID', method: 'ping', result: {} }, 400, 0],
  ['invalid params of a session', { id: 'ID', method: 'ping', params: null }, 400, 0, older],
  ['invalid params of a stream', { id: 'ID', method: 'ping', params: [] }, 400, 0, { ...older, ...stream }],
  ['a request of another version', { id: 'ID', method: 'ping' }, 400, 1, { 'mcp-protocol-version': '1999-01-01' }],
  ['a request', { id: 'ID', method: 'ping' }, 200, 1],
  ['a request that fails', { id: 'ID', ...unknownTool }, 200, 1],
  ['a request that is streamed', { id: 'ID', ...unknownTool }, 200, 1, stream],
  ['an unknown method', { id: 'ID', method: 'nope' }, 200, 1],
  ['an invalid handshake', { id: 'ID', method: 'initialize' }, 200, 1],
];
test.each(cases)('%s', async (_, more, status, registered, headers = {}) => {
  const added = vi.spyOn(running, 'add');
  const started = vi.spyOn(WebStandardStreamableHTTPServerTransport.prototype, 'start');
  const closed = vi.spyOn(WebStandardStreamableHTTPServerTransport.prototype, 'close');
  for (let count = 1; count <= 3; count++) {
    const response = await post(JSON.stringify({ jsonrpc: '2.0', ...more }).replaceAll('ID', `id-${count}`), headers);
    const text = await response.text();
    expect(response.status, text).toBe(status);
    expect(running.size).toBe(0);
    expect(added).toHaveBeenCalledTimes(count * registered);
    expect(started.mock.contexts.filter((transport) => !closed.mock.contexts.includes(transport))).toEqual([]);
  }
});

test.each([0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20])('a request that is cancelled after %i steps', async (steps) => {
  const add = running.add.bind(running);
  vi.spyOn(running, 'add').mockImplementation((session, id, cancel) => {
    void (async () => {
      for (let step = 0; step < steps; step++) await undefined;
      cancel();
    })();
    return add(session, id, cancel);
  });
  const response = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }));
  // It may be answered before, but gets no error about its session.
  expect([200, 202]).toContain(response.status);
  expect(running.size).toBe(0);
});

test('refuses a long id', async () => {
  const refused = async (id: string) => (await post(JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' }))).status;
  expect(await refused('x'.repeat(1_000))).toBe(200);
  expect(await refused('x'.repeat(1_001))).toBe(400);
  const response = await post(JSON.stringify({ jsonrpc: '2.0', id: 'x'.repeat(3_900_000), result: {} }));
  expect([response.status, await response.text()]).toEqual([
    400,
    'The id of the message has 3900000 characters; the limit is 1000.',
  ]);
});

function post(body: string, headers: Record<string, string> = {}): Promise<Response> {
  const { port } = server.address() as AddressInfo;
  return fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'mcp-session-id': 's1', ...headers },
    body,
  });
}
