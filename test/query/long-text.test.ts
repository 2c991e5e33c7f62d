/** Searches for long texts: issues, messages of commits and logs. */
import { describe, expect, test } from 'vitest';
import { readParameters } from '../../src/query/parameters/parameters.ts';
import { findHits } from '../../src/query/search/find-hits.ts';
import { searchCode, searchCodeParameters } from '../../src/query/tools/search-code.ts';
import { sharedView } from '../support/query-view.ts';

const view = sharedView({
  'src/cache/store.ts': `/** Keeps answers in memory. */
export class AnswerCache {
  private readonly entries = new Map<string, string>();

  /** Drops entries that nobody asked for since a given time. */
  evictStale(since: number): void {
    for (const [key, value] of this.entries) if (Number(value) < since) this.entries.delete(key);
  }

  put(key: string, value: string): void {
    this.entries.set(key, value);
  }
}
`,
  'src/http/retry.ts': `/** Sends a request again if the server closed the connection. */
export async function sendAgain(url: string, attempts: number): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await fetch(url);
    } catch (error) {
      if (attempt >= attempts) throw new Error('gave up after all attempts failed');
      await backOff(attempt);
    }
  }
}

export function backOff(attempt: number): Promise<void> {
  const delay = 100 * 2 ** attempt;
  return new Promise((resolve) => setTimeout(resolve, delay));
}
`,
  'src/report/table.py': `"""Prints tables."""

COLUMN_GAP = 2


def render_table(rows, widths):
    """Aligns the cells of every row."""
    return "\\n".join(render_row(row, widths) for row in rows)


def render_row(row, widths):
    return (" " * COLUMN_GAP).join(cell.ljust(width) for cell, width in zip(row, widths))
`,
  'docs/notes.md': `# Notes

Entries of the cache, attempts to send a request, rows of a table: see the sources.
`,
});

const filler =
  'We saw this on several machines after the last release, and it went away when we went back one version. ';

async function hitsFor(text: string) {
  return view((opened) => findHits(opened, text, {}, 10));
}

/** The names of the symbols that a text finds, best first. */
async function namesFor(text: string): Promise<string[]> {
  const { values } = readParameters(searchCodeParameters, { query: text });
  const { results } = await view((opened) => searchCode(opened, values as never));
  return results.map(({ name, path }) => name ?? path);
}

describe('a long text', () => {
  test('finds the function by its words, in other forms and order', async () => {
    const text = `Stale entries are never dropped\n\n${filler.repeat(2)}Memory grows: nobody asked for these entries, still the cache keeps them.`;
    expect((await namesFor(text))[0]).toBe('evictStale');
  });

  test('finds a function whose name it writes as words', async () => {
    const text = `Waiting is too short\n\n${filler.repeat(2)}The client should back off longer when the connection was closed.`;
    expect((await namesFor(text)).slice(0, 2)).toContain('backOff');
  });

  test('prefers code to documents that have the same words', async () => {
    const text = `Rows of a table\n\n${filler.repeat(2)}The cells of every row are aligned to the wrong width in the table.`;
    const [first = ''] = await namesFor(text);
    expect(['render_row', 'render_table']).toContain(first);
  });

  test('finds the innermost frame of a stack trace within it', async () => {
    const text = `Crash at start\n\n${filler.repeat(2)}
Traceback (most recent call last):
  File "/srv/app/main.py", line 3, in main
    run()
  File "/srv/app/src/report/table.py", line 12, in render_row
    return (" " * COLUMN_GAP).join(cell.ljust(width) for cell, width in zip(row, widths))
AttributeError: 'int' object has no attribute 'ljust'`;
    expect((await namesFor(text))[0]).toBe('render_row');
  });

  test('finds the function with the message that it quotes', async () => {
    const text = `Unclear message\n\n${filler.repeat(2)}The log only has "gave up after all attempts failed", and not the address.`;
    expect((await namesFor(text))[0]).toBe('sendAgain');
  });

  test('finds what is outside of functions in a file that it names', async () => {
    const text = `Constant of the gap\n\n${filler.repeat(2)}See src/report/table.py:3 for the number that we would like to set.`;
    const { hits } = await hitsFor(text);
    expect(hits.slice(0, 3).map(({ file }) => file.path)).toContain('src/report/table.py');
  });

  test('explains at the full level which terms matched where, and the parts that a score is the sum of', async () => {
    const text = `Waiting is too short\n\n${filler.repeat(2)}The client should back off longer after an attempt in src/http/retry.ts too.`;
    const { values } = readParameters(searchCodeParameters, { query: text, ranking_explain_level: 'full' });
    const { results, metadata } = await view((opened) => searchCode(opened, values as never));
    const at = results.findIndex(({ name }) => name === 'backOff');
    const reasons = (metadata.ranking_reasons as readonly unknown[])[at] as {
      final_score: number;
      terms: { term: string; weight: number; rarity: number; matched: string[]; occurrences: number }[];
      parts: Record<string, number>;
    };
    const attempt = reasons.terms.find(({ term }) => term === 'attempt');
    expect(attempt).toMatchObject({ matched: ['lines'], occurrences: 2 });
    expect((attempt?.weight ?? 0) * (attempt?.rarity ?? 0)).toBeGreaterThan(0);
    expect(Object.keys(reasons.parts)).toEqual(
      expect.arrayContaining(['words_of_symbol', 'words_of_file', 'path_written', 'phrase_written']),
    );
    const sum = Object.values(reasons.parts).reduce((total, part) => total + part, 0);
    expect(sum).toBeCloseTo(reasons.final_score, 2);
  });

  test('without a word of the repository finds nothing and does not fail', async () => {
    const { hits } = await hitsFor('zzyzx qwfp '.repeat(40));
    expect(hits).toEqual([]);
  });

  test('gives the same hits in the same order each time', async () => {
    const text = `Stale entries are never dropped\n\n${filler.repeat(3)}`;
    const order = async () =>
      (await hitsFor(text)).hits.map(({ file, lineStart, score }) => [file.path, lineStart, score]);
    expect(await order()).toEqual(await order());
  });
});
