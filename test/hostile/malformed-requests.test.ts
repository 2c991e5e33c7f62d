/** Every malformed request gets a 4xx status and the error body of the contract, and the server goes on. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendRaw } from '../support/raw-request.ts';
import { createFixture, type Fixture, type HttpServer, startHttp } from '../support/serve-fixture.ts';

let fixture: Fixture;
let server: HttpServer;
let host: string;
beforeAll(async () => {
  fixture = await createFixture({ indexed: true });
  server = await startHttp(fixture);
  ({ host } = new URL(server.url));
});
afterAll(async () => {
  await server?.end();
  fixture?.remove();
});

const message = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

/** Targets that are not the path of a route, some of which no URL parser accepts. */
const targets = [
  '/\\[',
  '/\\\\[',
  '\\\\',
  '/\\',
  '/[',
  '/%',
  '/%zz',
  '/%00',
  '/\\/[::',
  '//[',
  '///[:',
  '/..\\..\\[',
  '/http://[',
  'http://[',
  'http://[::1',
  'http://a:99999/',
  'http:/',
  '*',
  ':80',
  '/\xff\xfe',
  '/\x80[',
  '/@[:0]',
  '/mcp\\[',
  '/;[',
  '/./',
  '/mcp/..',
  '/__proto__',
  '/constructor',
  `/${'a'.repeat(8_000)}`,
  `/${'['.repeat(4_000)}`,
];
test.each(targets)('the target %j', async (target) => {
  for (const method of ['POST', 'GET']) {
    await expectRefusal(requestTo(target, method));
  }
});

const valid = (more: string, version = 'HTTP/1.1') =>
  `POST / ${version}\r\nHost: HOST\r\nContent-Type: application/json\r\n${more}\r\n${message}`;
const lengthOf = `Content-Length: ${message.length}\r\n`;

/** Request lines, headers and bodies that the parser or an access check rejects. */
const requests: [what: string, bytes: string][] = [
  ['no request line', '\x00\x01\x02\x03\r\n\r\n'],
  ['another protocol', 'SSH-2.0-OpenSSH_9.7\r\n'],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['HTTP/0.9', 'GET /\r\n\r\n'],
  ['HTTP/3.0', 'GET / HTTP/3.0\r\nHost: HOST\r\n\r\n'],
  ['an unknown method', 'BREW / HTTP/1.1\r\nHost: HOST\r\n\r\n'],
  ['CONNECT', 'CONNECT HOST HTTP/1.1\r\nHost: HOST\r\n\r\n'],
  ['a space in the target', 'GET /a b HTTP/1.1\r\nHost: HOST\r\n\r\n'],
  ['a control character in the target', 'GET /\x01 HTTP/1.1\r\nHost: HOST\r\n\r\n'],
  ['a target of 20 KB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: HOST\r\n\r\n`],
  ['headers of 20 KB', valid(`X: ${'a'.repeat(20_000)}\r\n`)],
  ['no host', 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['no host in HTTP/1.0', 'GET /health HTTP/1.0\r\n\r\n'],
  ['an empty host', 'GET /health HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n'],
  ['the same host twice', valid(`Host: HOST\r\nConnection: close\r\n${lengthOf}`)],
  ['another host after the right one', valid(`hOST: evil.example\r\nConnection: close\r\n${lengthOf}`)],
  ['an empty host after the right one', valid(`Host:\r\nConnection: close\r\n${lengthOf}`)],
  ['two hosts for the status', 'GET /health HTTP/1.1\r\nHost: HOST\r\nHost: x\r\nConnection: close\r\n\r\n'],
  ['two origins', valid(`Origin: http://HOST\r\nOrigin: http://HOST\r\nConnection: close\r\n${lengthOf}`)],
  ['two content types', valid(`Content-Type: text/plain\r\nConnection: close\r\n${lengthOf}`)],
  ['two tokens', valid(`Authorization: Bearer a\r\nAuthorization: Bearer b\r\nConnection: close\r\n${lengthOf}`)],
  ['a host that is no URL', 'GET /health HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n'],
  ['an origin that is no URL', valid(`Origin: [\r\nConnection: close\r\n${lengthOf}`)],
  ['a header without a colon', valid(`Broken\r\n${lengthOf}`)],
  ['a header name with a space', valid(`Bro ken: 1\r\n${lengthOf}`)],
  ['a control character in a header', valid(`X: a\x00b\r\n${lengthOf}`)],
  ['a line feed alone', 'GET / HTTP/1.1\nHost: HOST\n X\n\n'],
  ['two lengths', valid(`${lengthOf}Content-Length: 3\r\n`)],
  ['a length and chunks', valid(`${lengthOf}Transfer-Encoding: chunked\r\n`)],
  ['a negative length', valid('Content-Length: -1\r\n')],
  ['a length that is no number', valid('Content-Length: ten\r\n')],
  ['a length beyond every number', valid(`Content-Length: ${'9'.repeat(40)}\r\n`)],
  ['a chunk size that is no number', valid('Transfer-Encoding: chunked\r\n').replace(message, 'zz\r\n')],
  ['an unknown transfer encoding', valid('Transfer-Encoding: gzip\r\n')],
  ['an endless chunk extension', valid('Transfer-Encoding: chunked\r\n').replace(message, `1;${'a'.repeat(30_000)}`)],
  ['no content type', valid(`Connection: close\r\n${lengthOf}`).replace(/Content-Type.*\r\n/, '')],
  ['no body', valid('Connection: close\r\nContent-Length: 0\r\n').replace(message, '')],
];
test.each(requests)('%s', async (_, bytes) => {
  await expectRefusal(bytes);
});

/** Unusual, but valid: the call is served. */
const unusual: [what: string, bytes: string][] = [
  ['an unknown expectation', valid(`Expect: the-unexpected\r\nConnection: close\r\n${lengthOf}`)],
  ['a request to upgrade', valid(`Upgrade: websocket\r\nConnection: close, Upgrade\r\n${lengthOf}`)],
  ['a query that no URL has', valid(`Connection: close\r\n${lengthOf}`).replace('POST /', 'POST /?[\\%zz#[')],
  ['Latin-1 in a header', valid(`X: \xe4\xff\r\nConnection: close\r\n${lengthOf}`)],
  ['a strange session', valid(`Mcp-Session-Id: [\xff]{}\r\nConnection: close\r\n${lengthOf}`)],
  ['a hundred headers', valid(`${'X: 1\r\n'.repeat(100)}Connection: close\r\n${lengthOf}`)],
];
test.each(unusual)('is served with %s', async (_, bytes) => {
  const { status, body } = await sendRaw(server.url, bytesOf(bytes));
  expect(status).toBe(200);
  expect(JSON.parse(body)).toMatchObject({ jsonrpc: '2.0', id: 1, result: {} });
});

function requestTo(target: string, method: string): string {
  const headers = `Host: HOST\r\nContent-Type: application/json\r\nConnection: close\r\n${lengthOf}`;
  return `${method} ${target} HTTP/1.1\r\n${headers}\r\n${message}`;
}

async function expectRefusal(bytes: string): Promise<void> {
  const { status, headers, body, text } = await sendRaw(server.url, bytesOf(bytes));
  expect(String(status), text).toMatch(/^4\d\d$/);
  expect(headers).toMatch(/^content-type: application\/json$/im);
  expect(JSON.parse(body)).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: 'invalid_input' } });
  expect((await fetch(new URL('/health', server.url))).status).toBe(200);
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text.replaceAll('HOST', host), 'latin1');
}
