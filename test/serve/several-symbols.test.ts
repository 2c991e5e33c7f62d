/** One call about several symbols: each has the answer that a call of its own would give. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

const tools = ['get_call_graph', 'find_references', 'find_implementations'];
const symbols = ['validate_token', 'process_request'];

describe.each(tools)('%s', (name) => {
  test('answers each symbol as a call of its own would', async () => {
    const named = name === 'find_implementations' ? ['AuthHandler', 'Claims'] : symbols;
    const { body } = await connection.call(name, { symbols: named });
    expect(body.answers.map(({ asked }: { asked: string }) => asked)).toEqual(named);
    for (const { asked, metadata, ...answer } of body.answers) {
      const { body: alone } = await connection.call(name, { symbol_name: asked });
      const { metadata: own, ...expected } = alone;
      expect(answer).toEqual(expected);
      expect(metadata.result_completeness).toBe(own.result_completeness);
    }
  });

  test('lists symbols as an optional list, and requires no single symbol', async () => {
    const { tools: listed } = await connection.client.listTools();
    const schema = listed.find((tool) => tool.name === name)?.inputSchema;
    expect(schema?.properties).toMatchObject({ symbols: { type: 'array', items: { type: 'string' } } });
    expect(schema?.required ?? []).not.toContain('symbol_name');
  });
});

test('a symbol that does not exist leaves the others, and the whole is partial', async () => {
  const { isError, body } = await connection.call('get_call_graph', { symbols: ['validate_token', 'validate_tokem'] });
  expect(isError).toBe(false);
  expect(body.answers).toMatchObject([
    { asked: 'validate_token', symbol: { name: 'validate_token' } },
    { asked: 'validate_tokem', error: { code: 'symbol_not_found' }, metadata: { result_completeness: 'partial' } },
  ]);
  expect(body.metadata.result_completeness).toBe('partial');
});

test('a call is an error only if no symbol has an answer', async () => {
  const { isError, body } = await connection.call('find_references', { symbols: ['nowhere_a', 'nowhere_b'] });
  expect(isError).toBe(true);
  expect(body.answers.map(({ error }: { error: { code: string } }) => error.code)).toEqual([
    'symbol_not_found',
    'symbol_not_found',
  ]);
});

test.each([
  [5, /"symbols" must be a list of strings/],
  [[7], /"symbols"/],
  [[], /"symbols"/],
  [Array.from({ length: 21 }, (_, at) => `name${at}`), /"symbols".*20/],
])('refuses symbols: %j', async (value, message) => {
  const { isError, body } = await connection.call('get_call_graph', { symbols: value });
  expect(isError).toBe(true);
  expect(body.error).toMatchObject({ code: 'invalid_input', message: expect.stringMatching(message) });
});

test('the answers share the ceiling of tokens', async () => {
  const many = ['validate_token', 'process_request', 'AuthHandler', 'Claims'];
  const { body } = await connection.call('find_references', { symbols: many, max_tokens: 900 });
  expect(body.answers).toHaveLength(many.length);
  expect(body.metadata.tokens).toBeLessThanOrEqual(900 * 1.05);
});

test('as text, the answers follow each other', async () => {
  const textOf = async (args: Record<string, unknown>) => {
    const { content } = await connection.client.callTool({
      name: 'get_call_graph',
      arguments: { ...args, format: 'text' },
    });
    return (content as { text: string }[])[0]?.text;
  };
  const alone = await Promise.all(symbols.map((symbol_name) => textOf({ symbol_name })));
  expect(await textOf({ symbols })).toBe(alone.join('\n\n'));
});
