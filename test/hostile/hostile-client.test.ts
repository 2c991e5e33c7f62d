/** A hostile client can reach neither anything outside the served projects nor the calls of other clients. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ToolRow } from '../../src/serve/tools/tool.ts';
import { tools } from '../../src/serve/tools/tools.ts';
import { parametersOf, variantsWith } from '../support/sample-requests.ts';
import { type Connection, createFixture, type Fixture, type HttpServer, startHttp } from '../support/serve-fixture.ts';

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

describe('a place that cannot exist is the same as one that does not', () => {
  const long = 'n'.repeat(256);
  const places = [
    'src/handler.rs/x',
    'src/handler.rs/x/y',
    'src/handler.rs/x/y/z/',
    'src/handler.rs/.git',
    'src/handler.rs/.git/x',
    `src/handler.rs/${long}`,
    long,
    `${long}/x`,
    `src/${long}/x/y`,
    `src/x/${long}`,
    `src/${'ä'.repeat(128)}/x`,
    'ring/x',
    'ring/x/y',
  ];
  beforeAll(() => symlinkSync('ring', fixture.repository.path('ring')));
  const withWorkspace = tools.filter(({ parameters }) => 'workspace' in parameters);
  test.each(withWorkspace.map((row): [string, object] => [row.name, row.example]))('%s', async (name, example) => {
    const answerFor = async (place: string) => {
      const workspace = `${fixture.repository.root}/${place}`;
      const { body } = await client.call(name, { ...example, workspace });
      return JSON.stringify(body.error).replaceAll(workspace, 'PLACE');
    };
    const missing = await answerFor('missing/x');
    expect(missing).toContain('workspace_not_registered');
    for (const place of places) expect(await answerFor(place), place.slice(0, 40)).toBe(missing);
  });

  test('also as a ref', async () => {
    for (const ref of ['main/x', 'main/x/y', 'feat/auth/x', long, `main/${long}`, `${long}/x`]) {
      const { body } = await client.call('search_code', { query: 'token', ref });
      expect(body.error?.code, ref).toBe('ref_not_indexed');
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
