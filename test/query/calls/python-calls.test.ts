/** Calls in Python: which calls resolve, and to what. */
import { expect, test } from 'vitest';
import { readParameters } from '../../../src/query/parameters/parameters.ts';
import { callGraph, callGraphParameters } from '../../../src/query/tools/call-graph.ts';
import { askAbout } from '../../support/query-view.ts';
import { checkEdges } from './check-edges.ts';

checkEdges(
  'follows modules, packages, aliases and re-exports',
  {
    'shop/__init__.py': 'from .store import open_store\nfrom .store import close_store as shut\n',
    'shop/store.py':
      'def open_store(path):\n    return helper()\n\n\ndef close_store():\n    pass\n\n\ndef helper():\n    pass\n',
    'shop/views/__init__.py': '',
    'shop/views/cart.py': 'from ..store import open_store as opened\n\n\ndef index():\n    opened("x")\n',
    'main.py': `
import shop
import shop.store
import shop.views.cart as cart
from shop import shut
from shop.store import *


def run():
    shop.open_store("x")
    shop.store.helper()
    cart.index()
    shut()
    close_store()
    from shop.views import cart as inner
    inner.index()


run()
`,
  },
  [
    'main.py → main.py:run',
    'main.py:run → shop/store.py:close_store',
    'main.py:run → shop/store.py:helper',
    'main.py:run → shop/store.py:open_store',
    'main.py:run → shop/views/cart.py:index',
    'shop/store.py:open_store → shop/store.py:helper',
    'shop/views/cart.py:index → shop/store.py:open_store',
  ],
);

checkEdges(
  'follows self through base classes, fields, construction and annotations',
  {
    'base.py': `
class Base:
    def __init__(self, name):
        self.name = name

    def close(self):
        self.flush()

    def flush(self):
        pass

    @classmethod
    def make(cls) -> "Base":
        return cls("x")
`,
    'store.py': `
import base
from base import Base


class Index:
    def find(self, key) -> "Item":
        pass


class Item:
    def save(self):
        pass


class Store(base.Base):
    def __init__(self, index: Index):
        super().__init__("store")
        self.index = index
        self.other = Index()

    def get(self, key):
        self.other.find(key).save()
        return self.index.find(key)

    def flush(self):
        super().flush()

    @property
    def item(self) -> Item:
        pass


def use(store: Store, items: list[Item], maybe: Store | None = None):
    store.get("a")
    store.close()
    store.item.save()
    made = Store(Index())
    made.get("b")
    for item in items:
        item.save()
    maybe.flush()
    Store.get(store, "c")
    Base.make().flush()
    with Store(None) as held:
        held.get("d")
`,
  },
  [
    'base.py:Base.close → base.py:Base.flush',
    'base.py:Base.close → store.py:Store.flush (? dispatch)',
    'base.py:Base.make → base.py:Base',
    'base.py:Base.make → base.py:Base.__init__',
    'store.py:Store.__init__ → base.py:Base.__init__',
    'store.py:Store.__init__ → store.py:Index',
    'store.py:Store.flush → base.py:Base.flush',
    'store.py:Store.get → store.py:Index.find',
    'store.py:Store.get → store.py:Item.save',
    'store.py:use → base.py:Base.close',
    'store.py:use → base.py:Base.flush',
    'store.py:use → base.py:Base.make',
    'store.py:use → store.py:Index',
    'store.py:use → store.py:Item.save',
    'store.py:use → store.py:Store',
    'store.py:use → store.py:Store.__init__',
    'store.py:use → store.py:Store.flush',
    'store.py:use → store.py:Store.flush (? dispatch)',
    'store.py:use → store.py:Store.get',
  ],
);

checkEdges(
  'makes no edge for shadowed or common names, and guesses only rare ones',
  {
    'lib.py':
      'def parse(text):\n    pass\n\n\nclass Cache:\n    def get(self, key):\n        pass\n\n    def rarely_named(self, key):\n        pass\n',
    'use.py': `
from lib import Cache, parse


def a(parse):
    parse("x")


def b():
    parse = make()
    parse("x")


def c(cache, d):
    cache.get("x")
    cache.rarely_named("x")
    cache.rarely_named("x", "y")
    {}.get("x")


def on_done():
    parse("y")


def e(run):
    run(on_done, key=parse)


@on_done
def decorated():
    decorated()
`,
    'unseen.py': 'def f(cache):\n    cache.rarely_named("x")\n    parse("x")\n',
  },
  [
    'use.py:c → lib.py:Cache.rarely_named (?)',
    'use.py:decorated → use.py:decorated',
    'use.py:e → lib.py:parse (value)',
    'use.py:e → use.py:on_done (value)',
    'use.py:on_done → lib.py:parse',
  ]
    .concat(['use.py → use.py:on_done'])
    .sort(),
);

test('shows the implementation of an overloaded function', async () => {
  const files = {
    'shop.py': `from typing import overload

@overload
def build(kind: int) -> int: ...
@overload
def build(kind: str) -> str: ...
def build(kind):
    return kind

def run():
    build(1)
`,
  };
  const { callees } = await askAbout(files, (view) =>
    callGraph(view, readParameters(callGraphParameters, { symbol_name: 'run' }).values),
  );
  expect(callees?.map(({ symbol }) => symbol.line_start)).toEqual([7]);
});
