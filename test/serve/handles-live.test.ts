/** Ids and path:line before the first index, and on a ref that is not indexed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { namesakes } from '../support/namesakes.ts';
import { type Connection, connectStdio, createFixture, type Fixture } from '../support/serve-fixture.ts';

let fixture: Fixture;
let connection: Connection;

beforeAll(async () => {
  fixture = await createFixture({ indexed: false, files: namesakes });
  fixture.repository.branch('old');
  fixture.repository.commit({ 'src/figures.ts': namesakes['src/numbers.ts'] as string });
  fixture.repository.checkout('main');
  connection = await connectStdio(fixture);
});
afterAll(async () => {
  await connection?.close();
  fixture?.remove();
});

/** Does not start an index. */
const only = { freshness_policy: 'best_effort' };

const tools = ['locate_symbol', 'get_call_graph', 'find_related_symbols', 'get_symbol_hierarchy'];

test('path:line names a symbol in a live view, with its callers', async () => {
  const { body } = await connection.call('get_call_graph', { symbol_name: 'src/numbers.ts:6', ...only });
  expect(body.symbol).toMatchObject({ name: 'two', path: 'src/numbers.ts' });
  expect(body.callers.map(({ call_site }: { call_site: object }) => call_site)).toContainEqual(
    expect.objectContaining({ file: 'test/login.test.ts', line: 14 }),
  );
  for (const tool of tools) {
    const answer = await connection.call(tool, { symbol_name: 'src/code.rs:11', ...only });
    expect(JSON.stringify(answer.body), tool).toContain('"line_start":10');
    expect(answer.body.metadata.result_completeness, tool).toBe('partial');
  }
});

test('errors about a position are the same in a live view', async () => {
  for (const tool of tools) {
    const past = await connection.call(tool, { symbol_name: 'src/numbers.ts:99999', ...only });
    expect(past.body.error, tool).toMatchObject({ code: 'range_out_of_file', data: { line_count: 8 } });
    const missing = await connection.call(tool, { symbol_name: 'src/none.ts:3', ...only });
    expect(missing.body.error.code, tool).toBe('file_not_found');
  }
});

test('an id cannot be looked up before the index, and the error says so', async () => {
  const { body } = await connection.call('locate_symbol', { name: 'convert', ...only });
  const { symbol_id } = body.results[0];
  for (const tool of tools) {
    const answer = await connection.call(tool, { symbol_id, ...only });
    expect(answer.body.error, tool).toMatchObject({ code: 'index_not_ready', data: { id: symbol_id } });
    expect(answer.body.error.message, tool).toMatch(/cannot be looked up until main is indexed/);
  }
});

test('path:line names a symbol on a ref that is not indexed, and in a comparison', async () => {
  for (const tool of tools) {
    const { body } = await connection.call(tool, { symbol_name: 'src/figures.ts:6', ref: 'old', ...only });
    expect(JSON.stringify(body), tool).toContain('"name":"two"');
  }
  const { body } = await connection.call('compare_symbol_between_commits', {
    symbol_name: 'src/code.rs:11',
    base_ref: 'old',
    head_ref: 'main',
  });
  expect(body).toMatchObject({ symbol: 'from', head_version: { line_start: 10 }, base_version: { line_start: 10 } });
  const { symbol_id } = body.head_version;
  const again = await connection.call('compare_symbol_between_commits', {
    symbol_id,
    base_ref: 'old',
    head_ref: 'main',
  });
  expect(again.body).toMatchObject({ symbol: 'from', head_version: { symbol_id, line_start: 10 } });
});
