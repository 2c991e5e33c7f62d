/** Every tool with a language parameter: a language without files gives an empty answer, an unknown one is rejected. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { capabilityRows } from '../../src/query/tools/table.ts';
import { type Connection, connectStdio, createFixture, type Fixture } from '../support/serve-fixture.ts';

let fixture: Fixture;
let connection: Connection;

beforeAll(async () => {
  fixture = await createFixture({ indexed: true });
  connection = await connectStdio(fixture);
});
afterAll(async () => {
  await connection?.close();
  fixture?.remove();
});

/** The outline takes the language of the file; its parameter is only a hint. */
const filtering = capabilityRows
  .map(([, row]) => row)
  .filter(({ name, parameters }) => 'language' in parameters && name !== 'get_file_outline');
const listOf: Readonly<Record<string, string>> = {
  get_code_context: 'context_items',
  find_references: 'references',
  get_call_graph: 'callers',
  search_text: 'matches',
  find_implementations: 'implementations',
};

test('the tools are found in the table', () => {
  expect(filtering.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['search_code', 'locate_symbol', 'get_code_context', 'find_references']),
  );
});

test.each(filtering.map((row) => [row.name, row] as const))('%s', async (name, { example }) => {
  const ask = (language: string) => connection.call(name, { ...example, language });
  const list = listOf[name] ?? 'results';

  const none = await ask('python');
  expect(none.isError).toBe(false);
  expect(none.body[list]).toEqual([]);
  expect(none.body.metadata.warnings).toContain('No indexed file of main is in python; it has rust, toml.');

  for (const known of ['rust', 'Rust', 'rs']) {
    const some = await ask(known);
    expect(some.body.metadata.warnings ?? []).not.toContainEqual(expect.stringContaining('No indexed file'));
    // Nothing in the example repository implements a type.
    if (name !== 'find_implementations') expect(some.body[list].length).toBeGreaterThan(0);
  }
  // A kind of text and a dialect are languages too.
  for (const absent of ['markdown', 'tsx', 'flow']) expect((await ask(absent)).isError).toBe(false);

  const unknown = await ask('rustt');
  expect(unknown).toMatchObject({
    isError: true,
    body: { error: { code: 'invalid_input', data: { parameter: 'language' } } },
  });
  expect(unknown.body.error.message).toBe(
    'The parameter "language" is "rustt", which is no known language. Did you mean rust? main has rust, toml.',
  );
  expect((await ask('klingon')).body.error.message).toContain('"klingon", which is no known language. main has');
});

test('before the first index, a language without files is no error either', async () => {
  const fresh = await createFixture({ indexed: false });
  const own = await connectStdio(fresh);
  try {
    const { isError, body } = await own.call('search_code', { query: 'validate_token', language: 'python' });
    expect(isError).toBe(false);
    expect(body).toMatchObject({ results: [], metadata: { result_completeness: 'partial' } });
    await own.call('search_code', { query: 'validate_token', language: 'pythn' }).then(({ body: { error } }) => {
      expect(error.message).toContain('Did you mean python?');
    });
  } finally {
    await own.close();
    fresh.remove();
  }
});

test('the index is not asked about the language of an outline', async () => {
  const { isError } = await connection.call('get_file_outline', { path: 'src/handler.rs', language: 'python' });
  expect(isError).toBe(false);
});
