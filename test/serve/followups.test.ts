/** Suggestions after any answer below the threshold: never an empty list, and every suggestion is a call that works. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tools } from '../../src/serve/tools/tools.ts';
import { indexInProcess } from '../support/run-job.ts';
import { type Connection, connectStdio, createFixture, type Fixture } from '../support/serve-fixture.ts';

const tool = 'suggest_followup_queries';

let fixture: Fixture;
let connection: Connection;

beforeAll(async () => {
  fixture = await createFixture({ indexed: true });
  const { root } = fixture.repository;
  fixture.repository.commit({
    'src/one.rs': 'pub fn twice() {}\n\npub fn lonely() {}\n\npub const LIMIT: u32 = 1;\n',
    'src/two.rs':
      'pub fn twice() {}\n\npub struct A;\npub struct B;\n\nimpl A {\n    fn run(&self) {}\n}\n\nimpl B {\n    fn run(&self) {}\n}\n',
    'web/page.ts': 'export function renderPage() {}\n',
  });
  await indexInProcess(fixture.home, root);
  connection = await connectStdio(fixture);
});
afterAll(async () => {
  await connection?.close();
  fixture?.remove();
});

type Params = Record<string, unknown>;
interface Suggestion {
  readonly tool: string;
  readonly params: Params;
}

/** Sends every suggestion, and returns those that fail or repeat the previous query. */
async function failing(previous: { tool: string; params: Params }, suggestions: readonly Suggestion[]) {
  const wrong: string[] = [];
  for (const { tool: name, params } of suggestions) {
    const { isError, body } = await connection.call(name, params);
    const call = `${name} ${JSON.stringify(params)}`;
    if (isError) wrong.push(`${call}: ${body.error.code}: ${body.error.message}`);
    if (call === `${previous.tool} ${JSON.stringify(previous.params)}`) wrong.push(`${call} repeats the query`);
  }
  return wrong;
}

async function suggestionsAfter(name: string, params: Params, results: unknown, more: Params = {}) {
  const { isError, body } = await connection.call(tool, {
    previous_query: { tool: name, params },
    previous_results: results,
    ...more,
  });
  expect(isError, JSON.stringify(body.error)).toBe(false);
  return body as { suggestions: Suggestion[]; analysis: Record<string, unknown> };
}

async function expectHelp(name: string, params: Params, results: unknown): Promise<Suggestion[]> {
  const { suggestions, analysis } = await suggestionsAfter(name, params, results);
  expect(analysis.previous_confidence).not.toBe('high');
  expect(suggestions.length, `after ${name} ${JSON.stringify(params)}`).toBeGreaterThan(0);
  expect(await failing({ tool: name, params }, suggestions)).toEqual([]);
  return suggestions;
}

/** Calls that find nothing, find little, or fail. The real answer is sent back. */
const corpus: readonly (readonly [string, Params])[] = [
  ['search_code', { query: 'zzyzxq' }],
  ['search_code', { query: 'zzyzxq wvutq' }],
  ['search_code', { query: '"no such text anywhere"' }],
  ['search_code', { query: '???' }],
  ['search_code', { query: 'zzyzxq', language: 'rust', kind: 'fn' }],
  ['search_code', { query: 'renderPage', language: 'rust' }],
  ['search_code', { query: 'twice', language: 'nosuchlanguage' }],
  ['search_code', { query: 'twice', ref: 'nosuchref' }],
  ['search_code', { query: 'twice', workspace: '/no/such/folder' }],
  ['search_code', { query: 'twice', limit: 0 }],
  ['search_code', {}],
  ['locate_symbol', { name: 'zzyzxq' }],
  ['locate_symbol', { name: 'twicee' }],
  ['locate_symbol', { name: 'twice', kind: 'struct' }],
  ['locate_symbol', { name: 'sym_00000000000000000000000000' }],
  ['locate_symbol', { name: 'src/one.rs:99999' }],
  ['get_call_graph', { symbol_name: 'zzyzxq' }],
  ['get_call_graph', { symbol_name: 'lonely' }],
  ['get_call_graph', { symbol_name: 'LIMIT' }],
  ['get_call_graph', { symbol_name: 'twice' }],
  ['get_call_graph', { symbol_name: 'run', path: 'src/two.rs' }],
  ['get_call_graph', { symbol_name: 'src/one.rs:3' }],
  ['get_call_graph', { symbol_name: 'lonely', path: 'src/two.rs' }],
  ['find_references', { symbol_name: 'zzyzxq' }],
  ['find_references', { symbol_name: 'twice' }],
  ['find_references', { symbol_name: 'lonely' }],
  ['get_symbol_hierarchy', { symbol_name: 'zzyzxq' }],
  ['get_symbol_hierarchy', { symbol_name: 'twice' }],
  ['get_symbol_hierarchy', { symbol_name: 'twice', direction: 'sideways' }],
  ['find_related_symbols', { symbol_name: 'twice' }],
  ['find_related_symbols', { symbol_name: 'b3:0000000000000000' }],
  ['get_file_outline', { path: 'src/three.rs' }],
  ['get_file_outline', { path: 'nowhere/zzyzxq.q' }],
  ['get_file_outline', { path: 'src/one.rs:99999' }],
  ['get_code_context', { query: 'zzyzxq' }],
  ['get_code_context', { query: 'token', max_tokens: 0 }],
  ['get_code_context', { query: 'token', strategy: 'deep' }],
  ['compare_symbol_between_commits', { symbol_name: 'zzyzxq', base_ref: 'main', head_ref: 'feat/auth' }],
  ['compare_symbol_between_commits', { symbol_name: 'twice', base_ref: 'main', head_ref: 'feat/auth' }],
  ['compare_symbol_between_commits', { symbol_name: 'twice', base_ref: 'main', head_ref: 'nosuchref' }],
  [tool, { previous_query: { tool: 'search_code', params: { query: 'x' } }, previous_results: { top_score: 1 } }],
  ['index_status', { ref: 'nosuchref' }],
  ['health_check', { workspace: '/no/such/folder' }],
  ['no_such_tool', { query: 'validate_token' }],
  ['no_such_tool', {}],
];

describe('below the threshold', () => {
  test.each(corpus.map(([name, params]) => [name, JSON.stringify(params), params] as const))(
    '%s %s',
    async (name, shown, params) => {
      const answer = tools.some((row) => row.name === name)
        ? (await connection.call(name, params)).body
        : { error: { code: 'invalid_input', message: 'Unknown tool' } };
      const { analysis, suggestions } = await suggestionsAfter(name, params, answer);
      if (analysis.previous_confidence === 'high') expect(suggestions).toEqual([]);
      else await expectHelp(name, params, answer);
      // A client may send almost nothing of the answer. Then the ref and workspace of the query are used.
      if (!/nosuchref|no.such.folder/.test(shown)) await expectHelp(name, params, {});
    },
  );

  test.each(tools.map((row) => [row.name, row] as const))(
    '%s with its example and an empty answer',
    async (name, row) => {
      const { workspace: _, ...params } = row.example as Params;
      await expectHelp(name, params, { results: [] });
    },
  );
});

test('a failed call is repeated with what the error asks for', async () => {
  const ambiguous = { symbol_name: 'twice', depth: 2 };
  const { body } = await connection.call('get_call_graph', ambiguous);
  expect(body.error.code).toBe('ambiguous_symbol');
  const [first, second] = await expectHelp('get_call_graph', ambiguous, body);
  for (const suggestion of [first, second]) {
    expect(suggestion).toMatchObject({
      tool: 'get_call_graph',
      params: { depth: 2, symbol_name: expect.stringMatching(/^sym_/) },
    });
  }

  const wrong = { query: 'validate token', strategy: 'deep', max_tokens: 500 };
  const failed = await connection.call('get_code_context', wrong);
  const [repeated] = await expectHelp('get_code_context', wrong, failed.body);
  expect(repeated).toMatchObject({ tool: 'get_code_context', params: { query: 'validate token', max_tokens: 500 } });
  expect(repeated?.params).not.toHaveProperty('strategy');
});

test('an answer with results of any tool is confident', async () => {
  for (const [name, params] of [
    ['get_file_outline', { path: 'src/one.rs' }],
    ['get_symbol_hierarchy', { symbol_name: 'lonely' }],
    ['find_related_symbols', { symbol_name: 'lonely' }],
    ['get_call_graph', { symbol_name: 'validate_token' }],
    ['find_references', { symbol_name: 'validate_token' }],
    ['compare_symbol_between_commits', { symbol_name: 'process_request', base_ref: 'main', head_ref: 'feat/auth' }],
  ] as const) {
    const { body } = await connection.call(name, params);
    const { analysis, suggestions } = await suggestionsAfter(name, params, body);
    expect([name, analysis.previous_confidence, suggestions]).toEqual([name, 'high', []]);
  }
});

test('top_score alone decides, as the contract says', async () => {
  const high = await suggestionsAfter('search_code', { query: 'twice' }, { top_score: 0.9 });
  expect(high).toMatchObject({ suggestions: [], analysis: { reason: 'results are above confidence threshold' } });
  const low = await suggestionsAfter(
    'search_code',
    { query: 'twice' },
    { top_score: 0.9 },
    { confidence_threshold: 1 },
  );
  expect(low.suggestions.length).toBeGreaterThan(0);
});

test('an empty repository still has a next step', async () => {
  const empty = await createFixture({ indexed: false, files: { 'README.md': '# Empty\n' } });
  await indexInProcess(empty.home, empty.repository.root);
  const own = await connectStdio(empty);
  try {
    for (const [name, params] of [
      ['search_code', { query: 'zzyzxq' }],
      ['get_call_graph', { symbol_name: 'zzyzxq' }],
      ['index_status', {}],
      ['health_check', {}],
    ] as const) {
      const { body } = await own.call(tool, { previous_query: { tool: name, params }, previous_results: {} });
      expect(body.suggestions.length).toBeGreaterThan(0);
      for (const suggestion of body.suggestions as Suggestion[]) {
        expect((await own.call(suggestion.tool, suggestion.params)).isError).toBe(false);
      }
    }
  } finally {
    await own.close();
    empty.remove();
  }
});
