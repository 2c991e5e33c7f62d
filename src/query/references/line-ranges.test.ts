import { expect, test } from 'vitest';
import { randomFrom } from '../../../test/support/random.ts';
import { firstAround, innermostAround, innermostAt, type LineRange } from './line-ranges.ts';

const random = randomFrom(7);
const lineCount = 30;

function randomRange(): LineRange {
  const lineStart = 1 + random.below(lineCount);
  return { lineStart, lineEnd: Math.min(lineCount, lineStart + random.below(random.pick([1, 4, lineCount]))) };
}

const isAround = ({ lineStart, lineEnd }: LineRange, line: number) => lineStart <= line && line <= lineEnd;

test('the first range around each line is that of a search through all of them', () => {
  for (let run = 0; run < 300; run++) {
    const ranges = Array.from({ length: random.below(20) }, randomRange);
    const lines = Array.from({ length: random.below(20) }, () => 1 + random.below(lineCount)).sort((a, b) => a - b);
    const expected = lines.map((line) => ranges.find((range) => isAround(range, line)));
    expect(firstAround(ranges, lines)).toEqual(expected);
  }
});

test('the innermost symbol is the smallest one around a line, and the last one of that size', () => {
  for (let run = 0; run < 300; run++) {
    const symbols = Array.from({ length: random.below(20) }, (_, position) => ({ ...randomRange(), position }));
    const expected = Array.from({ length: lineCount }, (_, at) => {
      const around = symbols.filter((each) => isAround(each, at + 1));
      const least = Math.min(...around.map(({ lineStart, lineEnd }) => lineEnd - lineStart));
      return around.findLast(({ lineStart, lineEnd }) => lineEnd - lineStart === least)?.position ?? -1;
    });
    expect([...innermostAround(symbols, lineCount)]).toEqual(expected);
    expect(expected.map((_, at) => innermostAt(symbols, at + 1))).toEqual(expected);
  }
});

test('each of many ranges around many lines is read a few times', () => {
  const count = 2_000;
  let reads = 0;
  const range = {
    get lineStart() {
      reads++;
      return 1;
    },
    get lineEnd() {
      reads++;
      return count;
    },
  };
  const lines = Array.from({ length: count }, (_, at) => at + 1);
  expect(firstAround(Array(count).fill(range), lines)).toEqual(Array(count).fill(range));
  expect(reads).toBeLessThan(10 * count);
});
