/** The examples of the contracts, request and response, on a repository built to match them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Connection, connectStdio, createFixture, type Fixture, startHttp } from '../support/serve-fixture.ts';
import { either, expectShape, list, oneOf, optional, type Shape } from '../support/serve-shapes.ts';

let fixture: Fixture;
const connections: Record<string, Connection> = {};
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  fixture = await createFixture({ indexed: true });
  connections.stdio = await connectStdio(fixture);
  const server = await startHttp(fixture);
  connections.http = await server.connect();
  ends.push(
    () => connections.stdio?.close() as Promise<void>,
    () => connections.http?.close() as Promise<void>,
    server.end,
  );
});
afterAll(async () => {
  for (const end of ends) await end();
  fixture?.remove();
});

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const ids = { symbol_id: /^sym_[0-9A-HJKMNP-TV-Z]{26}$/, symbol_stable_id: /^b3:[0-9a-f]{16}$/ };
const metadata: Shape = {
  codecompass_protocol_version: /^1\.0$/,
  freshness_status: oneOf('fresh', 'stale', 'syncing'),
  indexing_status: oneOf('not_indexed', 'indexing', 'ready', 'failed'),
  result_completeness: oneOf('complete', 'partial', 'truncated'),
  ref: 'string',
  schema_status: oneOf('compatible', 'not_indexed', 'reindex_required', 'corrupt_manifest'),
};
const place = { path: 'string', line_start: 'integer', line_end: 'integer', kind: 'string', name: 'string' } as const;
const signature = {
  ...place,
  qualified_name: 'string',
  signature: 'string',
  language: /^rust$/,
  visibility: oneOf('public', 'private', 'protected', 'internal'),
} as const;
const score = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1;
const node = { ...ids, ...place, qualified_name: 'string', signature: optional('string'), depth: 'integer' } as const;
const graphSymbol = { ...ids, ...place, qualified_name: 'string' } as const;
const edge = {
  symbol: graphSymbol,
  call_site: { file: 'string', line: 'integer' },
  confidence: oneOf('static', 'heuristic'),
  depth: 'integer',
} as const;
const version = {
  symbol_id: ids.symbol_id,
  signature: 'string',
  line_start: 'integer',
  line_end: 'integer',
  kind: /^fn$/,
  language: /^rust$/,
} as const;
const schemaVersions = {
  schema_status: /^compatible$/,
  current_schema_version: 'integer',
  required_schema_version: 'integer',
} as const;
const reasons = {
  result_index: 'integer',
  exact_match_boost: 'number',
  qualified_name_boost: 'number',
  path_affinity: 'number',
  definition_boost: 'number',
  kind_match: 'number',
  bm25_score: 'number',
  final_score: 'number',
} as const;

interface Example {
  readonly says: string;
  readonly tool: string;
  readonly input: Record<string, unknown>;
  readonly output: Record<string, Shape>;
}

const examples: readonly Example[] = [
  {
    says: 'locate_symbol finds a definition',
    tool: 'locate_symbol',
    input: { name: 'validate_token', kind: 'fn', language: 'rust', ref: 'main', limit: 10 },
    output: { results: [{ ...ids, ...signature, score }], total_candidates: 'integer' },
  },
  {
    says: 'locate_symbol returns locations only',
    tool: 'locate_symbol',
    input: { name: 'validate_token', detail_level: 'location' },
    output: { results: [{ ...place, signature: (value) => value === undefined }] },
  },
  {
    says: 'locate_symbol returns context',
    tool: 'locate_symbol',
    input: { name: 'new', detail_level: 'context' },
    output: {
      results: [
        {
          ...signature,
          body_preview: 'string',
          parent: { kind: /^impl$/, name: 'string', path: 'string', line: 'integer' },
        },
      ],
    },
  },
  {
    says: 'locate_symbol explains its ranking',
    tool: 'locate_symbol',
    input: { name: 'validate_token', ranking_explain_level: 'full' },
    output: { metadata: { ranking_reasons: [reasons] } },
  },
  {
    says: 'search_code answers a question',
    tool: 'search_code',
    input: { query: 'where is rate limiting implemented', ref: 'main', language: 'rust', limit: 10 },
    output: {
      results: [
        {
          result_type: oneOf('symbol', 'snippet', 'file'),
          path: 'string',
          line_start: 'integer',
          line_end: 'integer',
          language: /^rust$/,
          score,
        },
      ],
      query_intent: /^natural_language$/,
      total_candidates: 'integer',
      suggested_next_actions: [{ tool: 'string', ref: /^main$/ }],
    },
  },
  {
    says: 'get_file_outline nests symbols',
    tool: 'get_file_outline',
    input: { path: 'src/auth/handler.rs', ref: 'main', depth: 'all', language: 'rust' },
    output: {
      file_path: /^src\/auth\/handler\.rs$/,
      language: /^rust$/,
      symbols: [{ kind: 'string', name: 'string', line_start: 'integer', line_end: 'integer' }],
      metadata: { symbol_count: 'integer' },
    },
  },
  {
    says: 'get_symbol_hierarchy climbs to the root',
    tool: 'get_symbol_hierarchy',
    input: { symbol_name: 'check', path: 'src/auth/jwt.rs', ref: 'main', direction: 'ancestors' },
    output: { hierarchy: [node], direction: /^ancestors$/, chain_length: (value) => value === 2 },
  },
  {
    says: 'get_symbol_hierarchy descends to the members',
    tool: 'get_symbol_hierarchy',
    input: { symbol_name: 'JwtValidator', path: 'src/auth/jwt.rs', direction: 'descendants' },
    output: { hierarchy: [{ ...node, children: [node] }], direction: /^descendants$/, chain_length: 'integer' },
  },
  {
    says: 'find_related_symbols finds neighbouring symbols',
    tool: 'find_related_symbols',
    input: { symbol_name: 'validate_token', path: 'src/auth/jwt.rs', ref: 'main', scope: 'module', limit: 20 },
    output: {
      anchor: { ...ids, name: /^validate_token$/, kind: /^fn$/, path: 'string', line_start: 'integer' },
      related: [
        {
          ...ids,
          ...place,
          qualified_name: 'string',
          signature: 'string',
          relation: oneOf('same_file', 'same_module', 'same_package', 'imported'),
          language: /^rust$/,
        },
      ],
      scope_used: /^module$/,
      total_found: 'integer',
    },
  },
  {
    says: 'get_call_graph shows callers and callees',
    tool: 'get_call_graph',
    input: {
      symbol_name: 'validate_token',
      path: 'src/auth/jwt.rs',
      ref: 'main',
      direction: 'both',
      depth: 1,
      limit: 20,
    },
    output: {
      symbol: graphSymbol,
      callers: [edge],
      callees: [edge],
      total_edges: 'integer',
      truncated: 'boolean',
    },
  },
  {
    says: 'compare_symbol_between_commits reports a change',
    tool: 'compare_symbol_between_commits',
    input: {
      symbol_name: 'process_request',
      path: 'src/handler.rs',
      base_ref: 'main',
      head_ref: 'feat/auth',
      include_diff: true,
    },
    output: {
      symbol: /^process_request$/,
      path: /^src\/handler\.rs$/,
      symbol_stable_id: ids.symbol_stable_id,
      base_version: version,
      head_version: version,
      diff_summary: {
        status: /^modified$/,
        signature_changed: (value) => value === true,
        body_changed: (value) => value === true,
        lines_added: 'integer',
        lines_removed: 'integer',
        line_range_shifted: (value) => value === true,
      },
      diff: /^--- a\/src\/handler\.rs\n\+\+\+ b\/src\/handler\.rs\n@@ /,
    },
  },
  {
    says: 'suggest_followup_queries suggests calls',
    tool: 'suggest_followup_queries',
    input: {
      previous_query: { tool: 'search_code', params: { query: 'where is rate limiting implemented' } },
      previous_results: { results: [], query_intent: 'natural_language', total_candidates: 3, top_score: 0.25 },
      confidence_threshold: 0.5,
    },
    output: {
      suggestions: [{ tool: 'string', params: 'object', reason: 'string' }],
      analysis: {
        previous_confidence: 'string',
        top_score: (value) => value === 0.25,
        threshold: (value) => value === 0.5,
        extracted_identifiers: list,
      },
    },
  },
  {
    says: 'index_status reports what is indexed',
    tool: 'index_status',
    input: { ref: 'main' },
    output: {
      project_id: /^[0-9a-z]{16}$/,
      repo_root: /backend$/,
      index_status: /^ready$/,
      ...schemaVersions,
      last_indexed_at: time,
      ref: /^main$/,
      file_count: 'integer',
      symbol_count: 'integer',
      active_job: 'null',
      recent_jobs: [
        {
          job_id: 'string',
          ref: 'string',
          mode: oneOf('full', 'incremental'),
          status: /^published$/,
          changed_files: 'integer',
          duration_ms: 'integer',
          created_at: time,
        },
      ],
      interrupted_recovery_report: (value) => value === undefined,
    },
  },
  {
    says: 'health_check reports the state of the server',
    tool: 'health_check',
    input: {},
    output: {
      status: oneOf('ready', 'warming', 'indexing', 'error'),
      version: /^\d+\.\d+\.\d+$/,
      uptime_seconds: 'integer',
      tantivy_ok: (value) => value === true,
      fts_ok: (value) => value === true,
      sqlite_ok: (value) => value === true,
      grammars: { available: ['string'], missing: list },
      active_job: 'null',
      interrupted_recovery_report: 'null',
      workspace_warmset: { enabled: 'boolean', capacity: 'integer', members: ['string'] },
      prewarm_status: oneOf('pending', 'running', 'complete', 'failed', 'disabled'),
      startup_checks: {
        index: {
          status: /^compatible$/,
          current_schema_version: 'integer',
          required_schema_version: 'integer',
          message: 'null',
        },
      },
      projects: [
        {
          project_id: 'string',
          repo_root: 'string',
          index_status: oneOf('ready', 'indexing', 'stale', 'error'),
          ...schemaVersions,
          freshness_status: oneOf('fresh', 'stale', 'syncing'),
          last_indexed_at: time,
          ref: /^main$/,
          file_count: 'integer',
          symbol_count: 'integer',
        },
      ],
    },
  },
  {
    says: 'get_code_context fits many symbols to a budget',
    tool: 'get_code_context',
    input: {
      query: 'how does authentication work',
      max_tokens: 4000,
      strategy: 'breadth',
      ref: 'main',
      language: 'rust',
    },
    output: {
      context_items: [
        either(
          { ...ids, ...place, qualified_name: 'string', signature: 'string', language: /^rust$/, score },
          // Matches outside of any symbol.
          { result_id: /^(snip|file)_/, path: 'string', line_start: 'integer', score },
        ),
      ],
      estimated_tokens: 'integer',
      truncated: 'boolean',
      metadata: { total_candidates: 'integer', returned: 'integer', strategy: /^breadth$/ },
    },
  },
  {
    says: 'get_code_context returns bodies with the strategy depth',
    tool: 'get_code_context',
    input: { query: 'validate_token', strategy: 'depth' },
    output: { context_items: [{ body: 'string' }], metadata: { strategy: /^depth$/ } },
  },
];

/** Tools that the contracts do not have. */
const beyond = ['find_references', 'read_source', 'list_refs', 'search_text', 'find_implementations', 'trace_path'];

describe.each(['stdio', 'http'])('over %s', (transport) => {
  test.each(examples.map((example) => [example.says, example] as const))('%s', async (_, example) => {
    const answer = await (connections[transport] as Connection).call(example.tool, example.input);
    expect(answer.isError, JSON.stringify(answer.body)).toBe(false);
    expectShape(answer.body, example.output);
    expectShape(answer.body.metadata, metadata, 'metadata');
    expect(answer.body.metadata.ref).toBe(example.input.head_ref ?? 'main');
  });

  test('lists every tool of the examples, the two that start jobs, and those beyond the contracts', async () => {
    const { tools } = await (connections[transport] as Connection).client.listTools();
    const named = new Set([...examples.map(({ tool }) => tool), 'index_repo', 'sync_repo', ...beyond]);
    expect(new Set(tools.map(({ name }) => name))).toEqual(named);
    for (const { inputSchema, annotations, description } of tools) {
      expectShape(inputSchema, { type: /^object$/, properties: { workspace: 'object' } });
      expectShape(annotations, { readOnlyHint: 'boolean' });
      if (annotations?.readOnlyHint === false) expect(annotations).toMatchObject({ destructiveHint: false });
      expect(description).toBeTruthy();
    }
  });
});

test('returns errors with the index status, in the shape of the contract', async () => {
  const { isError, body } = await (connections.stdio as Connection).call('locate_symbol', {});
  expect(isError).toBe(true);
  expectShape(body, {
    error: { code: /^invalid_input$/, message: /"name"/, data: { remediation: 'string' } },
    metadata,
  });
  const { body: unknown } = await (connections.stdio as Connection).call('get_call_graph', {
    symbol_name: 'validate_token',
    ref: 'gone',
  });
  expectShape(unknown, {
    error: { code: /^ref_not_indexed$/, message: 'string', data: { remediation: /index_repo/ } },
    metadata,
  });
});

test('returns the same answers over both transports', async () => {
  const example = examples[0] as Example;
  const [stdio, http] = await Promise.all(
    ['stdio', 'http'].map((name) => (connections[name] as Connection).call(example.tool, example.input)),
  );
  expect(http).toEqual(stdio);
  expectShape(stdio, { body: { metadata: either({ warnings: (value) => value === undefined }) } });
});
