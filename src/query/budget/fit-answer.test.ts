import { describe, expect, test } from 'vitest';
import { estimateTokens } from '../../text/tokens/estimate-tokens.ts';
import type { Cuts, Json } from './cuts.ts';
import { fitAnswer } from './fit-answer.ts';

const metadata = { result_completeness: 'complete', ref: 'main' };
const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');
const entries = (count: number) => Array.from({ length: count }, (_, at) => ({ path: `src/file_${at}.ts`, line: at }));

async function fitInto(body: Json, maxTokens: number | undefined, cuts: Partial<Cuts> = {}) {
  return (await fitAnswer<Json>(body, {
    maxTokens,
    cuts: { lists: [[{ at: 'extras', keep: 0 }], [{ at: 'results' }]], narrowedBy: [], ...cuts },
    render: JSON.stringify,
    audience: { parameters: {}, flags: false },
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
  })) as any;
}

function within(answer: Json, maxTokens: number): void {
  expect(estimateTokens(JSON.stringify(answer))).toBeLessThanOrEqual(maxTokens);
}

describe('an answer', () => {
  test('that fits only gets its size', async () => {
    const body = { results: entries(3), metadata };
    const answer = await fitInto(body, 1_000);
    expect(answer).toEqual({ ...body, metadata: { ...metadata, tokens: expect.any(Number) } });
    expect(answer.metadata.tokens).toBe(estimateTokens(JSON.stringify(answer)));
  });

  test('has its size beside the estimate of the contract', async () => {
    expect(await fitInto({ results: [], estimated_tokens: 7, metadata }, 500)).toEqual({
      results: [],
      estimated_tokens: 7,
      tokens: expect.any(Number),
      metadata,
    });
  });

  test('has no ceiling unless there is one', async () => {
    expect((await fitInto({ results: entries(5_000), metadata }, undefined)).results).toHaveLength(5_000);
  });

  test('loses entries in the order of sacrifice, from the end', async () => {
    const answer = await fitInto({ results: entries(40), extras: entries(40), metadata }, 500);
    within(answer, 500);
    expect(answer.extras).toEqual([]);
    expect(answer.results).toEqual(entries(40).slice(0, answer.results.length));
    expect(answer.results.length).toBeGreaterThan(10);
    expect(answer.metadata.result_completeness).toBe('truncated');
    expect(answer.metadata.warnings).toEqual([
      `Left out for max_tokens 500: 40 of 40 extras, ${40 - answer.results.length} of 40 results. Increase max_tokens.`,
    ]);
  });

  test('divides the budget between lists of one rank', async () => {
    const cuts = { lists: [[{ at: 'a' }, { at: 'b' }, { at: 'c' }]] };
    const answer = await fitInto({ a: entries(300), b: entries(300), c: entries(2), metadata }, 800, cuts);
    within(answer, 800);
    expect(answer.c).toHaveLength(2);
    expect(Math.abs(answer.a.length - answer.b.length)).toBeLessThanOrEqual(1);
  });

  test('stays partial', async () => {
    const answer = await fitInto(
      { results: entries(200), metadata: { ...metadata, result_completeness: 'partial' } },
      500,
    );
    expect(answer.metadata.result_completeness).toBe('partial');
  });

  test('keeps its results if it has many warnings', async () => {
    const warnings = Array.from({ length: 300 }, (_, at) => `Warning number ${at}.`);
    const answer = await fitInto({ results: entries(200), metadata: { ...metadata, warnings } }, 1_000);
    within(answer, 1_000);
    expect(answer.results.length).toBeGreaterThan(15);
    expect(answer.metadata.warnings[0]).toMatch(/of 300 warnings/);
    expect(answer.metadata.warnings.slice(1)).toEqual(warnings.slice(0, answer.metadata.warnings.length - 1));
  });

  test('gets shorter texts, at a line end, and says so', async () => {
    const diff = Array.from({ length: 900 }, (_, at) => `+ line ${at}`).join('\n');
    const answer = await fitInto({ diff, metadata }, 600);
    within(answer, 600);
    expect(answer.diff).toMatch(/^\+ line 0\n.*\+ line \d+\n… \d+ more lines$/s);
    expect(estimateTokens(JSON.stringify(answer))).toBeGreaterThan(500);
    expect(answer.metadata.warnings[0]).toContain('the rest of 1 long text');
  });

  test('never loses a part of an id or of a suggested call', async () => {
    const id = `sym_${'ABCDEFGH'.repeat(12)}`;
    const body = { symbol_id: id, results: [{ params: { query: words(40) }, text: words(4_000) }], metadata };
    const answer = await fitInto(body, 400);
    within(answer, 400);
    expect(answer.symbol_id).toBe(id);
    expect(answer.results[0].params).toEqual({ query: words(40) });
  });

  test('loses details before names', async () => {
    const path = `src/${words(40).replaceAll(' ', '/')}`;
    const answer = await fitInto({ path, details: entries(30), metadata }, 300, { details: ['details'] });
    within(answer, 300);
    expect(answer).not.toHaveProperty('details');
    expect(answer.path).toBe(path);
    expect(answer.metadata.warnings[0]).toBe('Left out for max_tokens 300: details. Increase max_tokens.');
  });

  test('is the smallest possible below its frame', async () => {
    const answer = await fitInto({ results: entries(50), metadata }, 10);
    expect(answer.results).toEqual([]);
    expect(answer.metadata.warnings).toEqual([
      'Left out for max_tokens 10: 50 of 50 results. max_tokens is too small for this answer, which is larger.',
    ]);
  });

  test('fits if it is an error', async () => {
    const data = { candidates: entries(100), remediation: words(500) };
    const answer = await fitInto({ error: { code: 'ambiguous_symbol', message: words(300), data }, metadata }, 500);
    within(answer, 500);
    expect(answer.error.code).toBe('ambiguous_symbol');
    expect(answer.metadata.warnings[0]).toMatch(/of 100 candidates/);
  });
});

test('a tree loses its deepest nodes first, whatever their order', async () => {
  const leaf = (name: string) => ({ name, kind: 'method' });
  const symbols = Array.from({ length: 40 }, (_, at) => ({
    name: `Class${at}`,
    kind: 'class',
    children: [{ ...leaf(`first${at}`), children: [leaf(`inner${at}`)] }, leaf(`second${at}`)],
  }));
  const cuts = { lists: [[{ at: 'symbols', rank: (_: Json, depth: number) => depth }]] };
  const all = estimateTokens(JSON.stringify({ symbols, metadata }));
  const most = await fitInto({ symbols, metadata }, Math.round(all * 0.8), cuts);
  expect(most.symbols).toHaveLength(40);
  expect(JSON.stringify(most)).not.toContain('inner30');
  expect(JSON.stringify(most)).toContain('first0');
  const few = await fitInto({ symbols, metadata }, 300, cuts);
  within(few, 300);
  expect(JSON.stringify(few)).not.toContain('children');
  expect(few.metadata.warnings[0]).toContain(`${160 - few.symbols.length} of 160 symbols`);
});

describe('a very large answer', () => {
  /** Entries that count how often each of them is written as JSON. */
  function countedEntries(count: number) {
    const written = new Array<number>(count).fill(0);
    const results = Array.from({ length: count }, (_, at) => ({
      toJSON: () => {
        written[at] = (written[at] as number) + 1;
        return { path: `src/folder/file_${at}.ts`, line: at };
      },
    }));
    return { written, results };
  }

  test('is fitted without measuring what is far over the budget', async () => {
    const { written, results } = countedEntries(30_000);
    const answer = await fitInto({ results, metadata }, 2_000);
    within(answer, 2_000);
    expect(answer.results.length).toBeGreaterThan(50);
    expect(answer.metadata.warnings[0]).toContain(`${30_000 - answer.results.length} of 30000 results`);
    // Once in the whole text, which shows that it is too large.
    expect(written.slice(1_000).every((times) => times === 1)).toBe(true);
  });

  test('uses its budget, in lists and in trees', async () => {
    const deep = entries(20_000).map((entry) => ({ ...entry, children: [{ name: 'inner' }] }));
    const cuts = { lists: [[{ at: 'results', rank: (_: Json, depth: number) => depth }]] };
    for (const answer of [
      await fitInto({ results: entries(40_000), metadata }, 20_000),
      await fitInto({ results: deep, metadata }, 20_000, cuts),
    ]) {
      within(answer, 20_000);
      expect(estimateTokens(JSON.stringify(answer))).toBeGreaterThan(19_000);
      expect(answer.results[0]).toMatchObject({ path: 'src/file_0.ts' });
    }
  });

  test('keeps an entry that is larger than the budget, shortened', async () => {
    const answer = await fitInto({ results: [{ text: words(100_000) }, ...entries(10)], metadata }, 1_000);
    within(answer, 1_000);
    expect(answer.results[0].text).toMatch(/^word0 word1 .*…/);
  });

  test('lets the event loop turn while it is measured', async () => {
    let turns = 0;
    const count = setInterval(() => turns++, 0);
    await fitInto({ results: entries(150_000), metadata }, undefined);
    clearInterval(count);
    expect(turns).toBeGreaterThan(0);
  });
});
