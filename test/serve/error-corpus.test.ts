/** A corpus of errors over MCP. Each is provoked, and the call that its remedy names is sent literally. */
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexInProcess } from '../support/run-job.ts';
import {
  type Answer,
  type Connection,
  connectStdio,
  createFixture,
  type Fixture,
  until,
} from '../support/serve-fixture.ts';

let fixture: Fixture;
let connection: Connection;

beforeAll(async () => {
  fixture = await createFixture({ indexed: false });
  fixture.repository.commit({
    'src/one.rs': 'pub fn twice() {}\n\npub fn lonely() {}\n',
    'src/two.rs':
      'pub fn twice() {}\n\npub struct A;\npub struct B;\n\nimpl A {\n    fn run(&self) {}\n}\n\nimpl B {\n    fn run(&self) {}\n}\n',
  });
  fixture.repository.git('tag', 'v1');
  await indexInProcess(fixture.home, fixture.repository.root);
  connection = await connectStdio(fixture);
});
afterAll(async () => {
  await connection?.close();
  fixture?.remove();
});

type Params = Record<string, unknown>;
interface Case {
  readonly call: readonly [string, Params];
  readonly code: string;
  readonly before?: () => void;
  /** The call after the remedy; default: the same one. */
  readonly next?: (error: Answer['body']['error']) => readonly [string, Params];
}

const corpus: Readonly<Record<string, Case>> = {
  'an unknown strategy': {
    call: ['get_code_context', { query: 'token', strategy: 'deep' }],
    code: 'invalid_strategy',
    next: ({ data }) => ['get_code_context', { query: 'token', ...assigned(data.remediation) }],
  },
  'a budget of nothing': {
    call: ['get_code_context', { query: 'token', max_tokens: 0 }],
    code: 'invalid_max_tokens',
    next: ({ data }) => [
      'get_code_context',
      { query: 'token', max_tokens: Number(/of (\d+) or more/.exec(data.remediation)?.[1]) },
    ],
  },
  'a symbol of several files, by id': {
    call: ['get_call_graph', { symbol_name: 'twice' }],
    code: 'ambiguous_symbol',
    next: ({ data }) => ['get_call_graph', { symbol_name: data.candidates[1].symbol_id }],
  },
  'a symbol of several files, by path': {
    call: ['find_references', { symbol_name: 'twice' }],
    code: 'ambiguous_symbol',
    next: ({ data }) => ['find_references', { symbol_name: 'twice', path: data.candidates[1].path }],
  },
  'an expression with look-around': {
    call: ['search_text', { pattern: 'fn (?=run)', regex: true }],
    code: 'pattern_invalid',
    next: () => ['search_text', { pattern: 'fn (?=run)' }],
  },
  'a symbol twice in one file': {
    call: ['get_call_graph', { symbol_name: 'run', path: 'src/two.rs' }],
    code: 'ambiguous_symbol',
    next: ({ data: { candidates, remediation } }) => {
      // The path does not choose between them, so it must not be advised.
      expect(remediation).not.toContain('"path"');
      return ['get_call_graph', { symbol_name: `${candidates[1].path}:${candidates[1].line_start}` }];
    },
  },
  'a misspelled symbol': {
    call: ['find_related_symbols', { symbol_name: 'lonly' }],
    code: 'symbol_not_found',
    next: ({ data }) => ['find_related_symbols', { symbol_name: data.suggestions[0] }],
  },
  'a misspelled file': {
    call: ['get_file_outline', { path: 'src/ones.rs' }],
    code: 'file_not_found',
    next: ({ data }) => ['get_file_outline', { path: data.suggestions[0] }],
  },
  'a line past the end': {
    call: ['get_symbol_hierarchy', { symbol_name: 'src/one.rs:99999' }],
    code: 'range_out_of_file',
    next: ({ data }) => ['get_symbol_hierarchy', { symbol_name: `src/one.rs:${data.line_count}` }],
  },
  'a ref that is not indexed under the strict policy': {
    call: ['locate_symbol', { name: 'lonely', ref: 'v1', freshness_policy: 'strict' }],
    code: 'ref_not_indexed',
  },
  'a stale index under the strict policy': {
    before: () => writeFileSync(fixture.repository.path('src/three.rs'), 'pub fn third() {}\n'),
    call: ['locate_symbol', { name: 'third', freshness_policy: 'strict' }],
    code: 'index_stale',
  },
  'a misspelled language': {
    call: ['search_code', { query: 'lonely', language: 'rustt' }],
    code: 'invalid_input',
    next: ({ message }) => [
      'search_code',
      { query: 'lonely', language: /Did you mean (\w+)/.exec(message)?.[1] ?? 'none' },
    ],
  },
  'a limit of nothing': {
    call: ['search_code', { query: 'lonely', limit: 0 }],
    code: 'invalid_input',
    next: ({ message }) => ['search_code', { query: 'lonely', limit: Number(/at least (\d+)/.exec(message)?.[1]) }],
  },
  'a workspace that is not absolute': {
    call: ['search_code', { query: 'lonely', workspace: 'backend' }],
    code: 'invalid_input',
    next: () => ['search_code', { query: 'lonely', workspace: fixture.repository.root }],
  },
  'a previous query without parameters': {
    call: ['suggest_followup_queries', { previous_query: { tool: 'search_code' }, previous_results: {} }],
    code: 'invalid_input',
    next: () => [
      'suggest_followup_queries',
      { previous_query: { tool: 'search_code', params: {} }, previous_results: {} },
    ],
  },
};

/** `"strategy": "breadth"` in a remedy. */
function assigned(remedy: string): Params {
  const [, name = '', value = ''] = /"(\w+)": "(\w+)"/.exec(remedy) ?? [];
  return { [name]: value };
}

/** The call that a remedy names, such as `index_repo with "ref": "v1"`. */
function callIn(remedy: string): readonly [string, Params] | undefined {
  const [, name, parameter, value] = /Call (\w+_\w+)(?: with "(\w+)": ("[^"]*"|true))?/.exec(remedy) ?? [];
  if (name === undefined) return undefined;
  return [name, parameter === undefined ? {} : { [parameter]: JSON.parse(value as string) }];
}

test.each(Object.entries(corpus))('%s', async (_name, { call, code, before, next }) => {
  before?.();
  const { isError, body } = await connection.call(...call);
  expect([isError, body.error?.code]).toEqual([true, code]);
  const remedy: string = body.error.data.remediation;
  const named = callIn(remedy);
  if (named !== undefined) {
    const followed = await connection.call(...named);
    expect([remedy, followed.body.error]).toEqual([remedy, undefined]);
    await until(
      'no job to run',
      () => connection.call('index_status'),
      (status) => status.active_job === null,
    );
  }
  const again = next?.(body.error) ?? call;
  const outcome = await connection.call(...again);
  expect([remedy, again, outcome.body.error?.message]).toEqual([remedy, again, undefined]);
});
