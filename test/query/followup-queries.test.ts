/** Suggestions after queries that found little use only existing names, and keep the ref and workspace. */
import { expect, test } from 'vitest';
import { previousQuery } from '../../src/query/parameters/previous-query.ts';
import { type FollowupQueriesAnswer, followupQueries } from '../../src/query/tools/followup-queries.ts';
import { sharedView } from '../support/query-view.ts';

const files = {
  'src/limit.rs': 'pub fn rate_limit(req: &Request) -> bool {\n    check_quota(req)\n}\n',
  'src/middleware.rs':
    'pub struct RateLimiter;\n\nimpl RateLimiter {\n    pub fn check_quota(&self) {\n        external_call();\n    }\n}\n',
  'web/render.ts': 'export function renderPage() {}\n',
};

const ask = sharedView(files);

function suggest(
  tool: string,
  params: Record<string, unknown>,
  results: Record<string, unknown>,
  threshold = 0.5,
): Promise<FollowupQueriesAnswer> {
  return ask((view) =>
    followupQueries(view, {
      previous_query: { tool, params },
      previous_results: results,
      confidence_threshold: threshold,
    }),
  );
}

test('extracts names from a question, as the index spells them', async () => {
  const { suggestions, analysis } = await suggest(
    'search_code',
    { query: 'where is rate limiting implemented', ref: 'main', workspace: '/w' },
    { results: [{}], query_intent: 'natural_language', total_candidates: 3, top_score: 0.25 },
  );
  expect(analysis).toEqual({
    previous_confidence: 'low',
    top_score: 0.25,
    threshold: 0.5,
    extracted_identifiers: ['rate_limit', 'RateLimiter'],
  });
  expect(suggestions[0]).toMatchObject({
    tool: 'locate_symbol',
    params: { name: 'rate_limit', kind: 'fn', ref: 'main', workspace: '/w' },
  });
  expect(suggestions.map(({ tool }) => tool)).toContain('search_code');
  for (const { params } of suggestions) expect(params).toMatchObject({ ref: 'main', workspace: '/w' });
});

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'suggests something after an unknown tool or error, also if that is called %s',
  async (word) => {
    for (const [tool, results] of [
      [word, { results: [] }],
      ['search_code', { error: { code: word } }],
    ] as const) {
      const { suggestions } = await suggest(tool, { query: 'rate limit' }, results);
      expect(suggestions[0]).toMatchObject({ tool: expect.any(String), params: expect.any(Object) });
    }
  },
);

test('suggests nothing if the results are above the threshold', async () => {
  const { suggestions, analysis } = await suggest(
    'search_code',
    { query: 'rate limit' },
    { results: [{ score: 0.9 }], query_intent: 'natural_language' },
  );
  expect(suggestions).toEqual([]);
  expect(analysis).toMatchObject({
    previous_confidence: 'high',
    top_score: 0.9,
    reason: 'results are above confidence threshold',
  });
});

test('suggests the most similar name of an unknown symbol', async () => {
  const { suggestions } = await suggest('locate_symbol', { name: 'rate_limt' }, { results: [], total_candidates: 0 });
  expect(suggestions[0]).toMatchObject({ tool: 'locate_symbol', params: { name: 'rate_limit' } });
  expect(suggestions.find(({ tool }) => tool === 'search_code')?.params.query).toContain('rate');
});

test('suggests the caller of a name that is not defined in the index', async () => {
  const { suggestions } = await suggest('locate_symbol', { name: 'external_call' }, { results: [] });
  expect(suggestions).toContainEqual(
    expect.objectContaining({
      tool: 'get_call_graph',
      params: { symbol_name: 'check_quota', path: 'src/middleware.rs', direction: 'callees' },
    }),
  );
});

test('suggests to verify and broaden an empty call graph', async () => {
  const { suggestions } = await suggest('get_call_graph', { symbol_name: 'renderPage' }, { total_edges: 0 });
  expect(suggestions.map(({ tool, params }) => [tool, params])).toEqual([
    ['locate_symbol', { name: 'renderPage' }],
    ['search_code', { query: 'render page' }],
    ['find_references', { symbol_name: 'renderPage' }],
  ]);
});

test('suggests another language if the filter excludes the name', async () => {
  const { suggestions } = await suggest(
    'search_code',
    { query: 'renderPage', language: 'rust' },
    { results: [], query_intent: 'symbol', top_score: 0.1 },
  );
  expect(suggestions).toContainEqual(
    expect.objectContaining({ tool: 'search_code', params: { query: 'renderPage', language: 'typescript' } }),
  );
});

test('rejects a previous query without its fields', () => {
  function refused(query: Record<string, unknown>, parameter: string): void {
    expect(() => previousQuery({ previous_query: query })).toThrow(`"${parameter}"`);
  }
  refused({}, 'previous_query.tool');
  refused({ tool: 5, params: {} }, 'previous_query.tool');
  refused({ tool: 'search_code' }, 'previous_query.params');
  refused({ tool: 'search_code', params: 'rate' }, 'previous_query.params');
});
