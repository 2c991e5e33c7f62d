/** The token budget of every tool, over MCP, counted with a real tokenizer (o200k) on answers that would be huge. */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tools } from '../../src/serve/tools/tools.ts';
import { changedFiles, floodingFiles, hugeFile, longFolder, longLines } from '../support/flooding-repository.ts';
import { indexInProcess } from '../support/run-job.ts';
import { type Connection, connectStdio, createFixture, type Fixture, startHttp } from '../support/serve-fixture.ts';

let fixture: Fixture;
let connection: Connection;

beforeAll(async () => {
  fixture = await createFixture({ indexed: false, files: floodingFiles });
  const { repository, home } = fixture;
  repository.branch('changed');
  repository.commit(changedFiles);
  repository.checkout('main');
  await indexInProcess(home, repository.root);
  await indexInProcess(home, repository.root, { ref: 'changed' });
  connection = await connectStdio(fixture);
});

afterAll(async () => {
  await connection?.close();
  fixture?.remove();
});

/** Parameters that no tool has; each gives a warning. */
const manyUnknown = Object.fromEntries(
  Array.from({ length: 300 }, (_, at) => [`parameter_that_no_tool_has_${at}`, at]),
);
const twin = `${longFolder}/twin_7.py`;

/** Questions with large answers, errors included. A tool that is not listed is asked its example. */
const questions: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  search_code: [
    { query: 'hub' },
    { query: 'hub', limit: 100, detail_level: 'context', ranking_explain_level: 'full' },
    { query: 'which function handles a request', limit: 100 },
    { query: 'word13 word20 word27', limit: 50 },
    { query: '"hub value 77"', limit: 100 },
    { query: 'twin', limit: 100 },
    { query: 'エラーが発生した場合', limit: 50 },
    { query: `${'how is a request handled by the hub '.repeat(300)}`, limit: 20 },
    { query: 'hub', ...manyUnknown },
  ],
  locate_symbol: [
    { name: 'twin', limit: 100, detail_level: 'context' },
    { name: 'hub' },
    { name: 'handle_request', limit: 100 },
  ],
  get_file_outline: [
    { path: hugeFile },
    { path: hugeFile, depth: 'top' },
    { path: twin },
    { path: 'no/such/file.py' },
    { path: '.' },
    { path: longFolder },
    { paths: [hugeFile, longFolder], limit: 1_000 },
  ],
  get_code_context: [
    { query: 'hub caller' },
    { query: 'handle a request', strategy: 'depth' },
    { query: 'reworked', strategy: 'depth' },
    { query: 'word13 word20', strategy: 'depth' },
    { query: 'hub 例外', strategy: 'depth', ...manyUnknown },
  ],
  get_symbol_hierarchy: [
    { symbol_name: 'handle_request_3_4' },
    { symbol_name: 'Service3', direction: 'descendants' },
    { symbol_name: 'twin', path: twin },
    { symbol_name: 'twin' },
  ],
  find_related_symbols: [
    { symbol_name: 'top_level_function_3', limit: 200 },
    { symbol_name: 'twin', path: twin, scope: 'package', limit: 200 },
  ],
  get_call_graph: [
    { symbol_name: 'hub', limit: 200, within: ['!nowhere'], tests: 'exclude' },
    { symbol_name: 'hub' },
    { symbol_name: 'hub', limit: 200, depth: 5 },
    { symbol_name: 'calls_often', limit: 200 },
    { symbol_name: 'twin' },
    { symbol_name: 'twin', path: twin },
    { symbol_name: 'wide' },
  ],
  find_references: [
    { symbol_name: 'hub' },
    { symbol_name: 'hub', limit: 1_000, kinds: ['call', 'import', 'mention'] },
    { symbol_name: 'twin', path: twin },
  ],
  search_text: [
    { pattern: 'hub' },
    { pattern: 'hub', limit: 1_000, context: 20 },
    { pattern: '.', regex: true, limit: 1_000 },
    { pattern: 'hub', mode: 'count', limit: 1_000 },
    { pattern: `(${'hub|'.repeat(200)}`, regex: true },
  ],
  find_implementations: [
    { symbol_name: 'Widget' },
    { symbol_name: 'Widget', limit: 1_000 },
    { symbol_name: 'Widget.draw_on_the_canvas', limit: 1_000 },
    { symbol_name: 'WidgetNumber7WithALongName', direction: 'up' },
  ],
  trace_path: [
    { from: 'calls_often', to: 'hub' },
    { from: 'calls_often', to: 'wide', max_depth: 20, paths: 20 },
    { from: 'twin', to: 'hub' },
  ],
  suggest_followup_queries: [
    {
      previous_query: { tool: 'search_code', params: { query: 'handle hub twin caller '.repeat(80) } },
      previous_results: { results: [] },
    },
  ],
  compare_symbol_between_commits: [
    { symbol_name: 'reworked', base_ref: 'main', head_ref: 'changed', include_diff: true },
    { symbol_name: 'twin', base_ref: 'main', head_ref: 'changed' },
    { symbol_name: 'twin', path: twin, base_ref: 'main', head_ref: 'changed', include_diff: true },
    {
      symbol_name: 'nothing',
      base_ref: 'main',
      head_ref: Array.from({ length: 60 }, (_, at) => `feature-${at}`).join('/'),
    },
  ],
  health_check: [{}, manyUnknown],
  index_status: [{}, { ref: 'changed', ...manyUnknown }],
};

/** How far an answer may be over its ceiling. */
const tolerance = 1.05;

async function textOf(name: string, args: Record<string, unknown>): Promise<string> {
  const { content } = await connection.client.callTool({ name, arguments: args });
  return (content as { text: string }[])[0]?.text ?? '';
}

/** Checks the ceiling and what the answer says about itself. Returns the number of tokens. */
function expectWithin(text: string, maxTokens: number): number {
  const tokens = countTokens(text);
  const body = JSON.parse(text);
  const said: number = body.tokens ?? body.metadata.tokens;
  expect(tokens, text.slice(0, 3_000)).toBeLessThanOrEqual(maxTokens * tolerance);
  // The estimate is an average over many words; a text that repeats one word may be further off.
  expect(said / tokens).toBeGreaterThan(0.9);
  expect(said / tokens).toBeLessThan(1.35);
  return tokens;
}

describe('every tool', () => {
  for (const tool of tools) {
    const { name, parameters, example } = tool;
    const asked = questions[name] ?? [example as Record<string, unknown>];

    test(`${name} has a default ceiling and keeps it`, async () => {
      const ceiling = parameters.max_tokens.default;
      expect(ceiling).toBeLessThanOrEqual(6_000);
      for (const args of asked) expectWithin(await textOf(name, args), ceiling);
    });

    for (const maxTokens of [200, 500, 1_000, 4_000]) {
      test(`${name} keeps a ceiling of ${maxTokens}`, async () => {
        for (const args of asked) expectWithin(await textOf(name, { ...args, max_tokens: maxTokens }), maxTokens);
      });
    }

    test(`${name} rejects a ceiling below 1`, async () => {
      const { body } = await connection.call(name, { ...asked[0], max_tokens: 0 });
      expect(body.error?.code).toBe('invalid_max_tokens');
    });
  }
});

test('an answer over HTTP has the same ceiling', async () => {
  const server = await startHttp(fixture);
  try {
    const call = { name: 'get_file_outline', arguments: { path: hugeFile, max_tokens: 700 } };
    const response = await server.post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
    const { result } = (await response.json()) as { result: { content: { text: string }[] } };
    expectWithin(result.content[0]?.text ?? '', 700);
  } finally {
    await server.end();
  }
});

describe('an answer that is cut', () => {
  test('says how much it leaves out and how to get it; totals stay', async () => {
    const small = (await connection.call('get_call_graph', { symbol_name: 'hub', limit: 200, max_tokens: 6_000 })).body;
    const large = (await connection.call('get_call_graph', { symbol_name: 'hub', limit: 200, max_tokens: 200_000 }))
      .body;
    expect(small.callers.length).toBeGreaterThan(2);
    expect(small.callers.length).toBeLessThan(large.callers.length);
    expect(small.callers[0].symbol).toEqual(large.callers[0].symbol);
    expect(small).toMatchObject({ total_edges: large.total_edges, truncated: true, completeness: large.completeness });
    const [note] = small.metadata.warnings;
    expect(note).toContain(`${large.callers.length - small.callers.length} of ${large.callers.length} callers`);
    expect(note).toMatch(
      /^Left out for max_tokens 6000: .*Increase max_tokens or narrow the question with direction, depth, within, tests, language\./,
    );
    expect(large.metadata.warnings ?? []).not.toContainEqual(expect.stringContaining('Left out'));
  });

  test('is truncated, but a partial one stays partial', async () => {
    const { body: references } = await connection.call('find_references', { symbol_name: 'wide', max_tokens: 200_000 });
    const { body: outline } = await connection.call('get_file_outline', { path: hugeFile });
    expect(outline.metadata.result_completeness).toBe('truncated');
    const { body: graph } = await connection.call('get_call_graph', { symbol_name: 'calls_often', max_tokens: 500 });
    expect(graph.completeness.unresolved_call_sites).toBeGreaterThan(0);
    expect(graph.metadata.result_completeness).toBe('partial');
    expect(references.metadata.tokens).toBeGreaterThan(0);
  });

  test('keeps the levels of a call graph true', async () => {
    const { body } = await connection.call('get_call_graph', {
      symbol_name: 'hub',
      depth: 2,
      limit: 200,
      max_tokens: 900,
    });
    const listed = body.levels.reduce((sum: number, level: { listed: number }) => sum + level.listed, 0);
    expect(listed).toBe(body.callers.length + (body.callees?.length ?? 0));
  });

  test('lists the calls of one caller only as far as they fit', async () => {
    const { body } = await connection.call('get_call_graph', {
      symbol_name: 'calls_often',
      direction: 'callees',
      max_tokens: 2_000,
    });
    expect(body.callees[0].symbol.name).toBe('hub');
    expect(body.callees[0].call_site.more_lines.length).toBeLessThan(1_000);
    expect(body.metadata.warnings[0]).toMatch(/of 2999 more_lines/);
  });

  test('keeps ranking reasons beside their results', async () => {
    const { body } = await connection.call('search_code', {
      query: 'hub',
      limit: 100,
      ranking_explain_level: 'full',
      max_tokens: 2_000,
    });
    expect(body.results.length).toBeGreaterThan(1);
    expect(body.metadata.ranking_reasons).toHaveLength(body.results.length);
  });
});

interface OutlineNode {
  readonly kind: string;
  readonly name: string;
  readonly children?: readonly OutlineNode[];
}

describe('the outline of a huge file', () => {
  const outline = async (args: Record<string, unknown>) =>
    (await connection.call('get_file_outline', { path: hugeFile, ...args })).body;

  test('keeps every top-level symbol before any member', async () => {
    const { symbols, metadata } = await outline({ max_tokens: 160_000 });
    const tops = symbols.filter(({ kind }: OutlineNode) => kind !== 'use');
    expect(tops).toHaveLength(1_800);
    expect(tops.some(({ children }: OutlineNode) => children !== undefined)).toBe(true);
    expect(metadata.warnings[0]).toMatch(/^Left out for max_tokens 160000: \d+ of 4400 symbols\./);
    expect(metadata.symbol_count).toBe(4_400);
  });

  test('says how to get the rest', async () => {
    const { symbols, metadata } = await outline({});
    expect(symbols.length).toBeGreaterThan(50);
    expect(symbols.every(({ kind, children }: OutlineNode) => kind === 'fn' && children === undefined)).toBe(true);
    const [note] = metadata.warnings;
    expect(note).toContain(`${4_400 - symbols.length} of 4400 symbols`);
    expect(note).toMatch(/narrow the question with depth\..*get_symbol_hierarchy/);
  });
});

describe('a ceiling below the smallest frame', () => {
  test('gives that frame and says so', async () => {
    for (const max_tokens of [1, 50]) {
      const text = await textOf('search_code', { query: 'hub', max_tokens });
      const body = JSON.parse(text);
      expect(body).toMatchObject({ results: [], query_intent: expect.any(String) });
      expect(body.total_candidates).toBeGreaterThan(10);
      expect(body.metadata.warnings).toHaveLength(1);
      expect(body.metadata.warnings[0]).toContain('max_tokens is too small for this answer, which is larger');
      expect(countTokens(text)).toBeLessThan(200);
    }
  });
});

describe('a code context', () => {
  for (const strategy of ['breadth', 'depth']) {
    test(`in ${strategy} uses its budget`, async () => {
      for (const max_tokens of [1_000, 2_000, 4_000]) {
        const text = await textOf('get_code_context', { query: 'hub caller', strategy, max_tokens });
        const tokens = expectWithin(text, max_tokens);
        expect(tokens / max_tokens).toBeGreaterThan(0.8);
      }
    });
  }

  test('gives its real size beside the estimate of the contract', async () => {
    const text = await textOf('get_code_context', { query: 'handle a request', max_tokens: 4_000 });
    const { estimated_tokens, tokens, context_items } = JSON.parse(text);
    const words = context_items.map((item: unknown) => JSON.stringify(item).split(/\s+/).length);
    expect(estimated_tokens).toBe(words.reduce((sum: number, count: number) => sum + Math.ceil((count * 13) / 10), 0));
    expect(estimated_tokens).toBeLessThan(tokens / 2);
  });

  test('shows long lines as far as they fit', async () => {
    const { body } = await connection.call('get_code_context', { query: `${longLines} word13`, strategy: 'depth' });
    expect(JSON.stringify(body).length).toBeLessThan(20_000);
  });
});
