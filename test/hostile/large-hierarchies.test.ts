/**
 * Thousands of types whose methods share a name, in one chain or below one interface: what a query reads grows with the
 * number of types, not with its square. The rows and reads are counted, so the result does not depend on the machine.
 */
import { expect, test } from 'vitest';
import { readParameters } from '../../src/query/parameters/parameters.ts';
import { callGraph, callGraphParameters } from '../../src/query/tools/call-graph.ts';
import { findImplementations, findImplementationsParameters } from '../../src/query/tools/find-implementations.ts';
import { readSource, readSourceParameters } from '../../src/query/tools/read-source.ts';
import { pausingReader } from '../../src/query/view/pausing-reader.ts';
import type { RefView } from '../../src/query/view/ref-view.ts';
import type { StoreReader } from '../../src/store/store.ts';
import { sharedView } from '../support/query-view.ts';

const types = 500;
const each = (count: number, write: (at: number) => string, between = '') =>
  Array.from({ length: count }, (_, at) => write(at)).join(between);

const view = sharedView({
  'chain.ts': `export class C0 { run() {} }\n${each(types, (at) => `export class C${at + 1} extends C${at} { run() { super.run(); } }\n`)}`,
  'Chain.java': `class J0 { void run() {} }\n${each(types, (at) => `class J${at + 1} extends J${at} { void run() {} }\n`)}`,
  'fan.py': `class Base:\n    def act(self): pass\n${each(types, (at) => `class P${at}(Base):\n    def act(self): pass\n`)}def use(${each(types, (at) => `x${at}: P${at}`, ', ')}):\n${each(types, (at) => `    x${at}.act()\n`)}`,
  'go.mod': 'module m\n',
  'fan.go': `package p\ntype I interface { Do() }\n${each(types, (at) => `type G${at} struct{}\nfunc (g *G${at}) Do() {}\n`)}`,
  'overloads.ts': each(2_000, (at) => `export function many(x: T${at}): void;\n`),
});

interface Counts {
  reads: number;
  rows: number;
  /** How often a derived value, such as a cache, was asked for. */
  derived: number;
  /** How often the place of a symbol that was read by its name was looked at. */
  looks: number;
}

async function counted(ask: (view: RefView) => Promise<unknown>): Promise<Counts & { answer: unknown }> {
  const counts = { reads: 0, rows: 0, derived: 0, looks: 0 };
  const answer = await view((opened) => {
    const store = new Proxy(opened.store, {
      get(target, name) {
        const read = target[name as keyof StoreReader] as (...args: unknown[]) => Promise<unknown>;
        return async (...args: unknown[]) => {
          const found = await read.apply(target, args);
          counts.reads++;
          if (Array.isArray(found)) counts.rows += found.length;
          return name === 'symbolsNamedIn' ? (found as object[]).map(looked) : found;
        };
      },
    });
    const looked = (symbol: object) =>
      new Proxy(symbol, {
        get(target, name) {
          if (name === 'lineStart') counts.looks++;
          return Reflect.get(target, name);
        },
      });
    // What is derived must not keep what this view counts.
    const derived: RefView['derived'] = (make) => {
      counts.derived++;
      return opened.derived(make);
    };
    return ask({ ...opened, store, derived });
  });
  return { ...counts, answer };
}

const implementations =
  (symbol_name: string, path: string, direction = 'down') =>
  (opened: RefView) =>
    findImplementations(
      opened,
      readParameters(findImplementationsParameters, { symbol_name, path, direction, limit: 1_000 }).values,
    );

const graph = (symbol_name: string, path: string) => (opened: RefView) =>
  callGraph(opened, readParameters(callGraphParameters, { symbol_name, path }).values);

/** What is asked, and what the answer has. */
const cases: readonly [string, (opened: RefView) => Promise<unknown>, object][] = [
  ['the types below the first class of a chain', implementations('C0', 'chain.ts'), { total: types }],
  ['the overrides of its method', implementations('C0.run', 'chain.ts'), { total: types }],
  ['the bases of the last one', implementations(`C${types}`, 'chain.ts', 'up'), { total: types }],
  ['the methods that its method overrides', implementations(`C${types}.run`, 'chain.ts', 'up'), { total: types }],
  ['the types below a class whose names are not resolved', implementations('J0', 'Chain.java'), { total: types }],
  ['the types that implement an interface of Go', implementations('I', 'fan.go'), { total: types }],
  ['the callers of an overridden method', graph('C0.run', 'chain.ts'), { symbol: { name: 'run' } }],
  ['calls on values of many types', graph('use', 'fan.py'), { total_edges: types }],
];

test.each(cases)('reads few rows for %s', async (_, ask, expected) => {
  const { rows, reads, derived, answer } = await counted(ask);
  expect(answer).toMatchObject(expected);
  // A square would be 500 per type.
  expect(rows / types).toBeLessThan(60);
  expect(reads / types).toBeLessThan(30);
  expect(derived / types).toBeLessThan(3_000);
});

test('reads the source of thousands of namesakes in few steps', async () => {
  const { looks, answer } = await counted((opened) =>
    readSource(opened, readParameters(readSourceParameters, { symbol_name: 'many', path: 'overloads.ts' }).values),
  );
  expect(answer).toMatchObject({ sources: { length: 2_000 } });
  expect(looks).toBeLessThan(2_000 * 100);
});

test('pauses while it reads the symbols of a file or of a name', async () => {
  await view(async (opened) => {
    let pauses = 0;
    const pause = async () => {
      pauses++;
    };
    const store = pausingReader(opened.store, { isDue: () => true, pause });
    const pausesOf = async (read: Promise<readonly unknown[]>) => {
      const before = pauses;
      expect(await read).toHaveLength(2_000);
      return pauses - before;
    };
    const file = (await opened.store.file(opened.ref, 'overloads.ts')) as NonNullable<
      Awaited<ReturnType<StoreReader['file']>>
    >;
    expect(await pausesOf(store.symbols(file))).toBeGreaterThan(1);
    expect(await pausesOf(store.symbolsNamedIn(file, 'many'))).toBeGreaterThan(1);
    expect(await pausesOf(store.symbolsNamed(opened.ref, 'many'))).toBeGreaterThan(1);
  });
});
