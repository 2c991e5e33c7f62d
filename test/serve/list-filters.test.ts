/** The filters of lists and the outline of folders, over MCP. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexInProcess } from '../support/run-job.ts';
import { type Connection, connectStdio, createFixture, type Fixture } from '../support/serve-fixture.ts';

const caller = (name: string) => `from app.core import load\n\n\ndef ${name}():\n    return load()\n`;
let fixture: Fixture;
let connection: Connection;

beforeAll(async () => {
  fixture = await createFixture({
    indexed: false,
    files: {
      'app/core.py': 'def load():\n    return {}\n',
      'app/api.py': caller('serve'),
      ...Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`tests/test_${at}.py`, caller(`test_${at}`)])),
    },
  });
  await indexInProcess(fixture.home, fixture.repository.root);
  connection = await connectStdio(fixture, ['--workspace', fixture.repository.root, '--format', 'text']);
});
afterAll(async () => {
  await connection?.close();
  fixture?.remove();
});

async function textOf(name: string, args: Record<string, unknown>): Promise<string> {
  const { content } = await connection.client.callTool({ name, arguments: args });
  return (content as { text: string }[])[0]?.text ?? '';
}

test('a limited call graph says how many callers are in tests', async () => {
  const callers = { symbol_name: 'load', direction: 'callers' };
  expect(await textOf('get_call_graph', { ...callers, limit: 1 })).toBe(
    'app/api.py:5  serve\n1 caller (5 more in tests) of load (app/core.py:1); limit shows more',
  );
  expect(await textOf('get_call_graph', { ...callers, tests: 'exclude' })).toBe(
    'app/api.py:5  serve\n1 caller of load (app/core.py:1); 5 left out by the filters',
  );
  expect(await textOf('get_call_graph', { ...callers, within: 'docs' })).toBe(
    '0 callers of load (app/core.py:1); 6 left out by the filters',
  );
});

test('search, context and names take a path and tests', async () => {
  for (const [name, args] of [
    ['search_code', { query: 'load' }],
    ['get_code_context', { query: 'load' }],
    ['locate_symbol', { name: 'serve' }],
  ] as const) {
    const app = await textOf(name, { ...args, path: 'app' });
    expect(app, name).toContain('app/');
    expect(app, name).not.toContain('tests/');
    expect(await textOf(name, { ...args, tests: 'only', path: '!tests' }), name).toContain(
      'the filters left out 7 files',
    );
  }
});

test('a wrong filter is an error that names it', async () => {
  expect(await textOf('search_code', { query: 'load', tests: 'never' })).toMatch(/^invalid_input: .*"tests"/);
  expect(await textOf('get_call_graph', { symbol_name: 'load', within: [] })).toMatch(/^invalid_input: .*"within"/);
});

test('a folder is outlined, and an unknown one leads to the nearest', async () => {
  expect(await textOf('get_file_outline', { path: 'app' })).toBe(
    'app/api.py  (5 lines)  serve\napp/core.py  (2 lines)  load',
  );
  expect(await textOf('get_file_outline', { paths: ['app/core.py', 'tests'], limit: 2 })).toBe(
    'app/core.py  (2 lines)  load\ntests/test_0.py  (5 lines)  test_0\n2 of 6 files; limit shows more',
  );
  expect(await textOf('get_file_outline', { path: 'ap' })).toMatch(/^file_not_found: ap is not .*\n.*Did you mean app/);
});
