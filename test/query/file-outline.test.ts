/** The outline of a file in several languages, and the errors if there is none. */
import { describe, expect, test } from 'vitest';
import { readParameters } from '../../src/query/parameters/parameters.ts';
import {
  type FileOutlineAnswer,
  fileOutline,
  fileOutlineParameters,
  type OutlineSymbol,
} from '../../src/query/tools/file-outline.ts';
import { sharedView } from '../support/query-view.ts';

const files = {
  'src/auth/handler.rs': `use crate::auth::{Claims, Key as Secret};
pub use self::error::TokenError;

pub struct Handler {
    pub(crate) key: Secret,
}

impl Handler {
    pub fn check(&self, token: &str) -> Claims {
        use std::fmt;
        decode(token)
    }
}
`,
  'src/store.ts': `import fs, { readFile } from 'node:fs';
export * from './types';
export class Store {
  private items = new Map();
  get(id: string) {
    return this.items.get(id);
  }
}
const local = 1;
`,
  'shop/cart.py': `from . import prices
from shop.models import Item as Thing
import os.path

class Cart:
    def total(self):
        from .tax import rate
        def one(item):
            return item.price
        return sum(one(i) for i in self.items)
`,
  'store/store.go': `package store

import (
	"fmt"
	log "example.com/logging"
)

type Store struct {
	Name string
}

func New() *Store { return &Store{} }

func (s *Store) Get() string { return fmt.Sprint(s.Name) }
`,
  'src/cache.cc': `#include <map>
#include "cache.h"
namespace shop {
class Cache {
 public:
  int get(int key);
};
int Cache::get(int key) { return key; }
}
`,
  'src/Cart.cs': `using System.Linq;
namespace Shop {
  internal class Cart { public int Total() { return 0; } }
}
`,
  'broken.ts': 'export function good() {}\nclass {{{ (\n',
  'README.md': '# Shop\n',
  'logo.png': Uint8Array.of(137, 80, 78, 71, 0, 0, 0, 13),
  '.env': 'PASSWORD=1\n',
};
const ask = sharedView(files);

async function outline(request: Record<string, unknown>): Promise<FileOutlineAnswer> {
  const found = await ask((view) => fileOutline(view, readParameters(fileOutlineParameters, request).values));
  return found as FileOutlineAnswer;
}

/** `1-3 pub struct Store`, children indented. */
function lines(symbols: readonly OutlineSymbol[], indent = ''): string[] {
  return symbols.flatMap(({ kind, name, line_start, line_end, visibility, children }) => [
    `${indent}${line_start}-${line_end} ${visibility === undefined ? '' : `${visibility} `}${kind} ${name}`,
    ...lines(children ?? [], `${indent}  `),
  ]);
}

function check(what: string, path: string, expected: string[]): void {
  test(what, async () => {
    const answer = await outline({ path });
    expect(lines(answer.symbols)).toEqual(expected);
    expect(answer.metadata).toEqual({ result_completeness: 'complete', symbol_count: expected.length });
  });
}

describe('the outline', () => {
  check('of Rust has imports by path, visibility keywords and impl blocks', 'src/auth/handler.rs', [
    '1-1 use crate::auth::Claims',
    '1-1 use crate::auth::Key',
    '2-2 pub use self::error::TokenError',
    '4-6 pub struct Handler',
    '  5-5 pub(crate) field key',
    '8-13 impl Handler',
    '  9-12 pub fn check',
    '    10-10 use std::fmt',
  ]);

  check('of TypeScript has an import per statement, by its module', 'src/store.ts', [
    '1-1 use node:fs',
    '2-2 export use ./types',
    '3-8 export class Store',
    '  4-4 private field items',
    '  5-7 method get',
    '9-9 const local',
  ]);

  check('of Python nests symbols in functions', 'shop/cart.py', [
    '1-1 use .prices',
    '2-2 use shop.models.Item',
    '3-3 use os.path',
    '5-10 class Cart',
    '  6-10 method total',
    '    7-7 use .tax.rate',
    '    8-9 fn one',
  ]);

  check('of Go puts methods under their type', 'store/store.go', [
    '4-4 use fmt',
    '5-5 use example.com/logging',
    '8-10 struct Store',
    '  9-9 field Name',
    '  14-14 method Get',
    '12-12 fn New',
  ]);

  check('of C++ puts methods defined outside under their class', 'src/cache.cc', [
    '1-1 use <map>',
    '2-2 use cache.h',
    '3-9 module shop',
    '  4-7 class Cache',
    '    6-6 public method get',
    '    8-8 public method get',
  ]);

  check('of C# names a namespace', 'src/Cart.cs', [
    '1-1 use System.Linq',
    '2-4 module Shop',
    '  3-3 internal class Cart',
    '    3-3 public method Total',
  ]);

  test('has the fields of the contract and omits those without a value', async () => {
    const { file_path, language, symbols, metadata } = await outline({
      path: 'src/auth/handler.rs',
      ref: 'main',
      depth: 'all',
      language: 'rust',
    });
    expect({ file_path, language }).toEqual({ file_path: 'src/auth/handler.rs', language: 'rust' });
    expect(symbols[0]).toEqual({ kind: 'use', name: 'crate::auth::Claims', line_start: 1, line_end: 1 });
    expect(symbols[4]).toEqual({
      kind: 'impl',
      name: 'Handler',
      line_start: 8,
      line_end: 13,
      signature: 'impl Handler',
      children: [
        {
          kind: 'fn',
          name: 'check',
          line_start: 9,
          line_end: 12,
          visibility: 'pub',
          signature: 'pub fn check(&self, token: &str) -> Claims',
          children: [{ kind: 'use', name: 'std::fmt', line_start: 10, line_end: 10 }],
        },
      ],
    });
    expect(metadata.symbol_count).toBe(8);
  });

  test('shows the alias of an import', async () => {
    const { symbols } = await outline({ path: 'src/auth/handler.rs' });
    expect(symbols[1]?.signature).toBe('crate::auth::Key as Secret');
  });

  test('of depth top has only top-level symbols', async () => {
    const { symbols, metadata } = await outline({ path: 'src/auth/handler.rs', depth: 'top' });
    expect(symbols.map(({ name }) => name)).toEqual([
      'crate::auth::Claims',
      'crate::auth::Key',
      'self::error::TokenError',
      'Handler',
      'Handler',
    ]);
    expect(symbols.every((symbol) => symbol.children === undefined)).toBe(true);
    expect(metadata.symbol_count).toBe(5);
  });

  test('normalizes the path', async () => {
    for (const path of ['./src/store.ts', 'src\\store.ts', '/src/store.ts']) {
      expect((await outline({ path })).file_path).toBe('src/store.ts');
    }
  });

  test('accepts the absolute path of a file', async () => {
    const root = await ask(async (view) => view.ref.root);
    expect((await outline({ path: `${root}/src/store.ts` })).file_path).toBe('src/store.ts');
  });

  test('is partial after a syntax error', async () => {
    const { metadata } = await outline({ path: 'broken.ts' });
    expect(metadata.result_completeness).toBe('partial');
    expect(metadata.warnings?.[0]).toMatch(/broken\.ts has syntax errors/);
  });

  test('warns that a text has no symbols', async () => {
    const { symbols, metadata } = await outline({ path: 'README.md' });
    expect(symbols).toEqual([]);
    expect(metadata.warnings).toEqual([
      'README.md is indexed as text, without symbols: there is no grammar for markdown.',
    ]);
  });
});

describe('a file that is not in the index', () => {
  function refuse(path: string, message: RegExp, data: Record<string, unknown>): void {
    test(`${path} is rejected`, async () => {
      await expect(outline({ path })).rejects.toMatchObject({
        code: 'file_not_found',
        message: expect.stringMatching(message),
        data: { path, ...data },
      });
    });
  }

  refuse('src/handler.rs', /src\/handler\.rs is not in the index of main/, {
    suggestions: ['src/auth/handler.rs'],
  });
  refuse('src/stroe.ts', /is not in the index/, { suggestions: ['src/store.ts', 'store/store.go'] });
  refuse('src/store.js', /is not in the index/, { suggestions: ['src/store.ts', 'store/store.go'] });
  refuse('quite/elsewhere.go', /is not in the index/, {});
  refuse('logo.png', /not in the index of main: it is binary/, { skip_reason: 'binary' });
  refuse('.env', /indicates a credential/, { skip_reason: 'secret' });

  test('needs a path that is a non-empty string', async () => {
    for (const path of [undefined, '', 7, 'a'.repeat(5_000)]) {
      await expect(outline({ path })).rejects.toMatchObject({ code: 'invalid_input' });
    }
    await expect(outline({ path: 'src/store.ts', depth: 'deep' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});
