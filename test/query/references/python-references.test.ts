/** References in Python: kinds, aliases, shadowing, fields beside namesakes, and what is only mentioned. */
import { expect, test } from 'vitest';
import { everyKind, referencesIn } from './check-references.ts';

const references = referencesIn({
  'shop/store.py': `"""The store; see Store and open_store."""

__all__ = ["Store", "open_store", "LIMIT"]

LIMIT = 10


class Store:
    limit = LIMIT

    def __init__(self, size):
        self.size = size

    def grow(self):
        self.size += 1
        return self.size


class Shop(Store):
    pass


def open_store(size) -> Store:
    # open_store is cheap
    return Store(size)


def traced(function):
    """
    A function, LIMIT times.
    """
    return function
`,
  'shop/use.py': `from shop.store import LIMIT, Store, open_store as opened
from shop import store
from shop.store import traced


@traced
def run(store_: Store, size):
    size = size + LIMIT
    store_.size = size
    return opened(store_.size)


def names():
    LIMIT = 3
    text = "open_store"
    return LIMIT, text, store.LIMIT


handlers = {"run": run, "other": store.open_store}
`,
  'shop/other.py': `class Box:
    def __init__(self):
        self.size = 2

    def area(self):
        return self.size * self.size


def measure(thing):
    return thing.size
`,
  'README.md': 'Call open_store to open a Store.\n',
});

test('a function is called, passed on, imported, exported and mentioned', async () => {
  const { shown } = await references('open_store', { kinds: everyKind });
  expect(shown).toEqual([
    'shop/store.py:1 mention?',
    'shop/store.py:3 export',
    'shop/store.py:24 mention?',
    'shop/use.py:1 import',
    'shop/use.py:10 call as opened',
    'shop/use.py:15 mention?',
    'shop/use.py:19 read',
    'README.md:1 mention?',
  ]);
});

test('a constant is read, also through its module; a local variable of its name is another one', async () => {
  const { shown, answer } = await references('LIMIT');
  expect(shown).toEqual([
    'shop/store.py:3 export',
    'shop/store.py:9 read',
    'shop/use.py:1 import',
    'shop/use.py:8 read',
    'shop/use.py:16 read',
  ]);
  // The assignment and the read of the local variable.
  expect(answer.completeness).toMatchObject({ other_symbols: 2, mentions: 1 });
});

test('a class is constructed, annotated, inherited from and imported', async () => {
  const { shown, answer } = await references('Store');
  expect(shown).toEqual([
    'shop/store.py:3 export',
    'shop/store.py:19 inherit',
    'shop/store.py:23 type',
    'shop/store.py:25 call',
    'shop/use.py:1 import',
    'shop/use.py:7 type',
  ]);
  expect(answer.by_kind).toEqual({ call: 1, type: 2, import: 1, export: 1, inherit: 1, mention: 2 });
});

test('an attribute is read and written through typed values, apart from locals and other attributes', async () => {
  const { shown, answer } = await references('Store.size');
  expect(shown).toEqual([
    'shop/store.py:15 write',
    'shop/store.py:16 read',
    'shop/other.py:10 read?',
    'shop/use.py:9 write',
    'shop/use.py:10 read',
  ]);
  expect(answer.completeness.other_symbols).toBeGreaterThan(0);
});

test('a decorator is applied', async () => {
  const { shown } = await references('traced');
  expect(shown).toEqual(['shop/use.py:3 import', 'shop/use.py:6 decorate']);
});
