/** Ancestors and descendants of symbols, in languages that declare members inside and outside of their types. */
import { describe, expect, test } from 'vitest';
import { readParameters } from '../../src/query/parameters/parameters.ts';
import {
  type HierarchyNode,
  type SymbolHierarchyAnswer,
  symbolHierarchy,
  symbolHierarchyParameters,
} from '../../src/query/tools/symbol-hierarchy.ts';
import { sharedView } from '../support/query-view.ts';

const ask = sharedView({
  'src/auth/jwt.rs': `pub struct JwtValidator {
    key: Vec<u8>,
}

impl JwtValidator {
    pub fn new(key: Vec<u8>) -> Self { Self { key } }
    pub fn validate_token(&self, token: &str) -> bool {
        fn inner(t: &str) -> bool { !t.is_empty() }
        inner(token)
    }
}

impl Default for JwtValidator {
    fn default() -> Self { Self::new(vec![]) }
}

mod tests {
    mod deep {
        fn checks() {}
    }
}

pub struct Other;
impl Other {
    pub fn new() -> Self { Other }
}
`,
  'src/auth/more.rs': 'use super::jwt::JwtValidator;\nimpl JwtValidator {\n    pub fn more(&self) {}\n}\n',
  'store/methods.go': `package store

func (s *Store) Get(id string) string { return s.find(id) }

func (s *Store) find(id string) string { return id }
`,
  'store/store.go': `package store

func (s *Store) Early() {}

type Store struct {
	Name string
}

func (s *Store) Put(id string) {}
`,
  'store/store_test.go': 'package store_test\n\ntype Store struct{}\n\nfunc (s *Store) Fake() {}\n',
  'other/other.go': 'package store\n\nfunc (s *Store) Elsewhere() {}\n',
  'db/cache.h': 'namespace shop {\nclass Cache {\n public:\n  int get(int key);\n};\n}\n',
  'db/cache.cc': '#include "cache.h"\nnamespace shop {\nint Cache::get(int key) { return key; }\n}\n',
  'shop/cart.py': `class Cart:
    class Line:
        def price(self):
            def rounded(x):
                return round(x)
            return rounded(1)

def price():
    pass
`,
  'web/app.ts': `export namespace Shop {
  export class Cart {
    total() {
      const add = () => 1;
      return add();
    }
  }
}
`,
  'web/Main.java': 'package web;\nclass Main {\n  Main() {}\n  class Inner { void run() {} }\n}\n',
});

function hierarchy(request: Record<string, unknown>): Promise<SymbolHierarchyAnswer> {
  return ask((view) => symbolHierarchy(view, readParameters(symbolHierarchyParameters, request).values));
}

/** `impl JwtValidator`, children indented; with the path if it differs from that of the root. */
function lines(nodes: readonly HierarchyNode[], path: string, indent = ''): string[] {
  return nodes.flatMap((node) => [
    `${indent}${node.kind} ${node.name}${node.path === path ? '' : ` (${node.path})`}`,
    ...lines(node.children ?? [], path, `${indent}  `),
  ]);
}

function check(what: string, request: Record<string, unknown>, expected: string[]): void {
  test(what, async () => {
    const answer = await hierarchy(request);
    expect(lines(answer.hierarchy, answer.hierarchy[0]?.path ?? '')).toEqual(expected);
    expect(answer.chain_length).toBe(expected.length);
  });
}

describe('ancestors', () => {
  check('lead from a function to its impl', { symbol_name: 'validate_token' }, [
    'fn validate_token',
    'impl JwtValidator',
  ]);
  check('lead through functions', { symbol_name: 'inner' }, ['fn inner', 'fn validate_token', 'impl JwtValidator']);
  check('lead through modules', { symbol_name: 'checks' }, ['fn checks', 'module deep', 'module tests']);
  check('start at the type and not at its impl', { symbol_name: 'JwtValidator' }, ['struct JwtValidator']);
  check('lead from a Go method to its type in another file', { symbol_name: 'Get' }, [
    'method Get',
    'struct Store (store/store.go)',
  ]);
  check('lead from a Go method to a type below it', { symbol_name: 'Early' }, ['method Early', 'struct Store']);
  check('do not lead to a type of another package', { symbol_name: 'Elsewhere' }, ['method Elsewhere']);
  check('lead from a C++ method to its class in a header', { symbol_name: 'get', path: 'db/cache.cc' }, [
    'method get',
    'class Cache (db/cache.h)',
    'module shop (db/cache.h)',
  ]);
  check('lead through nested Python', { symbol_name: 'rounded' }, [
    'fn rounded',
    'method price',
    'class Line',
    'class Cart',
  ]);
  check('lead through a TypeScript namespace', { symbol_name: 'total' }, ['method total', 'class Cart', 'module Shop']);
  check('lead through inner classes', { symbol_name: 'Inner.run' }, ['method run', 'class Inner', 'class Main']);

  test('have the fields of the contract', async () => {
    const {
      hierarchy: chain,
      direction,
      chain_length,
    } = await hierarchy({
      symbol_name: 'validate_token',
      path: 'src/auth/jwt.rs',
      ref: 'main',
      direction: 'ancestors',
    });
    expect({ direction, chain_length }).toEqual({ direction: 'ancestors', chain_length: 2 });
    expect(chain[0]).toEqual({
      symbol_id: expect.stringMatching(/^sym_[0-9A-HJKMNP-TV-Z]{26}$/),
      symbol_stable_id: expect.stringMatching(/^b3:[0-9a-f]{16}$/),
      name: 'validate_token',
      kind: 'fn',
      qualified_name: 'auth::jwt::JwtValidator::validate_token',
      path: 'src/auth/jwt.rs',
      line_start: 7,
      line_end: 10,
      signature: 'pub fn validate_token(&self, token: &str) -> bool',
      depth: 0,
    });
    expect(chain[1]).toMatchObject({ kind: 'impl', signature: 'impl JwtValidator', depth: 1 });
  });

  test('warn that a file has several symbols of the name', async () => {
    const { hierarchy: chain, metadata } = await hierarchy({ symbol_name: 'new', path: 'src/auth/jwt.rs' });
    expect(chain[1]?.name).toBe('JwtValidator');
    expect(metadata.warnings?.[0]).toMatch(/2 symbols in src\/auth\/jwt\.rs are named new.*line 6/);
    expect((await hierarchy({ symbol_name: 'Other::new' })).hierarchy[1]?.name).toBe('Other');
  });
});

describe('descendants', () => {
  check(
    'of a Rust type are its fields and all impl blocks of its file',
    { symbol_name: 'JwtValidator', direction: 'descendants' },
    [
      'struct JwtValidator',
      '  field key',
      'impl JwtValidator',
      '  fn new',
      '  fn validate_token',
      '    fn inner',
      'impl JwtValidator',
      '  fn default',
    ],
  );
  check(
    'of a Go type are its methods throughout the package',
    { symbol_name: 'Store', path: 'store/store.go', direction: 'descendants' },
    [
      'struct Store',
      '  method Early',
      '  field Name',
      '  method Put',
      '  method Get (store/methods.go)',
      '  method find (store/methods.go)',
    ],
  );
  check('of a class do not repeat its constructor', { symbol_name: 'Main', direction: 'descendants' }, [
    'class Main',
    '  method Main',
    '  class Inner',
    '    method run',
  ]);
  check('of a leaf are empty', { symbol_name: 'inner', direction: 'descendants' }, ['fn inner']);
  check(
    'of several symbols with one name include those of each',
    { symbol_name: 'price', path: 'shop/cart.py', direction: 'descendants' },
    ['method price', '  fn rounded', 'fn price'],
  );
});

describe('a hierarchy is rejected', () => {
  function refuse(what: string, request: Record<string, unknown>, error: Record<string, unknown>): void {
    test(what, () => expect(hierarchy(request)).rejects.toMatchObject(error));
  }

  refuse(
    'for a name that nothing has',
    { symbol_name: 'validate_tokem' },
    {
      code: 'symbol_not_found',
      data: { suggestions: ['validate_token'] },
    },
  );
  refuse(
    'for a name that is elsewhere',
    { symbol_name: 'inner', path: './src/auth/more.rs' },
    {
      code: 'symbol_not_found',
      message: expect.stringContaining('src/auth/more.rs'),
      data: { candidates: [expect.objectContaining({ path: 'src/auth/jwt.rs' })] },
    },
  );
  refuse(
    'for a name in several files',
    { symbol_name: 'Store' },
    {
      code: 'ambiguous_symbol',
      data: { candidates: [{ path: 'store/store.go' }, { path: 'store/store_test.go' }] },
    },
  );
  refuse('for another direction', { symbol_name: 'inner', direction: 'up' }, { code: 'invalid_input' });
  refuse('without a name', { path: 'a.rs' }, { code: 'invalid_input', data: { parameter: 'symbol_name' } });
});
