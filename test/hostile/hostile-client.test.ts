/**
 * A hostile client can neither reach anything outside the served projects nor block other clients.
 * `CODECOMPASS_TEST_SIEGE_SECONDS` sets how long the server is under load.
 */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ToolRow } from '../../src/serve/mcp/tool.ts';
import { tools } from '../../src/serve/mcp/tools.ts';
import { canMeasure, holdingsOf, processorMs } from '../support/measure-process.ts';
import { parametersOf, variantsWith } from '../support/sample-requests.ts';
import { type Connection, createFixture, type Fixture, type HttpServer, startHttp } from '../support/serve-fixture.ts';
import { reportSoak } from '../support/soak-report.ts';

const siegeSeconds = Number(process.env.CODECOMPASS_TEST_SIEGE_SECONDS ?? 0.4);
const isLong = siegeSeconds > 10;
const outsideWord = 'zanzibarsecretword';

let fixture: Fixture;
let server: HttpServer;
let client: Connection;
let evilRoot: string;
beforeAll(async () => {
  fixture = await createFixture({ indexed: true });
  // A sibling of the root whose name starts with the name of the root.
  evilRoot = `${fixture.repository.root}-evil`;
  mkdirSync(evilRoot);
  writeFileSync(join(evilRoot, 'secret.rs'), `pub fn ${outsideWord}() {}\n`);
  symlinkSync(evilRoot, fixture.repository.path('way-out'));
  server = await startHttp(fixture);
  client = await server.connect();
});
afterAll(async () => {
  await client?.close();
  await server?.end();
  fixture?.remove();
});

describe('a path parameter gives no access outside the project', () => {
  const places = () => [
    '../backend-evil/secret.rs',
    `${evilRoot}/secret.rs`,
    evilRoot,
    `${fixture.repository.root}/../backend-evil`,
    `${fixture.repository.root}/way-out`,
    'way-out/secret.rs',
    'src/../../backend-evil/secret.rs',
    '....//....//backend-evil/secret.rs',
    '..%2fbackend-evil%2fsecret.rs',
    '..\\backend-evil\\secret.rs',
    `file://${evilRoot}/secret.rs`,
    'src/handler.rs\0/../../../backend-evil/secret.rs',
    '/etc/passwd',
    '/proc/self/environ',
    '~',
    '',
    'main:../backend-evil/secret.rs',
    '--output=/tmp/x',
  ];
  /** Every text and object parameter of every tool, so that a new one is attacked as soon as it is in the table. */
  const cases = tools.flatMap((row) =>
    Object.entries(row.parameters)
      .filter(([, { type }]) => type === 'text' || type === 'object')
      .map(([parameter]): [string, string, ToolRow] => [row.name, parameter, row]),
  );
  const placeNames = new Set(tools.flatMap((row) => parametersOf(row, ['path', 'file', 'ref', 'workspace'])));
  test.each(cases)('%s: %s', async (name, parameter, row) => {
    const given = row.example as Readonly<Record<string, unknown>>;
    for (const place of places()) {
      const values =
        row.parameters[parameter]?.type === 'text'
          ? [place]
          : [...placeNames].flatMap((field) => variantsWith(given[parameter], field, place));
      expect(values.length).toBeGreaterThan(0);
      for (const value of values) {
        const { body } = await client.call(name, { ...given, [parameter]: value });
        const text = JSON.stringify(body);
        expect(text, place).not.toContain(outsideWord);
        expect(text, place).not.toContain('root:x:0');
        expect(body.error?.code, place).not.toBe('internal_error');
      }
    }
  });

  test('and does not reveal what is there', async () => {
    const answerFor = async (workspace: string) =>
      JSON.stringify((await client.call('index_status', { workspace })).body.error).replaceAll(workspace, 'PLACE');
    const unknown = await answerFor('/no/such/place');
    for (const place of [evilRoot, `${evilRoot}/secret.rs`, '/etc', '/etc/passwd', '/root', '/etc/passwd/x']) {
      expect(await answerFor(place), place).toBe(unknown);
    }
  });
});

test('a client cannot cancel a call of another client', async () => {
  const message = (more: object) => ({ jsonrpc: '2.0', ...more });
  const asked = server.post(
    message({ id: 77, method: 'tools/call', params: { name: 'search_code', arguments: { query: 'token' } } }),
  );
  await server.post(message({ method: 'notifications/cancelled', params: { requestId: 77 } }));
  expect(await (await asked).json()).toMatchObject({ id: 77, result: { content: [{ type: 'text' }] } });
});

test.each(['//evil.example/', 'http://evil.example/', '*', 'health', '//', '/\u0001'])(
  'a target that is not a path is rejected: %j',
  async (target) => {
    const { port } = new URL(server.url);
    const answer = await raw(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  },
);

/** Returns the full response of the server to some bytes. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    let response = '';
    socket.on('data', (chunk: Buffer) => {
      response += chunk;
    });
    socket.on('close', () => resolve(response));
    socket.on('error', reject);
    socket.write(bytes);
  });
}

describe('the health check answers while the server is under siege', () => {
  const head = (more: string) =>
    `POST / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Type: application/json\r\n${more}\r\n`;
  const crumbsTo = (path: string) => head('Transfer-Encoding: chunked\r\n').replace('/', path);
  const ping = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
  /** The first bytes of each attacker, and what it then sends ten times per second. */
  const attacks: [what: string, sockets: number, begin: string, go: string][] = [
    ['500 idle sockets', 500, '', ''],
    ['300 that send their headers byte by byte', 300, 'POST / HTTP/1.1\r\nX: ', 'x'],
    ['300 that send their bodies byte by byte', 300, `${head('Content-Length: 100000\r\n')}{`, ' '],
    ['50 with endless bodies', 50, head('Transfer-Encoding: chunked\r\n'), `10000\r\n${' '.repeat(0x10000)}\r\n`],
    ['50 with bodies in tiny chunks', 50, head('Transfer-Encoding: chunked\r\n'), '1\r\n \r\n'.repeat(10_000)],
    ['50 that keep sending after the response', 50, crumbsTo('/nowhere'), '1\r\n \r\n'.repeat(10_000)],
    ['300 that never read', 300, head(`Content-Length: ${ping.length}\r\n`).concat(ping).repeat(40), ''],
    ['100 that use another protocol', 100, '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', '\0'],
  ];
  // A short run tries only one of the slow attackers.
  const tried = attacks.filter(([what]) => isLong || /idle|bodies byte|never read/.test(what));
  test.each(tried)('by %s', { timeout: 60_000 + siegeSeconds * 4_000 }, async (what, count, begin, go) => {
    const { port } = new URL(server.url);
    const sockets: Socket[] = [];
    for (let at = 0; at < count; at++) {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
      if (what.includes('never read')) socket.pause();
      else socket.resume();
      socket.write(begin.replaceAll('PORT', port));
      sockets.push(socket);
    }
    const goingOn = setInterval(() => {
      for (const socket of sockets)
        if (!socket.destroyed && go !== '' && socket.writableLength < 1 << 20) socket.write(go);
    }, 100);
    const { pid } = server.process;
    const spentMs = () => (canMeasure && pid !== undefined ? processorMs(pid) : 0);
    const waits: number[] = [];
    /** CPU time of the server per answer, without the time it waited for the CPU. */
    const works: number[] = [];
    try {
      for (const endMs = performance.now() + siegeSeconds * 1_000; performance.now() < endMs; ) {
        const askedAtMs = performance.now();
        const spentBeforeMs = spentMs();
        const answer = await raw(`GET /health HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
        waits.push(performance.now() - askedAtMs);
        works.push(spentMs() - spentBeforeMs);
        expect(answer).toMatch(/^HTTP\/1\.1 200 /);
        await new Promise((resume) => setTimeout(resume, 50));
      }
    } finally {
      clearInterval(goingOn);
      for (const socket of sockets) socket.destroy();
    }
    const memory = canMeasure && pid !== undefined ? holdingsOf(pid) : undefined;
    const slowestMs = Math.round(Math.max(...waits));
    console.info(
      `siege by ${what}: ${waits.length} answers in ${siegeSeconds} s, slowest after ${slowestMs} ms, ` +
        `${Math.max(...works)} ms of work at most, ${memory?.residentMb} MB, ${memory?.openFiles} open files`,
    );
    reportSoak({
      [`answers under siege by ${what}`]: waits.length,
      'ms slowest': slowestMs,
      'ms of work per answer at most': Math.max(...works),
      MB: memory?.residentMb ?? 0,
    });
    expect(memory === undefined || memory.residentMb < 250).toBe(true);
    if (isLong) expect(canMeasure ? Math.max(...works) : slowestMs).toBeLessThan(1_000);
  });
});
