import { describe, expect, test } from 'vitest';
import { bestGrep, countLines, everyGrep, rankByLines } from './grep.ts';

const files: Readonly<Record<string, string>> = {
  'a.ts': 'retry the request\nRequest, request\nother\n',
  'b.ts': 'requests are retried\nretry_count\nRETRY',
  'c.ts': 'request\n',
};

async function* texts() {
  for (const [path, text] of Object.entries(files)) yield { path, text };
}

const counts = await countLines(texts(), ['retry', 'request', 'missing']);
const printed = (word: string) => counts.words.get(word)?.printed;
const lengthOf = (...lines: string[]) => lines.reduce((sum, line) => sum + line.length + 1, 0);

describe('countLines and rankByLines', () => {
  test('counts each line with the whole word once, in any case', () => {
    expect(printed('request')).toBe(lengthOf('a.ts:1:retry the request', 'a.ts:2:Request, request', 'c.ts:1:request'));
    expect(printed('retry')).toBe(lengthOf('a.ts:1:retry the request', 'b.ts:3:RETRY'));
    expect(printed('missing')).toBe(0);
  });

  test('ranks files by their matching lines', () => {
    expect(rankByLines(counts, ['request', 'retry'], 10)).toEqual(['a.ts', 'b.ts', 'c.ts']);
    expect(rankByLines(counts, ['missing'], 10)).toEqual([]);
  });
});

describe('bestGrep', () => {
  test('takes the rarest word and the smallest right file it lists', () => {
    const way = bestGrep(counts, ['missing', 'request', 'retry'], ['a.ts', 'b.ts']);
    expect(way).toEqual({ printed: printed('retry'), read: files['b.ts']?.length });
  });

  test('tries another word if the rarest lists no right file', () => {
    const way = bestGrep(counts, ['request', 'retry'], ['c.ts']);
    expect(way).toEqual({ printed: (printed('retry') ?? 0) + (printed('request') ?? 0), read: files['c.ts']?.length });
  });

  test('finds nothing if no word is in a right file', () => {
    expect(bestGrep(counts, ['retry'], ['c.ts'])).toEqual({ printed: printed('retry') });
    expect(everyGrep(counts, ['retry'], ['c.ts'])).toEqual({ characters: printed('retry'), found: false });
  });
});
