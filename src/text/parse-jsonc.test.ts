import { getNodeValue } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { parseJsonc } from './parse-jsonc.ts';

test('reads comments and trailing commas', () => {
  const text = '// head\n{ "a": [1, 2,], /* b */ "c": "// no comment", }\n';
  expect(getNodeValue(parseJsonc(text))).toEqual({ a: [1, 2], c: '// no comment' });
});

test.each([
  ['', 'value expected at offset 0'],
  ['{"a"}', 'colon expected at offset 4'],
  ['{"a": 1 "b": 2}', 'comma expected at offset 8'],
  ['{} {}', 'end of file expected at offset 3'],
])('says where %s is not JSON', (text, message) => {
  expect(() => parseJsonc(text)).toThrow(new SyntaxError(message));
});
