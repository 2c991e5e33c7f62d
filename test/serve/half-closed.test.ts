/** A client that ends its side of the connection after the request, and then reads, gets its answer. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RawAnswer, sendRaw } from '../support/raw-request.ts';
import { createFixture, type Fixture, type HttpServer, startHttp } from '../support/serve-fixture.ts';

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

const call = (more: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'locate_symbol', arguments: { name: 'validate_token' }, ...more },
});
const found = ({ body }: RawAnswer) => expect(body).toContain('src/auth/jwt.rs');
const refused = (status: number) => (answer: RawAnswer) => {
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 'invalid_input' } });
};

const json = 'Content-Type: application/json\r\n';
const stream = `${json}Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2025-06-18\r\n`;
const cases: [what: string, bytes: string, check: (answer: RawAnswer) => void][] = [
  ['a call', post(call()), found],
  ['a call in HTTP/1.0', post(call()).replace('HTTP/1.1', 'HTTP/1.0'), found],
  ['a call to /mcp that closes', post(call(), `${json}Connection: close\r\n`).replace('POST /', 'POST /mcp'), found],
  ['a call that accepts a stream', post(call(), stream), found],
  ['a call answered with a stream', post(call({ _meta: { progressToken: 1 } }), stream), found],
  ['a body in chunks', chunked(call()), found],
  [
    'a list of the tools',
    post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    ({ body }) => {
      expect(JSON.parse(body).result.tools.length).toBeGreaterThan(5);
    },
  ],
  [
    'a health check',
    'GET /health HTTP/1.1\r\nHost: HOST\r\n\r\n',
    ({ body }) => {
      // The server may still be warming up.
      expect(JSON.parse(body)).toMatchObject({
        status: expect.stringMatching(/^(ready|warming)$/),
        version: expect.any(String),
      });
    },
  ],
  [
    'a notification',
    post({ jsonrpc: '2.0', method: 'notifications/initialized' }),
    ({ status }) => expect(status).toBe(202),
  ],
  ['a body that is not JSON', post('nonsense'), refused(400)],
  ['a wrong content type', post(call(), 'Content-Type: text/plain\r\n'), refused(415)],
  ['a wrong path', 'GET /nowhere HTTP/1.1\r\nHost: HOST\r\n\r\n', refused(404)],
  ['half a request', 'POST / HTTP/1.1\r\nHost: HOST\r\nContent-', refused(400)],
  ['half a body', post(call()).slice(0, -5), refused(400)],
];
test.each(cases)('%s', async (_, bytes, check) => {
  const { host } = new URL(server.url);
  check(await sendRaw(server.url, bytes.replaceAll('HOST', host), true));
});

function post(message: object | string, headers = json): string {
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  return `POST / HTTP/1.1\r\nHost: HOST\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;
}

function chunked(message: object): string {
  const body = JSON.stringify(message);
  const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  return `POST / HTTP/1.1\r\nHost: HOST\r\n${json}Transfer-Encoding: chunked\r\n\r\n${chunks}`;
}
