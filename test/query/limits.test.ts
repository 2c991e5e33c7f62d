/** A limit only cuts: the results for a limit are the first results for every larger one, and totals do not change. */
import { describe, expect, test } from 'vitest';
import { CodedError } from '../../src/errors.ts';
import { readParameters } from '../../src/query/parameters/parameters.ts';
import { callGraphCapability } from '../../src/query/tools/call-graph.ts';
import type { OneRefCapability } from '../../src/query/tools/capability.ts';
import { findReferencesCapability } from '../../src/query/tools/find-references.ts';
import { locateSymbolCapability } from '../../src/query/tools/locate-symbol.ts';
import { relatedSymbolsCapability } from '../../src/query/tools/related-symbols.ts';
import { searchCodeCapability } from '../../src/query/tools/search-code.ts';
import { generateRepository } from '../support/generated-repository.ts';
import { sharedView } from '../support/query-view.ts';

const generated = generateRepository(20, 160);
const callers = Array.from(
  { length: 25 },
  (_, at) => `function caller${at}() {\n  hubCall();\n  unknown.hubCall();\n}\n`,
);
const hub = `export function hubCall() {}\n${callers.join('')}`;
const ask = sharedView({ ...generated.files, 'src/hub.ts': hub });
const limits = [...Array.from({ length: 30 }, (_, at) => at + 1), 40, 55, 70, 99, 100];

interface Listed {
  readonly list: readonly unknown[];
  readonly total: unknown;
}

async function listed(
  { parameters, answer }: OneRefCapability,
  request: Record<string, unknown>,
  list: string,
  total: string,
): Promise<Listed> {
  const body: Record<string, unknown> = (await ask((view) =>
    answer(view, readParameters(parameters, request).values).catch((thrown: unknown) => {
      // Only namesakes make a question fail, for every limit.
      if (thrown instanceof CodedError && thrown.code === 'ambiguous_symbol') return { metadata: {} } as never;
      throw thrown;
    }),
  )) as never;
  return { list: (body[list] as unknown[] | undefined) ?? [], total: body[total] };
}

async function onlyCuts(capability: object, request: Record<string, unknown>, list: string, total: string) {
  const row = capability as OneRefCapability;
  const most = await listed(row, { ...request, limit: 100 }, list, total);
  expect(most.list.length).toBeLessThanOrEqual(100);
  for (const limit of limits) {
    const found = await listed(row, { ...request, limit }, list, total);
    expect(found.list, `${JSON.stringify(request)} with limit ${limit}`).toEqual(most.list.slice(0, limit));
    expect(found.total, `total of ${JSON.stringify(request)} with limit ${limit}`).toBe(most.total);
  }
  return most.list.length;
}

describe('search_code', () => {
  for (const [kind, queries] of Object.entries(generated.queries)) {
    test(`cuts the results of a ${kind}`, async () => {
      let longest = 0;
      for (const query of queries) {
        const detail = { query, detail_level: 'location' };
        longest = Math.max(longest, await onlyCuts(searchCodeCapability, detail, 'results', 'total_candidates'));
      }
      expect(longest).toBeGreaterThan(1);
    });
  }

  test('cuts the results of the files that filters admit', async () => {
    const queries = Object.values(generated.queries).map(([query]) => query);
    for (const filters of [{ tests: 'exclude' }, { tests: 'only' }, { path: ['src', '!*a.ts'] }]) {
      for (const query of queries) {
        const detail = { query, detail_level: 'location', ...filters };
        await onlyCuts(searchCodeCapability, detail, 'results', 'total_candidates');
      }
    }
  });

  test('returns as many results as asked for, if there are as many that are not far weaker', async () => {
    const { list } = await listed(
      searchCodeCapability as object as OneRefCapability,
      { query: 'where are tokens', limit: 100 },
      'results',
      'total_candidates',
    );
    expect(list).toHaveLength(100);
  });
});

interface Case {
  readonly row: { readonly name: string };
  readonly name: string;
  readonly list: string;
  readonly total: string;
  readonly filters?: Record<string, unknown>;
}

describe('a tool with a limit', () => {
  const sample = [...generated.names.filter((_, at) => at % 12 === 0), 'hubCall'];
  const cases = [
    { row: locateSymbolCapability, name: 'name', list: 'results', total: 'total_candidates' },
    { row: relatedSymbolsCapability, name: 'symbol_name', list: 'related', total: 'total_found' },
    { row: callGraphCapability, name: 'symbol_name', list: 'callers', total: 'total_edges' },
    { row: callGraphCapability, name: 'symbol_name', list: 'unresolved_sites', total: 'unresolved_call_sites' },
    { row: findReferencesCapability, name: 'symbol_name', list: 'references', total: 'total' },
    ...[{ tests: 'exclude' }, { path: ['src', '!src/a*'] }].map((filters) => ({
      row: locateSymbolCapability,
      name: 'name',
      list: 'results',
      total: 'total_candidates',
      filters,
    })),
    ...[{ tests: 'exclude' }, { within: ['src'] }].map((filters) => ({
      row: callGraphCapability,
      name: 'symbol_name',
      list: 'callers',
      total: 'total_edges',
      filters,
    })),
  ];
  for (const { row, name, list, total, filters } of cases as readonly Case[]) {
    test(`${row.name} cuts ${list}${filters === undefined ? '' : ` with ${JSON.stringify(filters)}`}`, async () => {
      const lengths: number[] = [];
      for (const symbol of sample) {
        const more = row === relatedSymbolsCapability ? { scope: 'package' } : {};
        lengths.push(await onlyCuts(row, { [name]: symbol, ...more, ...filters }, list, total));
      }
      expect(Math.max(...lengths)).toBeGreaterThan(1);
    });
  }
});
