/** Rust: impls of traits, and traits that extend others. */
import { expect, test } from 'vitest';
import { implementationsIn } from './check-implementations.ts';

const implementations = implementationsIn({
  'Cargo.toml': '[package]\nname = "app"\nversion = "0.1.0"\n',
  'src/lib.rs': `pub mod disk;

pub trait Store {
    fn get(&self, key: &str) -> String;
    fn close(&self) {}
}

pub trait CountedStore: Store {
    fn count(&self) -> usize;
}

impl<T: Store> Store for Box<T> {
    fn get(&self, key: &str) -> String {
        (**self).get(key)
    }
}
`,
  'src/disk.rs': `use crate::{CountedStore, Store};
use std::fmt::Display;

pub struct Disk;

impl Disk {
    pub fn get(&self, other: u8) -> u8 {
        other
    }
}

impl Store for Disk {
    fn get(&self, key: &str) -> String {
        key.to_string()
    }
}

impl CountedStore for Disk {
    fn count(&self) -> usize {
        0
    }
}

impl Display for Disk {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        Ok(())
    }
}
`,
});

test('impls implement a trait, also for types from elsewhere; traits extend it', async () => {
  const { shown, answer } = await implementations('Store');
  expect(shown).toEqual([
    'src/disk.rs:12 Disk implements 1',
    'src/lib.rs:8 CountedStore extends 1',
    'src/lib.rs:12 Box implements 1',
  ]);
  expect(answer.implementations[0]?.symbol.signature).toBe('impl Store for Disk');
});

test('functions of impls implement those of the trait, not those of other impls', async () => {
  expect((await implementations('Store.get')).shown).toEqual([
    'src/disk.rs:13 get implements 1',
    'src/lib.rs:13 get implements 1',
  ]);
  expect((await implementations('src/disk.rs:13', { direction: 'up' })).shown).toEqual([
    'src/lib.rs:4 get implements 1',
  ]);
  expect((await implementations('src/disk.rs:7', { direction: 'up' })).shown).toEqual([]);
});

test('up: the traits of a type', async () => {
  const { shown, answer } = await implementations('Disk', { direction: 'up' });
  expect(shown).toEqual(['src/lib.rs:3 Store implements 1', 'src/lib.rs:8 CountedStore implements 1']);
  expect(answer.outside_bases).toEqual(['Display']);
});
