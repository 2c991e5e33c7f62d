/** Answers as text, over MCP: what each tool returns, what repeats in every call is left out, and profiles of tools. */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tools } from '../../src/serve/tools/tools.ts';
import { floodingFiles } from '../support/flooding-repository.ts';
import { indexInProcess } from '../support/run-job.ts';
import { type Connection, connectStdio, createFixture, type Fixture, startHttp } from '../support/serve-fixture.ts';
import { waitUntil } from '../support/wait-until.ts';

let fixture: Fixture;
let connection: Connection;

beforeAll(async () => {
  fixture = await createFixture({ indexed: true });
  connection = await connectStdio(fixture, ['--workspace', fixture.repository.root, '--format', 'text']);
});
afterAll(async () => {
  await connection?.close();
  fixture?.remove();
});

async function textOf(name: string, args: Record<string, unknown> = {}, on = connection): Promise<string> {
  const { content } = await on.client.callTool({ name, arguments: args });
  const items = content as { type: string; text: string }[];
  expect(items).toHaveLength(1);
  return items[0]?.text ?? '';
}

describe.each(tools.map(({ name, example }) => [name, example] as const))('%s', (name, example) => {
  test('answers as text that is neither JSON nor repeats the metadata', async () => {
    const text = await textOf(name, example as Record<string, unknown>);
    expect(text).not.toBe('');
    expect(text[0]).not.toBe('{');
    expect(text).not.toContain('codecompass_protocol_version');
    expect(text).not.toContain('symbol_stable_id');
    expect(text).not.toContain('result_completeness');
  });

  test('answers as JSON if the call asks for it', async () => {
    const text = await textOf(name, { ...example, format: 'json' } as Record<string, unknown>);
    expect(JSON.parse(text)).toHaveProperty('metadata');
  });
});

test('a result starts with its place, and a file with several results is named once', async () => {
  const text = await textOf('find_references', { symbol_name: 'validate_token' });
  const [first = ''] = text.split('\n');
  expect(first).toMatch(/^src\/[\w/]+\.rs(?::\d+ {2}\S|$)/);
  const lines = text.split('\n').filter((line) => line.startsWith('src/'));
  expect(new Set(lines.map((line) => line.split(':')[0])).size).toBe(lines.length);
});

test('a text names the same places as JSON', async () => {
  for (const name of ['search_code', 'locate_symbol'] as const) {
    const args = name === 'search_code' ? { query: 'token' } : { name: 'validate_token' };
    const { results } = JSON.parse(await textOf(name, { ...args, format: 'json' }));
    const text = await textOf(name, args);
    for (const { path, line_start, result_type } of results) {
      expect(text).toContain(path);
      if (result_type !== 'snippet') expect(text).toMatch(new RegExp(`:${line_start}\\b`));
    }
  }
});

test('a position in a text is a handle of the next call', async () => {
  const [place = ''] = (await textOf('locate_symbol', { name: 'validate_token' })).split('  ');
  expect(await textOf('get_call_graph', { symbol_name: place })).toContain(place);
});

test('an error is its code, its message and what to do', async () => {
  const { content, isError } = await connection.client.callTool({
    name: 'get_call_graph',
    arguments: { symbol_name: 'validate_tokem' },
  });
  const [{ text } = { text: '' }] = content as { text: string }[];
  expect(isError).toBe(true);
  expect(text).toMatch(/^symbol_not_found: No symbol is named validate_tokem on main\.\n/);
  expect(text).toContain('validate_token');
});

test('a wrong format is an error that names the formats', async () => {
  const text = await textOf('search_code', { query: 'token', format: 'xml' });
  expect(text).toMatch(/^no_such_format: .*json, text, not "xml"/);
});

test('a stale answer names the changed files', async () => {
  const args = ['--workspace', fixture.repository.root, '--format', 'text', '--freshness-policy', 'best_effort'];
  const other = await connectStdio(fixture, args);
  fixture.repository.write({ 'src/late.rs': 'pub fn late() {}\n' });
  // The first answers may come before the files are compared.
  const ask = () => textOf('locate_symbol', { name: 'validate_token' }, other);
  await waitUntil('the change to be named', ask, (text) =>
    text.includes('\nnote: index is stale: 1 changed file is missing (src/late.rs)'),
  );
  fixture.repository.remove('src/late.rs');
  await other.close();
});

describe('profiles', () => {
  const listed = async (words: string) => {
    const client = await connectStdio(fixture, ['--workspace', fixture.repository.root, '--tools', words]);
    const { tools: found } = await client.client.listTools();
    return { found, client };
  };

  test('agent has the tools that a coding agent needs, in at most 1,800 tokens', async () => {
    const { found, client } = await listed('agent');
    expect(found.map(({ name }) => name)).toContain('search_code');
    expect(found.map(({ name }) => name)).not.toContain('health_check');
    expect(countTokens(JSON.stringify(found))).toBeLessThanOrEqual(1_800);
    await expect(client.client.callTool({ name: 'health_check', arguments: {} })).rejects.toThrow(/Unknown tool/);
    await client.close();
  });

  test('a list of names selects exactly these', async () => {
    const { found, client } = await listed('locate_symbol,health_check');
    expect(found.map(({ name }) => name).sort()).toEqual(['health_check', 'locate_symbol']);
    await client.close();
  });

  test('an unknown name ends the server with the nearest one', async () => {
    const started = startHttp(fixture, ['--workspace', fixture.repository.root, '--tools', 'serach_code']);
    await expect(started).rejects.toThrow(/"serach_code" is neither a tool nor a profile[\s\S]*search_code/);
  });
});

test.each(tools.map(({ name, example }) => [name, example] as const))(
  '%s answers as text within any budget',
  async (name, example) => {
    for (const max_tokens of [1, 60, 200]) {
      const text = await textOf(name, { ...example, max_tokens } as Record<string, unknown>);
      expect(text).not.toMatch(/^internal_error/);
    }
  },
);

test('a text keeps its budget, counted by a real tokenizer', async () => {
  const large = await createFixture({ indexed: false, files: floodingFiles });
  await indexInProcess(large.home, large.repository.root);
  const other = await connectStdio(large, ['--workspace', large.repository.root, '--format', 'text']);
  for (const max_tokens of [300, 1_000, 3_000]) {
    const calls: [string, Record<string, unknown>][] = [
      ['search_code', { query: 'hub', limit: 100 }],
      ['find_references', { symbol_name: 'hub', limit: 1_000 }],
      ['get_code_context', { query: 'handle a request', strategy: 'depth' }],
    ];
    for (const [name, args] of calls) {
      const text = await textOf(name, { ...args, max_tokens }, other);
      expect(countTokens(text), `${name} ${max_tokens}`).toBeLessThanOrEqual(max_tokens * 1.05);
      if (name !== 'get_code_context' && max_tokens < 1_000) expect(text).toMatch(/[Ll]eft out|shows more/);
    }
  }
  await other.close();
  large.remove();
});
