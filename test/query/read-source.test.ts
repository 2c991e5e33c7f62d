/** Reading source: what each way to name it returns, how long code is folded, and the errors. */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runProgram } from '../support/run-program.ts';
import { type Connection, connectStdio, createFixture, environment, type Fixture } from '../support/serve-fixture.ts';

const longBody = Array.from(
  { length: 400 },
  (_, at) => `        if value == ${at}:\n            step_${at}(value)`,
).join('\n');
const files = {
  'app/store.py': `import os

LIMIT = 10


class Store:
    """Keeps values."""

    def get(self, key):
        return self.values[key]

    def put(self, key, value):
        self.values[key] = value


def helper():
    return Store()
`,
  'app/long.py': `def long(values):\n    for value in values:\n${longBody}\n    return values\n`,
  'lib/store.py': 'class Store:\n    pass\n',
  'win.ts': 'export function windows() {\r\n  return 1;\r\n}\r\n',
};

let fixture: Fixture;
let connection: Connection;

beforeAll(async () => {
  fixture = await createFixture({ indexed: false, files });
  fixture.repository.branch('other');
  fixture.repository.commit({ 'app/store.py': 'def only_there():\n    return 7\n' });
  fixture.repository.checkout('main');
  await cli(fixture.repository.root, ['index']);
  connection = await connectStdio(fixture);
});
afterAll(async () => {
  await connection?.close();
  fixture?.remove();
});

function cli(cwd: string, args: readonly string[]) {
  return runProgram(args, { cwd, env: environment(fixture) });
}

async function read(args: Record<string, unknown>) {
  const { body, isError } = await connection.call('read_source', args);
  expect(isError, JSON.stringify(body)).toBe(false);
  return body;
}

test.each([
  ['a method', 'Store.get', 'app/store.py', 9, 10],
  ['the symbol around a line', 'app/store.py:10', 'app/store.py', 9, 10],
  ['the function around a line that defines a field', 'app/store.py:13', 'app/store.py', 12, 13],
  ['a range of lines', 'app/store.py:3-6', 'app/store.py', 3, 6],
  ['a file', 'lib/store.py', 'lib/store.py', 1, 2],
  ['a line outside of symbols with its neighbours', 'app/store.py:1', 'app/store.py', 1, 13],
  ['a range that ends behind the file', 'lib/store.py:2-900', 'lib/store.py', 2, 2],
])('reads %s', async (_, symbol_name, path, line_start, line_end) => {
  const { sources, metadata } = await read({ symbol_name, ...(symbol_name === 'Store.get' ? { path } : {}) });
  expect(sources).toHaveLength(1);
  expect(sources[0]).toMatchObject({ path, line_start, line_end, truncated: false });
  const source = files[path as keyof typeof files]
    .split('\n')
    .slice(line_start - 1, line_end)
    .join('\n');
  expect(sources[0].text).toBe(source);
  expect(metadata.result_completeness).toBe('complete');
});

test('reads lines of a file, with others around them', async () => {
  const { sources } = await read({ file: 'app/store.py', line_start: 9, line_end: 10, around: 2 });
  expect(sources[0]).toMatchObject({ line_start: 7, line_end: 12 });
});

test('reads several symbols, and says which could not be read', async () => {
  const { sources, not_found, metadata } = await read({ symbols: ['helper', 'Store', 'nothing', 'win.ts:1'] });
  expect(sources.map(({ name }: { name: string }) => name)).toEqual(
    ['store.helper', 'win.windows'].map(() => expect.anything()),
  );
  expect(not_found).toMatchObject([
    { wanted: 'Store', code: 'ambiguous_symbol', message: expect.stringContaining('lib/store.py:1') },
    { wanted: 'nothing', code: 'symbol_not_found' },
  ]);
  expect(metadata.result_completeness).toBe('partial');
});

test('returns lines without carriage returns', async () => {
  const { sources } = await read({ symbol_name: 'windows' });
  expect(sources[0].text).toBe('export function windows() {\n  return 1;\n}');
});

test('reads another ref', async () => {
  const { sources } = await read({ symbol_name: 'only_there', ref: 'other' });
  expect(sources[0].text).toBe('def only_there():\n    return 7');
});

test('folds a class to its members', async () => {
  const { sources } = await read({ symbol_name: 'app/store.py:6', fold: true });
  expect(sources[0].text).toContain('    def get(self, key):');
  expect(sources[0]).toMatchObject({ line_start: 6, line_end: 13 });
});

test.each([300, 1_000, 2_000])('folds long code into %i tokens, in both formats', async (max_tokens) => {
  for (const format of ['json', 'text']) {
    const args = { symbol_name: 'long', max_tokens, format };
    const { content } = await connection.client.callTool({ name: 'read_source', arguments: args });
    const [{ text } = { text: '' }] = content as { text: string }[];
    expect(countTokens(text)).toBeLessThanOrEqual(max_tokens * 1.05);
    expect(countTokens(text)).toBeGreaterThan(max_tokens * 0.3);
    expect(text).toMatch(/… \d+ lines/);
  }
});

test('keeps the line that was asked for, with its number', async () => {
  const args = { symbol_name: 'app/long.py:502', max_tokens: 300, format: 'text' };
  const { content } = await connection.client.callTool({ name: 'read_source', arguments: args });
  const [{ text } = { text: '' }] = content as { text: string }[];
  const numbered = text.split('\n').find((line) => line.startsWith('502\t'));
  expect(numbered?.slice(4)).toBe(files['app/long.py'].split('\n')[501]);
});

test.each([
  [{ symbol_name: 'Store' }, 'ambiguous_symbol', /app\/store\.py|2 symbols/],
  [{ symbol_name: 'helpr' }, 'symbol_not_found', /helper/],
  [{ file: 'app/store.py', line_start: 400 }, 'range_out_of_file', /17 lines/],
  [{ symbol_name: 'app/store.py:400' }, 'range_out_of_file', /17 lines/],
  [{ file: 'app/stroe.py' }, 'file_not_found', /app\/store\.py/],
  [{ file: 'app/store.py', line_start: 9, line_end: 3 }, 'invalid_input', /before line_start/],
  [{ file: '../outside.py' }, 'file_not_found', /outside\.py/],
  [{}, 'invalid_input', /symbol_name/],
])('rejects %j with %s', async (args, code, says) => {
  const { body, isError } = await connection.call('read_source', args);
  expect(isError).toBe(true);
  expect(body.error.code).toBe(code);
  expect(JSON.stringify(body.error)).toMatch(says);
});

test('the command prints the whole source with line numbers', async () => {
  const { stdout, exitCode } = await cli(fixture.repository.root, ['show', 'long']);
  expect(exitCode).toBe(0);
  expect(stdout.split('\n')).toHaveLength(files['app/long.py'].split('\n').length + 1);
  expect(stdout).not.toMatch(/… \d+ lines/);
  const range = await cli(`${fixture.repository.root}/app`, ['show', 'store.py:3-4']);
  expect(range.stdout).toBe('app/store.py:3-4\n3\tLIMIT = 10\n4\t\n');
});
