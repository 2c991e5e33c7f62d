import { expect, test } from 'vitest';
import { chunksOf } from './chunks.ts';

function check(what: string, text: string, expected: [number, number, string][]): void {
  test(what, () => {
    expect(chunksOf(text).map((chunk) => [chunk.lineStart, chunk.lineEnd, chunk.words])).toEqual(expected);
  });
}

check('returns no chunk for an empty text', '', []);
check('returns no chunk for lines without words', '\n\n---\n', []);
check('includes a last line without a newline', 'one\ntwo', [[1, 2, 'one two']]);
check('does not count a final newline as a line', 'one\r\ntwo\r\n', [[1, 2, 'one two']]);
check('splits after fifty lines', `${'a\n'.repeat(50)}b\nc`, [
  [1, 50, 'a'],
  [51, 52, 'b c'],
]);
check('skips a chunk without words and keeps counting lines', `${'a\n'.repeat(50)}${'\n'.repeat(50)}b`, [
  [1, 50, 'a'],
  [101, 101, 'b'],
]);
