/** The detail level `context`: body preview, parent, and used symbols that scope and imports prove. */
import { describe, expect, test } from 'vitest';

import { type ContextShape, compactShape, shapeSymbol } from '../../src/query/shapes/symbol-shape.ts';
import { sharedView } from '../support/query-view.ts';

const ask = sharedView({
  'src/jwt.rs': `use crate::error::TokenError;
use crate::keys;

pub struct Claims;
pub struct JwtValidator;

impl JwtValidator {
    pub fn validate(&self, token: &str) -> Result<Claims, TokenError> {
        self.check(token);
        keys::load();
        elsewhere();
        ${Array.from({ length: 12 }, (_, line) => `let _a${line} = ${line};`).join('\n        ')}
        Ok(Claims)
    }
    fn check(&self, token: &str) {}
}
`,
  'src/error.rs': 'pub enum TokenError { Expired }\n',
  'src/keys.rs': 'pub fn load() {}\n',
  'src/lib.rs': 'mod error;\nmod jwt;\nmod keys;\nmod stray;\n',
  'src/stray.rs': 'pub fn elsewhere() {}\n',
  'Cargo.toml': '[package]\nname = "app"\n',
  'go.mod': 'module example.com/shop\n',
  'store/store.go': `package store

import cash "example.com/shop/money"

type Store struct{}

func (s *Store) Get() int { return s.find() + helper() + cash.Zero() + strings.Count() }

func (s *Store) find() int { return 1 }
`,
  'store/helper.go': 'package store\n\nfunc helper() int { return 1 }\n',
  'money/money.go': 'package money\n\nfunc Zero() int { return 0 }\nfunc Count() int { return 0 }\n',
  'shop/cart.py': `from shop.models import Item
from . import prices

class Base:
    pass

class Cart(Base):
    def add(self, name):
        item = Item(name)
        self.save(item)
        prices.price_of(item)
        unknown.price_of(item)

    def save(self, item):
        pass
`,
  'shop/models.py': 'class Item:\n    pass\n',
  'shop/prices.py': 'def price_of(item):\n    return 1\n',
  'shop/__init__.py': '',
  'web/app.ts': `import * as tools from './tools';
import { Store as Shelf } from './store';
export class App {
  run() { this.stop(); tools.help(); return Shelf.open(); }
  private stop() {}
}
`,
  'web/tools.ts': 'export function help() {}\n',
  'web/store.ts': 'export class Store { static open() { return new Store(); } }\n',
});

function shape(name: string, path: string, request = {}): Promise<Partial<ContextShape>> {
  return ask(async (view) => {
    const [symbol] = (await view.store.symbolsNamed(view.ref, name)).filter((one) => one.path === path);
    if (symbol === undefined) throw new Error(`There is no ${name}.`);
    return shapeSymbol(view, symbol, { detail_level: 'context', compact: false, ...request });
  });
}

function check(name: string, path: string, parent: string | undefined, related: string[]): void {
  test(`${name} in ${path} is in ${parent ?? 'nothing'} and uses ${related.join(', ') || 'nothing'}`, async () => {
    const found = await shape(name, path);
    expect(found.parent && `${found.parent.kind} ${found.parent.name}`).toBe(parent);
    expect(found.related_symbols?.map((one) => `${one.name} ${one.path}:${one.line}`) ?? []).toEqual(related);
  });
}

describe('a symbol in its context', () => {
  check('validate', 'src/jwt.rs', 'impl JwtValidator', [
    'Claims src/jwt.rs:4',
    'check src/jwt.rs:26',
    'TokenError src/error.rs:1',
    'load src/keys.rs:1',
  ]);
  check('Get', 'store/store.go', 'struct Store', [
    'find store/store.go:9',
    'Zero money/money.go:3',
    'helper store/helper.go:3',
  ]);
  check('add', 'shop/cart.py', 'class Cart', [
    'save shop/cart.py:14',
    'Item shop/models.py:1',
    'price_of shop/prices.py:1',
  ]);
  check('Cart', 'shop/cart.py', undefined, [
    'Base shop/cart.py:4',
    'Item shop/models.py:1',
    'price_of shop/prices.py:1',
  ]);
  check('run', 'web/app.ts', 'class App', ['stop web/app.ts:5', 'help web/tools.ts:1', 'open web/store.ts:1']);
  check('help', 'web/tools.ts', undefined, []);

  test('has a body preview, cut at a line and closed', async () => {
    const { body_preview } = await shape('validate', 'src/jwt.rs');
    const lines = body_preview?.split('\n') ?? [];
    expect(lines).toHaveLength(12);
    expect(lines[0]).toBe('    pub fn validate(&self, token: &str) -> Result<Claims, TokenError> {');
    expect(lines.slice(-2)).toEqual(['        // ... truncated ...', '    }']);
  });

  test('has the whole of a short body', async () => {
    expect((await shape('help', 'web/tools.ts')).body_preview).toBe('export function help() {}');
  });

  test('keeps ids, location and signature when compact', async () => {
    const full = await shape('validate', 'src/jwt.rs');
    const { body_preview, related_symbols, ...rest } = full;
    expect(await shape('validate', 'src/jwt.rs', { compact: true })).toEqual(rest);
    expect(rest).toMatchObject({
      symbol_id: expect.any(String),
      signature: expect.any(String),
      parent: expect.any(Object),
    });
    expect(compactShape({ path: 'a', snippet: 'long', score: 1 })).toEqual({ path: 'a', score: 1 });
  });
});
