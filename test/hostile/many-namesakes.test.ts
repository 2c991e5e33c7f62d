/** A name with very many definitions is read in pages with pauses, and only the symbols shown are loaded in full. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callGraph } from '../../src/query/tools/call-graph.ts';
import { compareSymbol } from '../../src/query/tools/compare-symbol.ts';
import { followupQueries } from '../../src/query/tools/followup-queries.ts';
import { locateSymbol } from '../../src/query/tools/locate-symbol.ts';
import { ProjectReader, type RefView } from '../../src/query/view/ref-view.ts';
import { openMemoryStore } from '../../src/store/sqlite/open-store.ts';
import { fileFacts, publish, symbol } from '../support/store-samples.ts';

const [fileCount, perFile] = [30, 100];
const total = fileCount * perFile;
const maxRows = 1_000;

const store = openMemoryStore();
const reader = new ProjectReader('p', store);

function filesOf(hash: string, folder = 'src') {
  const symbols = Array.from({ length: perFile }, (_, at) => ({
    ...symbol('get'),
    kind: 'method' as const,
    scope: `Class${at}`,
    stableId: at.toString(16).padStart(16, '0'),
    lineStart: at + 1,
    lineEnd: at + 1,
  }));
  return Array.from({ length: fileCount }, (_, at) => fileFacts(`${folder}/f${at}.ts`, `${hash}${at}`, { symbols }));
}

beforeAll(async () => {
  await publish(store, 'main', filesOf('a'));
  await publish(store, 'changed', filesOf('b'));
  await publish(store, 'moved', filesOf('c', 'lib'));
});
afterAll(() => store.close());

interface Counts {
  /** Of one read. */
  mostRows: number;
  /** The symbols loaded in full. */
  loaded: number;
  /** Reads and pauses, each of which may give the event loop a turn. */
  steps: number;
}

const paged = new Set(['summariesNamed', 'summariesById', 'scopeNames', 'symbolsById', 'symbolsNamed']);

function counting(view: RefView, counts: Counts): RefView {
  const counted = new Proxy(view.store, {
    get(target, name) {
      const read = target[name as keyof RefView['store']] as (...args: unknown[]) => Promise<unknown>;
      if (!paged.has(String(name))) return read;
      return async (...args: unknown[]) => {
        const rows = [...((await read.apply(target, args)) as Iterable<unknown>)].length;
        counts.steps++;
        counts.mostRows = Math.max(counts.mostRows, rows);
        if (String(name).startsWith('symbols')) counts.loaded += rows;
        return read.apply(target, args);
      };
    },
  });
  const pause = () => {
    counts.steps++;
    return view.pause();
  };
  return { ...view, store: counted, pause };
}

type Ask = (view: RefView, other: RefView) => Promise<unknown>;

async function counted(head: string, ask: Ask): Promise<Counts & { outcome: unknown }> {
  const counts = { mostRows: 0, loaded: 0, steps: 0 };
  const outcome = await reader
    .viewBoth(['main', head], (first, second) => ask(counting(first, counts), counting(second, counts)))
    .catch((thrown) => thrown);
  return { ...counts, outcome };
}

const compare =
  (name: string, path?: string): Ask =>
  (base, head) =>
    compareSymbol(base, head, { symbol_name: name, path, base_ref: 'main', head_ref: 'x', include_diff: false });

const followUp =
  (tool: string, results: Record<string, unknown>): Ask =>
  (view) =>
    followupQueries(view, {
      previous_query: { tool, params: { symbol_name: 'get' } },
      previous_results: results,
      confidence_threshold: 0.5,
    });

const locate =
  (name: string): Ask =>
  (view) =>
    locateSymbol(view, { name, kind: undefined, language: undefined, limit: 10, detail_level: 'location' } as never);

const graph =
  (name: string): Ask =>
  (view) =>
    callGraph(view, { symbol_name: name, path: undefined, direction: 'both', depth: 1, limit: 10 } as never);

const ambiguousError = { error: { code: 'ambiguous_symbol', message: 'm', data: {} } };

/** What is asked, the other ref, what comes out of it. */
const cases: readonly [string, string, Ask, object][] = [
  ['locate the name', 'main', locate('get'), { total_candidates: total }],
  ['locate in a scope', 'main', locate('Class7.get'), { total_candidates: fileCount }],
  ['locate in a scope in another case', 'main', locate('CLASS7::get'), { total_candidates: fileCount }],
  ['locate in a folder', 'main', locate('src/get'), { total_candidates: total }],
  ['locate in no scope', 'main', locate('y.z.get'), { total_candidates: total }],
  ['call graph', 'main', graph('get'), { code: 'ambiguous_symbol', data: { total_candidates: total } }],
  ['call graph in no scope', 'main', graph('a/b/c.get'), { code: 'symbol_not_found' }],
  ['compare with itself', 'main', compare('get'), { code: 'ambiguous_symbol', data: { total_candidates: total } }],
  ['compare moved', 'moved', compare('get'), { code: 'ambiguous_symbol' }],
  [
    'compare in a file',
    'main',
    compare('get', 'src/f3.ts'),
    { code: 'ambiguous_symbol', data: { total_candidates: perFile } },
  ],
  ['compare in no file', 'main', compare('get', 'src/none.ts'), { code: 'symbol_not_found' }],
  ['compare in no scope', 'main', compare('y.z.get'), { code: 'symbol_not_found' }],
  [
    'follow up an ambiguous symbol',
    'main',
    followUp('get_call_graph', ambiguousError),
    { suggestions: [{}, {}, {}, { tool: 'locate_symbol' }] },
  ],
  [
    'follow up a call graph',
    'main',
    followUp('get_call_graph', { edges: [], total_candidates: 0 }),
    { suggestions: expect.any(Array) },
  ],
];

test.each(cases)('%s', async (_, head, ask, expected) => {
  const { mostRows, loaded, steps, outcome } = await counted(head, ask);
  expect(outcome).toMatchObject(expected);
  expect(mostRows).toBeLessThanOrEqual(maxRows);
  // At most the symbols of one file on both refs, or those whose texts are compared, and the ten that are listed.
  expect(loaded).toBeLessThanOrEqual(2 * perFile + 20);
  expect(steps).toBeGreaterThanOrEqual(total / maxRows);
});

test('a file with more namesakes than a page is read whole', async () => {
  const symbols = Array.from({ length: 2 * maxRows + 500 }, (_, at) => ({ ...symbol('many'), lineStart: at + 1 }));
  await publish(store, 'large', [fileFacts('large.ts', 'l1', { symbols }), fileFacts('other.ts', 'o1', { symbols })]);
  const { mostRows, outcome } = await counted('large', async (_, view) => locate('many')(view, view));
  expect(outcome).toMatchObject({ total_candidates: 2 * symbols.length });
  expect(mostRows).toBeLessThanOrEqual(maxRows);
});

test('compares a changed name file by file', async () => {
  const { mostRows, loaded, outcome } = await counted('changed', compare('get'));
  expect(outcome).toMatchObject({ code: 'ambiguous_symbol', data: { total_candidates: total } });
  expect(mostRows).toBeLessThanOrEqual(maxRows);
  // Each changed file once per ref, and the ten that are listed.
  expect(loaded).toBeLessThanOrEqual(2 * total + 20);
});
