/**
 * Every call site with the name of a symbol calls it, is proven to call something else, or is listed as unresolved; both
 * directions agree.
 */
import { expect, test } from 'vitest';
import { isSameFamily } from '../../../src/languages/languages.ts';
import { readParameters } from '../../../src/query/parameters/parameters.ts';
import { Budget } from '../../../src/query/resolve/calls/edge.ts';
import { calleesOf, callersOf } from '../../../src/query/resolve/calls/follow-calls.ts';
import { type CallGraphAnswer, callGraph, callGraphParameters } from '../../../src/query/tools/call-graph.ts';
import type { RefView } from '../../../src/query/view/ref-view.ts';
import { askAbout, sharedView } from '../../support/query-view.ts';

const python = {
  'store.py': `
from typing import Any


class Base:
    def run(self):
        self.prepare()

    def close(self):
        pass


class Store(Base):
    def prepare(self):
        pass

    def update(self, key, value=None):
        pass


class Other:
    def update(self, key):
        pass

    def close(self):
        pass


def copy_all(store: Any, untyped, stores: list[Store]):
    store.update(1, 2)
    untyped.update(1, 2)
    next(iter(stores)).update(1, 2)
    for each in stores:
        each.update(3, 4)
    Store().update(5, 6)
    Other().update(7)
    {}.get("x").close()
    open("x").close()


def save(store: "Store"):
    store.update(1)
    store.close()


update = save
update(None)
`,
  'test_store.py': `
import store


def test_update(made):
    made.update(1, 2)
    store.save(made)
    store.nothing(made)
`,
};

const typescript = {
  'store.ts': `
export class Store {
  set(key: string, value: string): void {}
  close(): void {}
}

export class Other {
  close(): void {}
}

export interface Handler {
  handle: (key: string) => void;
}

export function handle(key: string): void {}

export function copy(store: any, other: unknown, stores: Store[], handler: Handler): void {
  store.set('a', 'b');
  stores.find(Boolean)!.set('a', 'b');
  stores[0].set('a', 'b');
  [...stores].map((each) => each.set('a', 'b'));
  new Store().close();
  new Map<string, Store>().get('a')!.close();
  JSON.parse('{}').close();
  handler.handle('a');
  globalHelper('a');
}
`,
  'helper.js': 'function globalHelper(a) {\n  return a.close(1, 2);\n}\n',
};

const go = {
  'go.mod': 'module example.org/app\n',
  'store.go': `package app

import (
	"io"
	"os"
)

type Store struct{}

func (s *Store) Put(key string, value string) {}
func (s *Store) Close() error { return nil }

func pair() (string, string) { return "a", "b" }

func Copy(w io.Closer, values []interface{ Put(a, b string) }) {
	s := &Store{}
	s.Put("a", "b")
	s.Put(pair())
	w.Close()
	f, _ := os.Open("x")
	f.Close()
	for _, v := range values {
		v.Put("a", "b")
	}
}
`,
};

const rust = {
  'Cargo.toml': '[package]\nname = "app"\nversion = "0.1.0"\n',
  'src/lib.rs': `
use outside::FutureExt;

pub struct Store;
pub struct Other;

pub trait Open {
    fn open() -> Self;
    fn insert(&self, key: u8);
}

impl Store {
    pub async fn begin(&self) -> Store {
        Store
    }
    pub fn insert(&self, key: u8) {}
    pub fn shut(self) {}
}

impl Other {
    pub fn shut(self) {}
}

macro_rules! twice {
    ($e:expr) => {
        $e;
        $e
    };
}

pub fn copy<T: Open>(store: &Store, stores: Vec<Store>) {
    store.insert(1);
    let begun = store.begin().block_on();
    begun.insert(2);
    stores.into_iter().next().unwrap().insert(3);
    T::open().insert(4);
    Other.shut();
    twice!(store.insert(5));
    assert_eq!(begun.insert(6), ());
    Some(store).map(|s| s.insert(7));
}
`,
};

const views = Object.entries({ python, typescript, go, rust }).map(([name, files]) => ({
  name,
  ask: sharedView(files),
}));

for (const { name, ask } of views) {
  test(`each call site in ${name} belongs to one class`, async () => {
    await ask(async (view) => {
      const table = await view.files();
      for (const symbol of await functionsOf(view)) {
        const { sites, unresolved } = await callersOf(view, [symbol], new Budget(1_000));
        const all = (await view.store.referencesTo(view.ref, symbol.name)).filter(
          ({ kind, path }) =>
            (kind === 'call' || kind === 'construct') &&
            isSameFamily(table.byPath(path)?.language ?? '', symbol.language),
        );
        const sum = sites.meant + sites.elsewhere + sites.outside + sites.unresolved;
        expect(`${symbol.scope} ${symbol.name} ${sum}`).toBe(`${symbol.scope} ${symbol.name} ${all.length}`);
        expect(sites.unresolved).toBe(unresolved.length);
      }
    });
  });

  test(`callers and callees agree on the unresolved call sites in ${name}`, async () => {
    await ask(async (view) => {
      const fromCallers = new Set<string>();
      const fromCallees = new Set<string>();
      const names = new Set<string>();
      for (const symbol of await functionsOf(view)) {
        names.add(symbol.name);
        for (const { file, site } of (await callersOf(view, [symbol], new Budget(1_000))).unresolved) {
          if (site.within !== -1) fromCallers.add(`${file.path}:${site.line} ${site.name}`);
        }
      }
      for (const file of (await view.files()).files) {
        for (const symbol of (await view.store.symbols(file)).filter(({ parent }) => parent === -1)) {
          for (const { site } of (await calleesOf(view, [symbol], new Budget(1_000))).unresolved) {
            if (names.has(site.name)) fromCallees.add(`${file.path}:${site.line} ${site.name}`);
          }
        }
      }
      expect([...fromCallees].sort()).toEqual([...fromCallers].sort());
      expect(fromCallers.size).toBeGreaterThan(0);
    });
  });
}

async function functionsOf(view: RefView) {
  const symbols = [];
  for (const file of (await view.files()).files) symbols.push(...(await view.store.symbols(file)));
  return symbols.filter(({ kind }) => kind === 'fn' || kind === 'method');
}

function graph(view: RefView, sent: Record<string, unknown>): Promise<CallGraphAnswer> {
  return callGraph(view, readParameters(callGraphParameters, sent).values);
}

/** Checks the lines of the unresolved calls of a symbol; the answer is complete only if there are none. */
async function check(
  files: Record<string, string>,
  symbol_name: string,
  unresolved: readonly string[],
  direction = 'callers',
): Promise<void> {
  const answer = await askAbout(files, (view) => graph(view, { symbol_name, direction }));
  expect(answer.unresolved_sites?.map(({ text }) => text) ?? []).toEqual(unresolved);
  expect(answer.completeness.unresolved_call_sites).toBe(unresolved.length);
  expect(answer.metadata.result_completeness).toBe(unresolved.length === 0 ? 'complete' : 'partial');
}

test('lists calls on untyped values, and on values that outside code returns', async () => {
  await check(python, 'Store.update', [
    'store.update(1, 2)',
    'untyped.update(1, 2)',
    'next(iter(stores)).update(1, 2)',
    'made.update(1, 2)',
  ]);
  await check(typescript, 'Store.set', [
    "store.set('a', 'b');",
    "stores.find(Boolean)!.set('a', 'b');",
    "[...stores].map((each) => each.set('a', 'b'));",
  ]);
  await check(rust, 'Store::insert', [
    'begun.insert(2);',
    'stores.into_iter().next().unwrap().insert(3);',
    'T::open().insert(4);',
    'assert_eq!(begun.insert(6), ());',
    'Some(store).map(|s| s.insert(7));',
  ]);
});

test('lists calls of a member that only subtypes declare, of fields, and of interfaces from outside', async () => {
  await check(python, 'Store.prepare', ['self.prepare()']);
  await check(typescript, 'handle', ["handler.handle('a');"]);
  await check(typescript, 'globalHelper', ["globalHelper('a');"]);
  await check(go, 'Store.Close', ['w.Close()']);
});

test('the number of arguments excludes a site only if both numbers are certain', async () => {
  // A tuple of results fills several parameters.
  const { callers } = await askAbout(go, (view) => graph(view, { symbol_name: 'Store.Put', direction: 'callers' }));
  expect(callers?.map(({ call_site }) => [call_site.line, ...(call_site.more_lines ?? [])])).toEqual([[17, 18, 23]]);
  // `close` of TypeScript takes no arguments, but JavaScript may pass some.
  await check(typescript, 'Other.close', [
    "new Map<string, Store>().get('a')!.close();",
    "JSON.parse('{}').close();",
    'return a.close(1, 2);',
  ]);
  const exact = {
    'a.ts': `
export class Store {
  // A method may have fewer parameters than the interface it implements, but not more.
  close(reason: string): void {}
}
export function run(store: any): void {
  store.close();
  store.close(1, 2);
  store.close(...[]);
}
`,
  };
  await check(exact, 'Store.close', ['store.close(1, 2);', 'store.close(...[]);']);
});

test('a name that the repository does not declare is outside of it', async () => {
  const files = { 'a.py': 'def run(x):\n    x.something()\n    x.update()\n' };
  await check(files, 'run', [], 'callees');
});

test('lists at most as many unresolved calls as the limit, shortened around the call', async () => {
  const calls = Array.from({ length: 30 }, (_, at) => `    x${at}.update(${at})`).join('\n');
  const files = {
    'a.py': `class Store:\n    def update(self, key):\n        pass\n\n\ndef run():\n${calls}\n    ${'a'.repeat(200)}.update(1); ${'b'.repeat(200)}\n`,
  };
  const answer = await askAbout(files, (view) =>
    graph(view, { symbol_name: 'update', direction: 'callers', limit: 5 }),
  );
  expect(answer.completeness.unresolved_call_sites).toBe(31);
  expect(answer.unresolved_sites?.map(({ path, line, text }) => `${path}:${line} ${text}`)).toEqual(
    [0, 1, 2, 3, 4].map((at) => `a.py:${at + 7} x${at}.update(${at})`),
  );
  const whole = await askAbout(files, (view) =>
    graph(view, { symbol_name: 'update', direction: 'callers', limit: 50 }),
  );
  expect(whole.unresolved_sites?.at(-1)?.text).toMatch(/^….{0,120}\.update\(1\).{0,120}…$/);
});
