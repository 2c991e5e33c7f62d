import { expect, test } from 'vitest';
import { encodeSkipped } from '../../store/codec/encode-facts.ts';
import { type PackedResults, ResultPacker, unpackVersions } from './packed-results.ts';
import type { ParseResult } from './parse-task.ts';

const binary = encodeSkipped({ path: 'a.png', hash: 'aa', byteLength: 3, skipped: 'binary' });
const text = { ...binary, path: 'b.txt', hash: 'bb', skipped: null, source: Uint8Array.of(1, 2), symbols: [] };
const results: ParseResult[] = [
  { path: 'a.png', version: binary },
  { path: 'gone', skipped: 'unreadable' },
  { path: 'b.txt', version: text },
];

function packResults(results: readonly ParseResult[]): PackedResults {
  const packer = new ResultPacker();
  for (const result of results) packer.add(result);
  return packer.results();
}

test('unpacks versions in the order they were packed, over several batches', () => {
  const batches = [packResults(results), packResults([]), packResults(results.slice(2))];
  expect([...unpackVersions(batches)]).toEqual([binary, text, text]);
});

test('gives summaries of files without unpacking', () => {
  const { skipped, files } = packResults(results);
  expect(skipped).toEqual([{ path: 'gone', reason: 'unreadable' }]);
  expect(files).toMatchObject([
    { path: 'a.png', hash: 'aa', byteLength: 3, symbols: 0, isIndexed: false },
    { path: 'b.txt', hash: 'bb', byteLength: 3, symbols: 0, isIndexed: true },
  ]);
});
