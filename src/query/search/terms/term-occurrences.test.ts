import { expect, test } from 'vitest';
import { chunkLines } from '../../../text/chunks.ts';
import type { Term } from './query-terms.ts';
import { TermFinder } from './term-occurrences.ts';

const term = (...spellings: string[]): Term => ({ word: spellings[0] ?? '', spellings, weight: 1, count: 1 });

test('finds terms by any of their spellings, line by line, as words of identifiers', () => {
  const finder = new TermFinder([term('pod', 'pods'), term('lister')]);
  const { lines, terms } = finder.occurrencesIn('a tripod\nnewPodLister(pods)\n\nLISTER');
  expect(lines.map((line, at) => `${line}: ${terms[at]}`)).toEqual(['2: 0', '2: 1', '2: 0', '4: 1']);
});

test('searches only the marked chunks', () => {
  const finder = new TermFinder([term('pod')]);
  const text = Array.from({ length: 3.5 * chunkLines }, (_, at) => `pod ${at + 1}`).join('\n');
  const linesOf = (...marks: number[]) => finder.occurrencesIn(text, Uint8Array.from(marks)).lines;
  const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);
  expect(linesOf(0, 1, 0, 0)).toEqual(range(chunkLines + 1, 2 * chunkLines));
  expect(linesOf(1, 0, 0, 1)).toEqual([...range(1, chunkLines), ...range(3 * chunkLines + 1, 3.5 * chunkLines)]);
  expect(linesOf(1, 1, 1, 1)).toEqual(finder.occurrencesIn(text).lines);
  expect(linesOf(0, 0, 0, 0)).toEqual([]);
});
