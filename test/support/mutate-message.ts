/** Protocol messages and mutations of them by a hostile client; seeded, so that a run can be repeated. */
import { tools } from '../../src/serve/tools/tools.ts';
import type { Random } from './random.ts';

/** Valid messages for every read-only tool and every method, in both generations of the protocol, and notifications. */
export function soundMessages(workspace: string): Record<string, unknown>[] {
  const call = (name: string, args: object) => ({ method: 'tools/call', params: { name, arguments: args } });
  return [
    { method: 'ping' },
    { method: 'tools/list', params: {} },
    {
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } },
    },
    ...tools
      .filter(({ annotations }) => annotations.readOnlyHint)
      .flatMap(({ name, example }) => [call(name, example), call(name, { ...example, workspace })]),
    call('locate_symbol', { name: 'validate_token', kind: 'fn', limit: 5, workspace }),
    call('search_code', { query: 'how are tokens checked', limit: 3, detail_level: 'context', compact: true }),
    call('get_file_outline', { path: 'src/auth/jwt.rs', depth: 'all' }),
    call('get_symbol_hierarchy', { symbol_name: 'check', path: 'src/auth/jwt.rs', direction: 'ancestors' }),
    call('get_code_context', { query: 'token', max_tokens: 500, strategy: 'depth' }),
    call('get_call_graph', { symbol_name: 'validate_token', direction: 'both', depth: 2 }),
    { method: 'server/discover', params: { _meta: stateless } },
    { method: 'tools/call', params: { name: 'locate_symbol', arguments: { name: 'Claims' }, _meta: stateless } },
    { method: 'tools/call', params: { name: 'search_code', arguments: { query: 'key' }, _meta: { progressToken: 1 } } },
    { method: 'resources/list', params: {} },
    { method: 'logging/setLevel', params: { level: 'debug' } },
    // Messages without an id get no answer.
    { id: undefined, method: 'notifications/initialized' },
    { id: undefined, method: 'notifications/cancelled', params: { requestId: neverUsedId, reason: 'gone' } },
    { id: undefined, method: 'notifications/progress', params: { progressToken: 1, progress: 1 } },
  ];
}

const neverUsedId = 5;
const stateless = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Returns the text of a message to send; sometimes valid, mostly not. */
export function mutated(random: Random, messages: readonly Record<string, unknown>[], id: number): string {
  const message = { jsonrpc: '2.0', id, ...structuredClone(random.pick(messages)) };
  const changes = random.below(4);
  for (let count = 0; count < changes; count++) mutateNode(random, message);
  const text = JSON.stringify(message);
  return random.below(4) === 0 ? mutateText(random, text) : text;
}

const oddValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  '',
  ' ',
  '\0',
  '../../../../etc/passwd',
  '/',
  '~',
  '\u001b[31m\u202e\ud800',
  '__proto__',
  'constructor',
  'x'.repeat(100_000),
  '('.repeat(5_000),
  '"'.repeat(999),
  [],
  {},
  [[[[[]]]]],
  { toString: 1, hasOwnProperty: null },
  Array.from({ length: 2_000 }, (_, at) => at),
];

function mutateNode(random: Random, root: object): void {
  let at = root as Record<string, unknown>;
  for (let depth = random.below(5); depth > 0; depth--) {
    const inner = Object.values(at).filter((value) => typeof value === 'object' && value !== null);
    if (inner.length === 0) break;
    at = random.pick(inner) as Record<string, unknown>;
  }
  const keys = Object.keys(at);
  const key = keys.length === 0 ? 'new' : random.pick(keys);
  const odd = () => structuredClone(random.pick(oddValues));
  const put = (name: string, value: unknown) => {
    Object.defineProperty(at, name, { value, enumerable: true, configurable: true, writable: true });
  };
  const ways: readonly (() => unknown)[] = [
    () => put(key, odd()),
    () => put(key, odd()),
    () => Reflect.deleteProperty(at, key),
    () => put(`${key}${random.pick(['', ' ', '_', '\u0000'])}x`, at[key]),
    () => put('__proto__', odd()),
  ];
  random.pick(ways)();
}

function mutateText(random: Random, text: string): string {
  const at = random.below(text.length);
  const ways: readonly (() => string)[] = [
    () => text.slice(0, at),
    () => text.slice(at),
    () => text.slice(0, at) + String.fromCharCode(1 + random.below(0x2fff)) + text.slice(at + 1),
    () => text + text,
    () => `[${text}]`,
    () => text.replace(/"arguments":/, `"arguments":${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)},"b":`),
    () => text.replace(/"id":\d+/, `"id":${random.pick(['null', '"x"', '1e999', '{}', '01', '-0'])}`),
    () => ''.padEnd(random.below(50), ' \t'),
    () => '['.repeat(50_000),
  ];
  return random.pick(ways)().replaceAll('\n', ' ');
}
