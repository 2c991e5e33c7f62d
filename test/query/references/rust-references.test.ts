/** References in Rust: fields, use aliases, traits, macros with the name of a function, methods of two impls. */
import { expect, test } from 'vitest';
import { everyKind, referencesIn } from './check-references.ts';

const references = referencesIn({
  'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\n',
  'src/store.rs': `//! A Store has a size.
pub const LIMIT: usize = 10;

#[derive(Debug)]
pub struct Store {
    pub size: usize,
}

pub trait Grow {
    fn grow(&mut self, by: usize);
}

impl Grow for Store {
    fn grow(&mut self, by: usize) {
        self.size += by;
    }
}

pub struct Tree {
    pub size: usize,
}

impl Tree {
    pub fn grow(&mut self) {
        self.size = 1;
    }
}

pub fn format(store: &Store) -> String {
    format!("size {}", store.size)
}
`,
  'src/lib.rs': `pub mod store;

use store::{format as shown, Grow, Store as Shop, LIMIT};

pub fn run(tree: &mut store::Tree) -> String {
    let mut shop = Shop { size: LIMIT };
    shop.grow(2);
    tree.grow();
    let size = shop.size;
    let size = size + tree.size;
    println!("{size} of LIMIT");
    shown(&shop)
}

pub fn grow_any(any: &mut dyn Grow) {
    any.grow(1);
}
`,
});

test('a field is written in literals and through self, apart from namesakes of another struct and locals', async () => {
  const { shown } = await references('Store.size');
  expect(shown).toEqual(['src/store.rs:15 write', 'src/store.rs:30 read', 'src/lib.rs:6 write', 'src/lib.rs:9 read']);
});

test('methods of two impls are different symbols', async () => {
  expect((await references('Tree.grow')).shown).toEqual(['src/lib.rs:8 call']);
  expect((await references('Store.grow')).shown).toEqual(['src/lib.rs:7 call', 'src/lib.rs:16 call?']);
  expect((await references('Grow.grow')).shown).toEqual(['src/lib.rs:16 call']);
});

test('a macro call is no call of a function with its name, and an alias is followed', async () => {
  const { shown, answer } = await references('format', { kinds: everyKind });
  expect(shown).toEqual(['src/lib.rs:3 import', 'src/lib.rs:12 call as shown']);
  expect(answer.completeness).toMatchObject({ static: 2, other_symbols: 1, definitions: 1, renamed: 1 });
});

test('a constant, a trait and a struct are imported, read, implemented and named as types', async () => {
  expect((await references('LIMIT', { kinds: everyKind })).shown).toEqual([
    'src/lib.rs:3 import',
    'src/lib.rs:6 read',
    'src/lib.rs:11 mention?',
  ]);
  expect((await references('Grow')).shown).toEqual([
    'src/store.rs:13 inherit',
    'src/lib.rs:3 import',
    'src/lib.rs:15 type',
  ]);
  expect((await references('Store')).shown).toEqual([
    'src/store.rs:13 type',
    'src/store.rs:29 type',
    'src/lib.rs:3 import',
    'src/lib.rs:6 call as Shop',
  ]);
});
