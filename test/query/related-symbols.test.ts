/** Related symbols by file, module and package, as each language defines them, and by import. */
import { describe, expect, test } from 'vitest';
import { readParameters } from '../../src/query/parameters/parameters.ts';
import {
  type RelatedSymbolsAnswer,
  relatedSymbols,
  relatedSymbolsParameters,
} from '../../src/query/tools/related-symbols.ts';
import { sharedView } from '../support/query-view.ts';

const ask = sharedView({
  'crates/app/Cargo.toml': '[package]\nname = "app"\n',
  'crates/app/src/lib.rs': 'pub mod auth;\npub mod util;\n',
  'crates/app/src/util.rs': 'pub fn tidy() {}\n',
  'crates/app/src/auth/mod.rs': 'pub mod error;\npub mod handler;\npub mod jwt;\n',
  'crates/app/src/auth/error.rs': 'pub enum TokenError { Expired }\n',
  'crates/app/src/auth/handler.rs': 'pub struct AuthHandler;\n',
  'crates/app/src/auth/jwt.rs': `use super::error::TokenError;

pub struct Claims {
    pub sub: String,
}

pub fn validate_token(token: &str) -> Result<Claims, TokenError> {
    decode(token)
}

fn decode(token: &str) -> Result<Claims, TokenError> {
    todo!()
}

pub fn unrelated() {}
`,
  'crates/other/Cargo.toml': '[package]\nname = "other"\n',
  'crates/other/src/lib.rs': 'pub fn far_away() {}\n',

  'go.mod': 'module example.com/shop\n',
  'store/store.go':
    'package store\n\nimport "example.com/shop/money"\n\ntype Store struct{}\n\nfunc New() *Store { return open(money.Zero()) }\n',
  'store/open.go': 'package store\n\nfunc open(start int) *Store { return nil }\n',
  'store/store_test.go': 'package store_test\n\nfunc Fake() {}\n',
  'store/deep/deep.go': 'package deep\n\nfunc Deep() {}\n',
  'money/money.go': 'package money\n\nfunc Zero() int { return 0 }\n\nfunc Other() int { return 1 }\n',

  'shop/__init__.py': '',
  'shop/cart.py':
    'from .prices import price_of\n\ndef total(items):\n    return sum(price_of(i) for i in items)\n\nclass Cart:\n    size = 0\n',
  'shop/prices.py': 'def price_of(item):\n    return 1\n\ndef discount():\n    return 0\n',
  'shop/sub/taxes.py': 'def tax():\n    pass\n',

  'web/package.json': '{ "name": "web" }',
  'web/src/a/app.ts': `import { helper } from './helper';
export function start() { return helper() + local(); }
function local() { return 1; }
`,
  'web/src/a/helper.ts': 'export function helper() { return 1; }\nexport const spare = 2;\n',
  'web/src/a/sibling.ts': 'export function sibling() {}\n',
  'web/src/b/other.ts': 'export function otherFolder() {}\n',
  'lib/package.json': '{ "name": "lib" }',
  'lib/outside.ts': 'export function outside() {}\n',

  'java/src/main/java/shop/Cart.java': 'package shop;\npublic class Cart { Item item; }\n',
  'java/src/main/java/shop/Item.java': 'package shop;\npublic class Item {}\n',
  'java/src/test/java/shop/CartTest.java': 'package shop;\npublic class CartTest {}\n',
});

function related(request: Record<string, unknown>): Promise<RelatedSymbolsAnswer> {
  return ask((view) => relatedSymbols(view, readParameters(relatedSymbolsParameters, request).values));
}

function check(what: string, request: Record<string, unknown>, expected: string[]): void {
  test(what, async () => {
    const answer = await related(request);
    // The relations take turns; a case lists them one after the other.
    const order = [...new Set(expected.map((each) => each.split(' ')[0]))];
    const grouped = answer.related.toSorted((a, b) => order.indexOf(a.relation) - order.indexOf(b.relation));
    expect(grouped.map(({ relation, name }) => `${relation} ${name}`)).toEqual(expected);
    expect(answer.total_found).toBe(expected.length);
    expect(answer.scope_used).toBe(request.scope ?? 'file');
  });
}

describe('related symbols', () => {
  check(
    'of a file are what the symbol uses, its neighbours, fields last, and what it imports',
    { symbol_name: 'validate_token' },
    ['same_file Claims', 'same_file decode', 'same_file unrelated', 'same_file sub', 'imported TokenError'],
  );
  check(
    'of a Rust module are its siblings',
    { symbol_name: 'validate_token', scope: 'module', path: './crates/app/src/auth/jwt.rs' },
    [
      'same_file Claims',
      'same_file decode',
      'same_file unrelated',
      'same_file sub',
      'same_module AuthHandler',
      'same_module error',
      'same_module handler',
      'same_module jwt',
      'same_module Expired',
      'imported TokenError',
    ],
  );
  check('of a Rust package are those of its crate', { symbol_name: 'AuthHandler', scope: 'package', limit: 200 }, [
    'same_module TokenError',
    'same_module Claims',
    'same_module validate_token',
    'same_module unrelated',
    'same_module error',
    'same_module handler',
    'same_module jwt',
    'same_module decode',
    'same_module Expired',
    'same_module sub',
    'same_package auth',
    'same_package util',
    'same_package tidy',
  ]);
  check('of a Go package are those of its folder', { symbol_name: 'New', scope: 'package' }, [
    'same_file Store',
    'same_module open',
    'imported Zero',
  ]);
  check('of a Python module are those of its file', { symbol_name: 'total', scope: 'module' }, [
    'same_file Cart',
    'same_file size',
    'imported price_of',
  ]);
  check('of a Python package are those of its folder', { symbol_name: 'total', scope: 'package' }, [
    'same_file Cart',
    'same_file size',
    'same_package discount',
    'imported price_of',
  ]);
  check('of a TypeScript module are those of its folder', { symbol_name: 'start', scope: 'module' }, [
    'same_file local',
    'same_module spare',
    'same_module sibling',
    'imported helper',
  ]);
  check('of a TypeScript package are those under its package.json', { symbol_name: 'sibling', scope: 'package' }, [
    'same_module start',
    'same_module helper',
    'same_module spare',
    'same_module local',
    'same_package otherFolder',
  ]);
  check(
    'of a Java package share its clause',
    { symbol_name: 'shop.Cart', scope: 'package', path: 'java/src/main/java/shop/Cart.java' },
    ['same_file item', 'same_module Item', 'same_package CartTest'],
  );

  test('have the fields of the contract', async () => {
    const answer = await related({ symbol_name: 'validate_token', ref: 'main', scope: 'file', limit: 20 });
    expect(answer.anchor).toEqual({
      symbol_id: expect.stringMatching(/^sym_/),
      symbol_stable_id: expect.stringMatching(/^b3:/),
      name: 'validate_token',
      kind: 'fn',
      path: 'crates/app/src/auth/jwt.rs',
      line_start: 7,
    });
    expect(answer.related[0]).toEqual({
      symbol_id: expect.stringMatching(/^sym_/),
      symbol_stable_id: expect.stringMatching(/^b3:/),
      name: 'Claims',
      kind: 'struct',
      qualified_name: 'app::auth::jwt::Claims',
      path: 'crates/app/src/auth/jwt.rs',
      line_start: 3,
      line_end: 5,
      signature: 'pub struct Claims',
      relation: 'same_file',
      language: 'rust',
    });
  });

  test('share a limit and report the total', async () => {
    const answer = await related({ symbol_name: 'validate_token', scope: 'module', limit: 3 });
    expect(answer.related.map(({ name }) => name)).toEqual(['Claims', 'AuthHandler', 'TokenError']);
    expect(answer.total_found).toBe(10);
    expect(answer.metadata.result_completeness).toBe('truncated');
  });

  test('are rejected for unknown names, ambiguous names and invalid parameters', async () => {
    await expect(related({ symbol_name: 'nothing_like_it' })).rejects.toMatchObject({ code: 'symbol_not_found' });
    await expect(related({ symbol_name: 'mod', scope: 'world' })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(related({ symbol_name: 'New', limit: 0 })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(related({ symbol_name: 'auth', path: 'store/store.go' })).rejects.toMatchObject({
      code: 'symbol_not_found',
      data: { candidates: [{ path: 'crates/app/src/lib.rs' }] },
    });
  });
});
