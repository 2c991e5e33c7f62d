import { expect, test } from 'vitest';
import { exceededJsonLimit } from './json-rpc.ts';

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test.each<[what: string, text: string, excess: RegExp | undefined]>([
  [
    'a call',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"query":"y"}}}',
    undefined,
  ],
  ['invalid JSON', '{"a', undefined],
  ['an escaped quote at the end', '"\\', undefined],
  ['two hundred levels', deep(200), undefined],
  ['more levels', deep(201), /nested/],
  ['levels that are closed again', `[${Array(300).fill(deep(10)).join(',')}]`, undefined],
  ['brackets in a string', `"${'['.repeat(1_000)}"`, undefined],
  ['brackets after an escaped quote', `"\\"${'['.repeat(1_000)}"`, undefined],
  ['brackets after an escaped backslash', `"\\\\"${'['.repeat(1_000)}`, /nested/],
  ['many values', `[${Array(10_000).fill(1).join(',')}]`, undefined],
  ['more values', `[${Array(12_000).fill(1).join(',')}]`, /values/],
  ['commas in a string', `"${','.repeat(60_000)}"`, undefined],
])('checks %s', (_, text, excess) => {
  const exceeded = exceededJsonLimit(Buffer.from(text));
  if (excess === undefined) expect(exceeded).toBeUndefined();
  else expect(exceeded).toMatch(excess);
});
