/**
 * Thousands of functions on one line share what is on it. Scoring them goes through the line a few times, not once for each
 * of them, and gives up its turn in between. Steps are counted instead of the time.
 */
import { expect, test } from 'vitest';
import { askedFor } from '../../src/query/ranking/rank.ts';
import { scoreFunctions } from '../../src/query/search/long-text/score-functions.ts';
import { pickHits } from '../../src/query/search/scoring/pick-hits.ts';
import type { TermPostings } from '../../src/query/search/scoring/postings.ts';
import { TermFinder } from '../../src/query/search/terms/term-occurrences.ts';
import type { FileVersion, SymbolSpan } from '../../src/store/store.ts';

const functions = 1_500;
const occurrences = 1_500;
const words = ['foo', 'bar'];
const terms = words.map((word) => ({
  term: { word, spellings: [word], weight: 1, count: 1 },
  idf: 1,
})) as unknown as TermPostings[];
const finder = new TermFinder(terms.map(({ term }) => term));
const file = {
  id: 1,
  path: 'a.js',
  language: 'javascript',
  labels: [],
  lineCount: 9,
  firstSymbol: 1,
} as unknown as FileVersion;
const kinds = { functions: 'fn', types: 'class' };

function spansOf(kind: string): SymbolSpan[] {
  return Array.from({ length: functions }, (_, at) => ({
    id: at + 1,
    name: `f${at}`,
    kind,
    visibility: 'public',
    parent: -1,
    lineStart: 1,
    lineEnd: 1,
  })) as unknown as SymbolSpan[];
}

/** Occurrences on the first line, and how many of them were read. */
function counted() {
  const reads = { count: 0 };
  const counting = (numbers: number[]) =>
    new Proxy(numbers, {
      get: (target, name) => {
        if (typeof name === 'string' && /^\d+$/.test(name)) reads.count++;
        return Reflect.get(target, name);
      },
    });
  const lines = counting(new Array(occurrences).fill(1));
  return { reads, lines, terms: counting(Array.from({ length: occurrences }, (_, at) => at % words.length)) };
}

/** Every check finds that a pause is due. */
function turns() {
  const taken = { count: 0 };
  return { taken, isPauseDue: () => true, pause: async () => void taken.count++ };
}

const few = 40 * (functions + occurrences);

test('picking hits', async () => {
  const { reads, ...found } = counted();
  const view = turns();
  const hits = await pickHits(view, file, '', spansOf('fn'), found, terms, finder, askedFor([]));
  expect(hits).toHaveLength(functions);
  for (const hit of hits.slice(0, 3)) expect(hit.matchLines()).toEqual([1]);
  expect(reads.count).toBeLessThan(few);
  expect(view.taken.count).toBeGreaterThan(10);
});

test.each(Object.entries(kinds))('scoring %s for a long text', async (_, kind) => {
  const { reads, ...found } = counted();
  const view = turns();
  const scored = await scoreFunctions(view, file, '', spansOf(kind), found, terms, finder, () => false);
  expect(scored).toHaveLength(functions);
  for (const each of scored) expect(each.matchLines()).toEqual([1]);
  expect(reads.count).toBeLessThan(few);
  expect(view.taken.count).toBeGreaterThan(10);
});

test('counts are those of going through the range', async () => {
  const lines = [1, 1, 1, 1, 1, 2, 2, 3, 5, 5];
  const found = { lines, terms: [0, 1, 0, 0, 1, 1, 0, 0, 1, 1] };
  const spans = [1, 2, 3].map((line, at) => ({ ...spansOf('fn')[at], lineStart: line, lineEnd: line + 2 }));
  const hits = await pickHits(turns(), file, '', spans as SymbolSpan[], found, terms, finder, askedFor([]));
  const alone = await Promise.all(
    spans.map(async (span) => {
      const inside = lines.flatMap((line, at) => (line >= span.lineStart && line <= span.lineEnd ? [at] : []));
      const own = {
        lines: inside.map((at) => lines[at] as number),
        terms: inside.map((at) => found.terms[at] as number),
      };
      const [hit] = await pickHits(turns(), file, '', [span] as SymbolSpan[], own, terms, finder, askedFor([]));
      return hit?.share;
    }),
  );
  const shareOf = (line: number) => hits.find(({ span }) => span?.lineStart === line)?.share;
  expect([1, 2, 3].map(shareOf)).toEqual(alone);
});
