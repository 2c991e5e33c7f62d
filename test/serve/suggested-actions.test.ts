/** What a search suggests works when it is sent as it stands; scores are numbers from 0 to 1 for any query. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateRepository } from '../support/generated-repository.ts';
import { namesakes } from '../support/namesakes.ts';
import { type Answer, type Connection, connectStdio, createFixture, type Fixture } from '../support/serve-fixture.ts';

const generated = generateRepository(3, 40);
const files = {
  ...generated.files,
  ...namesakes,
  'src/twice.ts': 'class A {\n  run() {}\n}\nclass B {\n  run() {}\n}\nexport const limit = 1;\n',
  'docs/only-text.md': 'A plain chapter about sprockets.\n',
  'src/empty.py': '',
};

let fixture: Fixture;
let server: Connection;
beforeAll(async () => {
  fixture = await createFixture({ indexed: true, files });
  server = await connectStdio(fixture);
});
afterAll(async () => {
  await server.close();
  fixture.remove();
});

/** Sends each action as it stands. */
async function follow(asked: { tool: string; params: object }, actions: readonly Record<string, unknown>[]) {
  for (const { tool, ...params } of actions) {
    const what = `${JSON.stringify({ tool, ...params })} after ${JSON.stringify(asked)}`;
    expect({ tool, ...params }, what).not.toEqual({ tool: asked.tool, ...asked.params });
    const { isError, body } = await server.call(tool as string, params);
    expect(isError, `${what}: ${JSON.stringify(body.error)}`).toBe(false);
    // That nothing calls or uses a symbol is an answer; any other list without an item tells nothing.
    const lists = Object.entries(body).filter(([name, value]) => Array.isArray(value) && !/suggest/.test(name));
    const isUseful =
      /call_graph|references/.test(tool as string) || lists.some(([, value]) => (value as unknown[]).length > 0);
    expect(isUseful, what).toBe(true);
  }
}

const queries = [
  ...Object.values(generated.queries).flat(),
  ...['run', 'helper', 'from', 'load', 'check', 'pick', 'size', 'shared', 'Code', 'one', 'limit', 'get'],
  ...['sprockets', 'validate_tokne', 'tokne', 'helpr', 'where are sprockets of zzzq', 'src/empty.py', 'zzzq'],
];

describe('a suggested action', () => {
  test('of a search succeeds, is useful and does not repeat the search', async () => {
    let followed = 0;
    for (const query of queries) {
      const { body } = await server.call('search_code', { query });
      followed += body.suggested_next_actions.length;
      await follow({ tool: 'search_code', params: { query } }, body.suggested_next_actions);
    }
    expect(followed).toBeGreaterThan(100);
  });

  test('of suggest_followup_queries succeeds', async () => {
    for (const query of queries) {
      for (const [tool, params] of [
        ['search_code', { query }],
        ['locate_symbol', { name: query }],
      ] as const) {
        const { body } = await server.call('suggest_followup_queries', {
          previous_query: { tool, params },
          previous_results: { results: [], total_candidates: 0 },
        });
        for (const suggestion of body.suggestions) {
          const { isError, body: answer } = await server.call(suggestion.tool, suggestion.params);
          expect(isError, `${JSON.stringify(suggestion)}: ${JSON.stringify(answer.error)}`).toBe(false);
        }
      }
    }
  });

  test('goes to the workspace of the search', async () => {
    const elsewhere = await connectStdio(fixture, []);
    try {
      const asked = { query: 'tokenCache', workspace: fixture.repository.root };
      const { body } = await elsewhere.call('search_code', asked);
      expect(body.suggested_next_actions).not.toEqual([]);
      for (const { tool, ...params } of body.suggested_next_actions) {
        expect((await elsewhere.call(tool, params)).isError).toBe(false);
      }
    } finally {
      await elsewhere.close();
    }
  });
});

const odd = [
  '.',
  '""',
  '" "',
  '()',
  '::',
  '_',
  '$',
  '#',
  'a',
  'the of and',
  'is it',
  '🚀',
  '"🚀"',
  '🚀🚀 🎉',
  '!!! ??? ...',
  '1',
  '0x',
  '\u0000',
  '\ud83d',
  'ß',
  'İ',
  'x'.repeat(10_000),
  'token '.repeat(1_600),
  `"${'y'.repeat(9_000)}"`,
  '`',
  "'",
  '/',
  '//',
  './',
  ':1',
  'a:b:c',
  'at (:1:1)',
  'File "", line 1',
  'class',
  'fn fn fn',
  '%s %d',
  '\\',
  '*',
];

describe('the score', () => {
  const check = ({ isError, body }: Answer, what: string) => {
    if (isError) {
      expect(body.error.code, what).not.toBe('internal_error');
      return;
    }
    for (const { score } of body.results) {
      expect(typeof score, `${what}: ${score}`).toBe('number');
      expect(score >= 0 && score <= 1, `${what}: ${score}`).toBe(true);
    }
  };

  test('is from 0 to 1 for odd queries', async () => {
    for (const text of odd) {
      check(await server.call('search_code', { query: text, limit: 100 }), JSON.stringify(text.slice(0, 40)));
      check(await server.call('locate_symbol', { name: text.slice(0, 4_000) }), JSON.stringify(text.slice(0, 40)));
    }
  });

  test('is from 0 to 1 if all files are empty', async () => {
    const empty = await createFixture({ indexed: false, files: { 'pkg/token.py': '', 'pkg/__init__.py': '' } });
    const asking = await connectStdio(empty);
    try {
      await asking.call('index_repo', {});
      let answer = await asking.call('search_code', { query: 'where is the token' });
      while (answer.body.metadata.indexing_status !== 'ready') {
        await new Promise((resolve) => setTimeout(resolve, 50));
        answer = await asking.call('search_code', { query: 'where is the token' });
      }
      expect(answer.body.results).not.toEqual([]);
      check(answer, 'empty files');
    } finally {
      await asking.close();
      empty.remove();
    }
  });
});
