/**
 * A hostile client gets nowhere: not out of the projects that are served, and not in the way of other clients.
 * `CODECOMPASS_TEST_SIEGE_SECONDS` sets how long the server is besieged.
 */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toolNamed, tools } from '../../src/serve/mcp/tools.ts';
import { canMeasure, holdingsOf, processorMs } from '../support/measure-process.ts';
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
  // Beside the root, under a name that begins like it.
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

describe('a parameter that names a place leads nowhere else', () => {
  const good: Record<string, Record<string, unknown>> = {
    locate_symbol: { name: 'validate_token' },
    search_code: { query: 'token' },
    get_file_outline: { path: 'src/handler.rs' },
    get_symbol_hierarchy: { symbol_name: 'validate_token' },
    find_related_symbols: { symbol_name: 'validate_token' },
    get_code_context: { query: 'token' },
    get_call_graph: { symbol_name: 'validate_token' },
    compare_symbol_between_commits: { symbol_name: 'process_request', base_ref: 'main', head_ref: 'feat/auth' },
    suggest_followup_queries: {
      previous_query: { tool: 'search_code', params: { query: 'x' } },
      previous_results: {},
    },
  };
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
  const cases = tools.flatMap(({ name, parameters }) =>
    Object.entries(parameters)
      .filter(([, { type }]) => type === 'text')
      // A ref is resolved in one way for all tools, so that one of them stands for the others.
      .filter(
        ([parameter]) => /path|file|workspace/.test(parameter) || (name === 'get_call_graph' && parameter === 'ref'),
      )
      .filter(() => good[name] !== undefined)
      .map(([parameter]): [string, string] => [name, parameter]),
  );
  test.each(cases)('%s: %s', async (name, parameter) => {
    expect(toolNamed(name)).toBeDefined();
    for (const place of places()) {
      const { body } = await client.call(name, { ...good[name], [parameter]: place });
      const text = JSON.stringify(body);
      expect(text, place).not.toContain(outsideWord);
      expect(text, place).not.toContain('root:x:0');
      expect(body.error?.code, place).not.toBe('internal_error');
    }
  });

  test('and does not tell what lies there', async () => {
    const said = async (workspace: string) =>
      JSON.stringify((await client.call('index_status', { workspace })).body.error).replaceAll(workspace, 'PLACE');
    const unknown = await said('/no/such/place');
    for (const place of [evilRoot, `${evilRoot}/secret.rs`, '/etc', '/etc/passwd', '/root', '/etc/passwd/x']) {
      expect(await said(place), place).toBe(unknown);
    }
  });
});

test('a call of another client cannot be cancelled', async () => {
  const message = (more: object) => ({ jsonrpc: '2.0', ...more });
  const asked = server.post(
    message({ id: 77, method: 'tools/call', params: { name: 'search_code', arguments: { query: 'token' } } }),
  );
  await server.post(message({ method: 'notifications/cancelled', params: { requestId: 77 } }));
  expect(await (await asked).json()).toMatchObject({ id: 77, result: { content: [{ type: 'text' }] } });
});

test.each(['//evil.example/', 'http://evil.example/', '*', 'health', '//', '/\u0001'])(
  'a target that is no path is refused: %j',
  async (target) => {
    const { port } = new URL(server.url);
    const answer = await raw(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  },
);

/** All that a server says to some bytes. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    let said = '';
    socket.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    socket.on('close', () => resolve(said));
    socket.on('error', reject);
    socket.write(bytes);
  });
}

describe('health is told while the server is besieged', () => {
  const head = (more: string) =>
    `POST / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Type: application/json\r\n${more}\r\n`;
  const crumbsTo = (path: string) => head('Transfer-Encoding: chunked\r\n').replace('/', path);
  const ping = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
  const call = head(`Content-Length: ${ping.length}\r\n`) + ping;
  /** How each attacker begins, what it sends from then on, ten times a second, and when it begins again. */
  const attacks: [what: string, sockets: number, begin: string, go: string, again?: 'cut off' | 'answered'][] = [
    ['500 idle sockets', 500, '', ''],
    ['300 that send their headers byte by byte', 300, 'POST / HTTP/1.1\r\nX: ', 'x'],
    ['300 that send their bodies byte by byte', 300, `${head('Content-Length: 100000\r\n')}{`, ' '],
    ['50 with endless bodies', 50, head('Transfer-Encoding: chunked\r\n'), `10000\r\n${' '.repeat(0x10000)}\r\n`],
    ['50 with bodies in crumbs', 50, head('Transfer-Encoding: chunked\r\n'), '1\r\n \r\n'.repeat(10_000)],
    ['50 that send on after the answer', 50, crumbsTo('/nowhere'), '1\r\n \r\n'.repeat(10_000)],
    ['300 that never read', 300, call.repeat(40), ''],
    ['100 that speak something else', 100, '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', '\0'],
    ['250 that send hundreds of requests at once', 250, call.repeat(300), '', 'cut off'],
    ['250 that call without pause', 250, call, '', 'answered'],
  ];
  // Of those that are slow in one way or another, one stands for all in a short run.
  const tried = attacks.filter(([what]) => isLong || /idle|bodies byte|never read/.test(what));
  test.each(tried)('by %s', { timeout: 60_000 + siegeSeconds * 4_000 }, async (what, count, begin, go, again) => {
    const { port } = new URL(server.url);
    const sockets = new Set<Socket>();
    let isOver = false;
    const attack = () => {
      if (isOver) return;
      const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
      if (what.includes('never read')) socket.pause();
      else socket.resume();
      socket.write(begin.replaceAll('PORT', port));
      sockets.add(socket);
      socket.on('close', () => {
        sockets.delete(socket);
        if (again === 'cut off') setTimeout(attack, 20);
      });
      if (again === 'answered') socket.on('data', () => socket.write(begin.replaceAll('PORT', port)));
    };
    for (let at = 0; at < count; at++) attack();
    const goingOn = setInterval(() => {
      for (const socket of sockets)
        if (!socket.destroyed && go !== '' && socket.writableLength < 1 << 20) socket.write(go);
    }, 100);
    const { pid } = server.process;
    const spentMs = () => (canMeasure && pid !== undefined ? processorMs(pid) : 0);
    const waits: number[] = [];
    /** What the server did before it answered, however long others kept it from doing it. */
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
      isOver = true;
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
      [`answers besieged by ${what}`]: waits.length,
      'ms the slowest': slowestMs,
      'ms of work before an answer at most': Math.max(...works),
      MB: memory?.residentMb ?? 0,
    });
    expect(memory?.residentMb ?? 0).toBeLessThan(isLong ? 400 : 250);
    if (isLong) expect(canMeasure ? Math.max(...works) : slowestMs).toBeLessThan(1_000);
  });
});
