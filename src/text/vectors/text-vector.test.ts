import { expect, test } from 'vitest';
import { countStems, ngramBuckets } from './stems.ts';
import { questionVector, type SymbolText, writeSymbolVector } from './text-vector.ts';
import { dimensions } from './word-table.ts';

const purge = { name: 'purgeExpired', scope: 'store', doc: '', body: 'rows.filter(isStale).forEach(evict)' };
const render = { name: 'renderButton', scope: 'widgets', doc: '', body: 'canvas.draw(label, color)' };

test('a question is nearer to a symbol that means the same in other words', () => {
  const question = 'delete old sessions';
  expect(nearness(question, purge)).toBeGreaterThan(nearness(question, render) + 0.1);
});

test('the doc comment of a symbol counts once, also if it is in the body', () => {
  const doc = 'Removes what is too old.';
  const inside = { ...purge, doc, body: `"""${doc}"""\n${purge.body}` };
  expect(vectorOf(inside)).toEqual(vectorOf({ ...purge, doc }));
});

test('words are split, stemmed and counted', () => {
  expect([...countStems('parseHeaders(headers, x, 12)', 10)]).toEqual([
    ['pars', 1],
    ['header', 2],
  ]);
  expect([...countStems('one two three', 2)]).toEqual([
    ['on', 1],
    ['two', 1],
  ]);
});

test('unknown words have the parts of similar words', () => {
  const shared = ngramBuckets('qwizzelrate').filter((bucket) => ngramBuckets('qwizzelrated').includes(bucket));
  expect(shared.length).toBeGreaterThan(4);
  expect(questionVector('qwizzelrate')).toBeDefined();
});

test('a question without words has no vector', () => {
  expect(questionVector('12 + ?')).toBeUndefined();
});

function vectorOf(symbol: SymbolText): Int8Array {
  const vector = new Int8Array(dimensions);
  writeSymbolVector(symbol, vector, 0);
  return vector;
}

function nearness(question: string, symbol: SymbolText): number {
  const vector = vectorOf(symbol);
  const asked = questionVector(question) as Float32Array;
  const dot = asked.reduce((sum, value, at) => sum + value * (vector[at] as number), 0);
  return dot / Math.hypot(...vector);
}
