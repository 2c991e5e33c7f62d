/** A hostile client does not get out of the projects that are served, nor at the calls of others. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ToolRow } from '../../src/serve/mcp/tool.ts';
import { tools } from '../../src/serve/mcp/tools.ts';
import { parametersOf, variantsWith } from '../support/sample-requests.ts';
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
  /** Every text and every object that a tool takes, so that a new parameter is attacked as soon as it is in the table. */
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
