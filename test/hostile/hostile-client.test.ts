/** A hostile client does not get out of the projects that are served, nor at the calls of others. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toolNamed, tools } from '../../src/serve/mcp/tools.ts';
import { type Connection, createFixture, type Fixture, type HttpServer, startHttp } from '../support/serve-fixture.ts';

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
