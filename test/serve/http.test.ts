/** The server over HTTP: paths, methods, bodies, access checks and shutdown. */

import { spawnSync } from 'node:child_process';
import { request } from 'node:http';
import { connect } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { program } from '../support/build-output.ts';
import { createFixture, environment, type Fixture, type HttpServer, startHttp } from '../support/serve-fixture.ts';
import { expectShape, oneOf } from '../support/serve-shapes.ts';

let fixture: Fixture;
let server: HttpServer;
beforeAll(async () => {
  fixture = await createFixture({ indexed: true });
  server = await startHttp(fixture);
});
afterAll(async () => {
  await server?.end();
  fixture?.remove();
});

const call = (name: string, args: object = {}, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

test('answers a bare call with one JSON body', async () => {
  const response = await server.post(
    call('locate_symbol', { name: 'validate_token', workspace: fixture.repository.root }),
  );
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  const { jsonrpc, id, result } = (await response.json()) as {
    jsonrpc: string;
    id: number;
    result: { content: { type: string; text: string }[] };
  };
  expect({ jsonrpc, id }).toEqual({ jsonrpc: '2.0', id: 1 });
  const [item] = result.content;
  expect(item?.type).toBe('text');
  expect(JSON.parse(item?.text ?? '').results[0].name).toBe('validate_token');
});

test('reports its health', async () => {
  const response = await fetch(`${server.url}health`);
  expect(response.status).toBe(200);
  expectShape(await response.json(), {
    status: oneOf('ready', 'warming', 'indexing', 'error'),
    projects: [
      {
        project_id: 'string',
        repo_root: /backend$/,
        index_status: oneOf('ready', 'indexing', 'stale', 'error'),
        schema_status: /^compatible$/,
        current_schema_version: 'integer',
        required_schema_version: 'integer',
        last_indexed_at: /^\d{4}-.*Z$/,
        ref: /^main$/,
        file_count: 'integer',
        symbol_count: 'integer',
      },
    ],
    version: 'string',
    uptime_seconds: 'integer',
    workspace_warmset: { enabled: 'boolean', capacity: 'integer', members: ['string'] },
  });
});

describe('refuses', () => {
  async function refusal(response: Response | Promise<Response>, status: number) {
    const {
      status: got,
      headers,
      body,
    } = await (async () => {
      const answered = await response;
      return {
        status: answered.status,
        headers: answered.headers,
        body: (await answered.json()) as Record<string, never>,
      };
    })();
    expect(got).toBe(status);
    expect(headers.get('content-type')).toBe('application/json');
    expect(body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: 'invalid_input' } });
    return { headers, body };
  }

  const bodies: [what: string, body: string, code: number][] = [
    ['a body that is not JSON', 'hello', -32700],
    ['an empty body', '', -32700],
    ['an incomplete message', '{"jsonrpc":', -32700],
    ['bytes that are not UTF-8', '\ud800'.padEnd(3, '"'), -32700],
    ['a batch', '[]', -32600],
    ['JSON that is not a message', '{"hello":1}', -32600],
    ['another version', '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
  ];
  test.each(bodies)('%s with 400', async (_, body, code) => {
    const { body: refused } = await refusal(server.post(body), 400);
    expect(refused).toMatchObject({ error: { data: { jsonrpc_code: code } } });
  });

  const places: [method: string, path: string, status: number, allow: string | null][] = [
    ['GET', '', 405, 'POST'],
    ['DELETE', '', 405, 'POST'],
    ['PUT', '', 405, 'POST'],
    ['OPTIONS', '', 405, 'POST'],
    ['POST', 'health', 405, 'GET'],
    ['GET', 'mcp', 405, 'POST'],
    ['DELETE', 'mcp', 405, 'POST'],
    ['POST', 'mcp/x', 404, null],
    ['POST', 'nope', 404, null],
    ['GET', 'health/', 404, null],
    ['GET', '../etc/passwd', 404, null],
  ];
  test.each(places)('%s /%s with %i', async (method, path, status, allow) => {
    const { headers } = await refusal(fetch(server.url + path, { method }), status);
    expect(headers.get('allow')).toBe(allow);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])('%s with 415', async (type) => {
    await refusal(server.post(call('health_check'), { 'Content-Type': type }), 415);
  });

  test('a body over the limit with 413', async () => {
    await refusal(server.post(call('search_code', { query: 'x'.repeat(5 << 20) })), 413);
  });

  const hosts: [host: string, isServed: boolean][] = [
    ['localhost:PORT', true],
    ['127.0.0.1:PORT', true],
    ['[::1]:PORT', true],
    ['LOCALHOST:PORT', true],
    ['localhost', false],
    ['localhost:1', false],
    ['evil.example:PORT', false],
    ['127.0.0.1.evil.example:PORT', false],
    ['localhost.evil.example:PORT', false],
  ];
  test.each(hosts)('or serves the host %s: %s', async (host, isServed) => {
    const { port } = new URL(server.url);
    const status = await statusWith({ host: host.replace('PORT', port) });
    expect(status).toBe(isServed ? 200 : 403);
  });

  const origins: [origin: string, isServed: boolean][] = [
    ['http://localhost:PORT', true],
    ['http://127.0.0.1:PORT', true],
    ['http://localhost', false],
    ['https://evil.example', false],
    ['http://evil.example:PORT', false],
    ['null', false],
    ['file://', false],
  ];
  test.each(origins)('or serves the origin %s: %s', async (origin, isServed) => {
    const { port, host } = new URL(server.url);
    expect(await statusWith({ host, origin: origin.replace('PORT', port) })).toBe(isServed ? 200 : 403);
  });
});

/** Returns the status of `GET /health` with headers that `fetch` does not allow. */
function statusWith(headers: Record<string, string>): Promise<number | undefined> {
  const { port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: '/health', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

test('answers protocol errors with 200, a number and the error code of the contract', async () => {
  const check = async (message: object, code: number) => {
    const response = await server.post(message);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ id: 9, error: { code, data: { code: 'invalid_input' } } });
  };
  await check({ jsonrpc: '2.0', id: 9, method: 'nope' }, -32601);
  await check(call('no_such_tool', {}, 9), -32602);
});

test.each(['', 'mcp'])('answers an unknown method of either protocol generation at /%s with 200', async (path) => {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const generations: [params: object, headers: Record<string, string>][] = [
    [{}, {}],
    [{ _meta }, { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'nope' }],
  ];
  for (const [params, headers] of generations) {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'nope', params }),
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ id: 9, error: { code: -32601, data: { code: 'invalid_input' } } });
  }
});

test('answers a notification with 202 and no body', async () => {
  const response = await server.post({ jsonrpc: '2.0', method: 'notifications/initialized' });
  expect(response.status).toBe(202);
  expect(await response.text()).toBe('');
});

test('serves other clients while one sends its body slowly', async () => {
  const { port } = new URL(server.url);
  const slow = connect(Number(port), '127.0.0.1');
  onTestFinished(() => void slow.destroy());
  slow.write(
    `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
  );
  expect((await server.post(call('health_check'))).status).toBe(200);
});

const bodies: [what: string, target: string, sent: string, isSaid: RegExp][] = [
  ['closes the connection of a body in many tiny chunks', 'POST /', '1\r\n \r\n'.repeat(300), /^$/],
  ['accepts a body in many chunks', 'POST /', `80\r\n${' '.repeat(128)}\r\n`.repeat(300), /^HTTP\/1\.1 200 /],
  ['accepts a body in a few tiny chunks', 'POST /', '1\r\n \r\n'.repeat(200), /^HTTP\/1\.1 200 /],
  ['does not read the rest of a refused body', 'POST /nowhere', '1\r\n \r\n', /^HTTP\/1\.1 404 .*Connection: close/s],
  ['does not read a body that is not expected', 'GET /health', '1\r\n \r\n', /^HTTP\/1\.1 200 .*Connection: close/s],
];
test.each(bodies)('%s', async (_, target, sent, isSaid) => {
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
  onTestFinished(() => void socket.destroy());
  const said = new Promise<string>((resolve) => {
    socket.once('data', (chunk: Buffer) => resolve(chunk.toString('latin1')));
    socket.once('close', () => resolve(''));
  });
  const head = `${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json`;
  socket.write(`${head}\r\nTransfer-Encoding: chunked\r\n\r\n${sent}`);
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  if (target === 'POST /') socket.write(`${message.length.toString(16)}\r\n${message}\r\n0\r\n\r\n`);
  expect(await said).toMatch(isSaid);
});

test('serves /mcp like /', async () => {
  const url = `${server.url}mcp`;
  const post = (body: string) => fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  const bare = await post(JSON.stringify(call('locate_symbol', { name: 'validate_token' })));
  expect(bare.status).toBe(200);
  const same = await server.post(call('locate_symbol', { name: 'validate_token' }));
  expect(await bare.json()).toEqual(await same.json());
  expect((await post('hello')).status).toBe(400);
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  onTestFinished(() => client.close());
  expect((await client.listTools()).tools.length).toBeGreaterThan(10);
});

test('requires its token on every path but the status of /health', async () => {
  const guarded = await startHttp(fixture, ['--workspace', fixture.repository.root], { CODECOMPASS_TOKEN: 'secret-1' });
  onTestFinished(async () => void (await guarded.end()));
  const health = (headers: Record<string, string>) => fetch(`${guarded.url}health`, { headers });
  for (const headers of [
    { Authorization: 'Bearer wrong' },
    { Authorization: 'secret-1' },
    { Authorization: 'Bearer' },
  ]) {
    const response = await health(headers as Record<string, string>);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  }
  expect((await guarded.post(call('health_check'))).status).toBe(401);
  const alias = await fetch(`${guarded.url}mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(call('health_check')),
  });
  expect(alias.status).toBe(401);
  expect((await health({ Authorization: 'Bearer secret-1' })).status).toBe(200);
  const connection = await guarded.connect({ Authorization: 'Bearer secret-1' });
  expect((await connection.call('health_check')).isError).toBe(false);
  await connection.close();
});

describe('at the start', () => {
  function failure(...args: string[]) {
    const { status, stderr } = spawnSync(process.execPath, [program, 'serve-mcp', ...args], {
      cwd: fixture.base,
      env: environment(fixture),
      encoding: 'utf8',
      input: '',
      // A server that starts anyway would run forever.
      timeout: 60_000,
    });
    return { status, stderr };
  }
  const cases: [args: string[], says: string][] = [
    [['--transport', 'http', '--bind', '0.0.0.0'], 'requires a token'],
    [['--transport', 'carrier-pigeon'], '--transport must be stdio or http'],
    [['--transport', 'http', '--port', '70000'], '--port must be a number from 0 to 65535, not 70000'],
    [['--transport', 'http', '--port', 'x'], '--port must be a number from 0 to 65535, not x'],
    [['--auto-workspace'], 'needs at least one --allowed-root'],
    [['--auto-workspace', '--allowed-root', '/no/such/folder'], '/no/such/folder is not an existing folder'],
    [['--allowed-root', '/no/such/folder'], '/no/such/folder is not an existing folder'],
    [['--transport', 'http', '--allowed-root', '/no/such/folder'], '/no/such/folder is not an existing folder'],
    [['--workspace', '/no/such/folder'], '/no/such/folder does not exist.'],
  ];
  test.each(cases)('%j is refused', (args, says) => {
    const { status, stderr } = failure(...args);
    expect(status).toBe(2);
    expect(stderr).toContain('error[invalid_input]');
    expect(stderr).toContain(says);
  });

  test('--port and --bind are ignored on stdio', () => {
    expect(failure('--port', '70000', '--bind', '0.0.0.0').status).toBe(0);
  });
});

test('exits on SIGTERM once calls are answered', async () => {
  const another = await startHttp(fixture);
  const answer = another.post(call('search_code', { query: 'token' }));
  await new Promise((resume) => setTimeout(resume, 20));
  expect(await another.end()).toBe(0);
  expect((await answer).status).toBe(200);
  await expect(fetch(`${another.url}health`)).rejects.toThrow();
});
