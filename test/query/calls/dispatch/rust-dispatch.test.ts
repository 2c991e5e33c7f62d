/** Calls through traits in Rust. */
import { checkDispatch } from './check-dispatch.ts';

checkDispatch(
  'follows trait objects, bounds, impl Trait and default methods',
  {
    'Cargo.toml': '[package]\nname = "app"\n',
    'src/lib.rs': `mod store;
mod disk;
use crate::store::{Named, Store};
use std::sync::Arc;

struct App { store: Box<dyn Store>, shared: Arc<dyn Store + Send + Sync> }

impl App {
    fn by_field(&self) { self.store.get(1); }
    fn by_shared(&self) { self.shared.get(1); }
}

fn by_reference(store: &dyn Store) { store.get(1); }
fn by_bound<T: Store>(store: T) { store.get(1); }
fn by_where<T>(store: &mut T) where T: Store + Send { store.get(1); }
fn by_impl(store: impl Store) { store.twice(); }
fn by_path(store: &dyn Store) { Store::get(store, 1); }
fn by_element(stores: &[Box<dyn Store>]) { for store in stores { store.get(1); } }
fn by_option(store: Option<Box<dyn Store>>) { store.unwrap().get(1); }
fn by_associated<T: Store>() { T::open(); }
fn by_supertrait(named: &dyn Named) { named.get(1); }
fn exactly(disk: crate::disk::Disk) { disk.twice(); disk.get(1); }
`,
    'src/store.rs': `pub trait Store {
    fn open() where Self: Sized;
    fn get(&self, key: u32) -> u32;
    fn twice(&self) -> u32 { self.get(2) }
}

pub trait Named: Store {
    fn name(&self) -> String;
}

pub struct Memory;

impl Store for Memory {
    fn open() {}
    fn get(&self, key: u32) -> u32 { key }
    fn twice(&self) -> u32 { 0 }
}

impl Memory {
    fn open(&self) {}
}
`,
    'src/disk.rs': `use crate::store::{Named, Store};

pub struct Disk;

impl Store for Disk {
    fn open() {}
    fn get(&self, key: u32) -> u32 { key }
}

impl Named for Disk {
    fn name(&self) -> String { String::new() }
}

pub struct Unrelated;

impl Unrelated {
    fn get(&self, key: u32) -> u32 { key }
}
`,
  },
  [
    'src/lib.rs:App.by_field → src/disk.rs:Disk.get',
    'src/lib.rs:App.by_field → src/store.rs:Memory.get',
    'src/lib.rs:App.by_shared → src/disk.rs:Disk.get',
    'src/lib.rs:App.by_shared → src/store.rs:Memory.get',
    'src/lib.rs:by_associated → src/disk.rs:Disk.open',
    'src/lib.rs:by_associated → src/store.rs:Memory.open',
    'src/lib.rs:by_bound → src/disk.rs:Disk.get',
    'src/lib.rs:by_bound → src/store.rs:Memory.get',
    'src/lib.rs:by_element → src/disk.rs:Disk.get',
    'src/lib.rs:by_element → src/store.rs:Memory.get',
    'src/lib.rs:by_impl → src/store.rs:Memory.twice',
    'src/lib.rs:by_option → src/disk.rs:Disk.get',
    'src/lib.rs:by_option → src/store.rs:Memory.get',
    'src/lib.rs:by_path → src/disk.rs:Disk.get',
    'src/lib.rs:by_path → src/store.rs:Memory.get',
    'src/lib.rs:by_reference → src/disk.rs:Disk.get',
    'src/lib.rs:by_reference → src/store.rs:Memory.get',
    'src/lib.rs:by_supertrait → src/disk.rs:Disk.get',
    'src/lib.rs:by_where → src/disk.rs:Disk.get',
    'src/lib.rs:by_where → src/store.rs:Memory.get',
    'src/store.rs:Store.twice → src/disk.rs:Disk.get',
    'src/store.rs:Store.twice → src/store.rs:Memory.get',
  ],
);
