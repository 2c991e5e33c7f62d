/** Calls in Rust: which calls resolve, and to what. */
import { checkEdges } from './check-edges.ts';

checkEdges(
  'follows modules, uses, impls and traits',
  {
    'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\n',
    'src/lib.rs': `
mod store;
mod more;
pub use store::open;
use crate::store::{self, Store, Reader as Source};

pub fn run(parameter: &Store, source: &dyn Source, items: Vec<store::Item>) -> Result<(), ()> {
    store::open();
    open();
    self::helper();
    let made = Store::new("x");
    made.get("a").unwrap().save();
    parameter.shut();
    source.read();
    source.twice();
    for item in &items {
        item.save();
    }
    if let Some(item) = made.get("b") {
        item.save();
    }
    let literal = Store { items: vec![] };
    literal.describe();
    local!(1);
    println!("{}", made.get("c").is_some());
    Ok(())
}

fn helper() {
    fn inner() {}
    inner();
}

macro_rules! local {
    ($x:expr) => { $x };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn works() {
        helper();
        super::run(&Store::new("x"), todo!(), vec![]).unwrap();
    }
}
`,
    'src/store.rs': `
pub trait Reader {
    fn read(&self);
    fn twice(&self) { self.read(); self.read(); }
}

pub struct Item;
impl Item {
    pub fn save(&self) {}
}

pub struct Store {
    pub items: Vec<Item>,
}

impl Store {
    pub fn new(name: &str) -> Self { Self { items: Vec::new() } }
    pub fn get(&self, key: &str) -> Option<&Item> { Self::check(key); self.items.first() }
    fn check(key: &str) {}
}

impl Reader for Store {
    fn read(&self) { self.get("x"); }
}

pub fn open() -> Store { Store::new("x") }
`,
    'src/more.rs': `
use super::store::Store;

pub trait Describe { fn describe(&self) {} }

impl Describe for Store {}

impl Store {
    pub fn shut(self) { self.twice(); }
}
`,
  },
  [
    'src/lib.rs:helper → src/lib.rs:helper.inner',
    'src/lib.rs:run → src/lib.rs:helper',
    'src/lib.rs:run → src/lib.rs:local',
    'src/lib.rs:run → src/more.rs:Describe.describe',
    'src/lib.rs:run → src/more.rs:Store.shut',
    'src/lib.rs:run → src/store.rs:Item.save',
    'src/lib.rs:run → src/store.rs:Reader.read',
    'src/lib.rs:run → src/store.rs:Reader.twice',
    'src/lib.rs:run → src/store.rs:Store',
    'src/lib.rs:run → src/store.rs:Store.get',
    'src/lib.rs:run → src/store.rs:Store.new',
    'src/lib.rs:run → src/store.rs:Store.read (? dispatch)',
    'src/lib.rs:run → src/store.rs:open',
    'src/lib.rs:tests.works → src/lib.rs:helper',
    'src/lib.rs:tests.works → src/lib.rs:run',
    'src/lib.rs:tests.works → src/store.rs:Store.new',
    'src/more.rs:Store.shut → src/store.rs:Reader.twice',
    'src/store.rs:Reader.twice → src/store.rs:Reader.read',
    'src/store.rs:Reader.twice → src/store.rs:Store.read (? dispatch)',
    'src/store.rs:Store.get → src/store.rs:Store.check',
    'src/store.rs:Store.new → src/store.rs:Store',
    'src/store.rs:Store.read → src/store.rs:Store.get',
    'src/store.rs:open → src/store.rs:Store.new',
  ],
);

checkEdges(
  'separates crates, respects shadowing, and guesses only rare names',
  {
    'Cargo.toml': '[workspace]\nmembers = ["a", "b"]\n',
    'a/Cargo.toml': '[package]\nname = "a"\nversion = "0.1.0"\n',
    'a/src/lib.rs': `
pub struct T;
impl T {
    pub fn rarely_named(&self, x: u8) {}
    pub fn get(&self, x: u8) {}
}
pub fn run() {}
`,
    'b/Cargo.toml': '[package]\nname = "b"\nversion = "0.1.0"\n[dependencies]\na = { path = "../a" }\n',
    'b/src/lib.rs': `
use a::run;
pub fn shadow(run: fn()) { run(); }
pub fn late() { let run = || 1; run(); }
pub fn call() { run(); a::run(); hand(run); hand(a::run); }
fn hand(f: fn()) {}
pub fn unknown(x: Unknown) {
    x.y().rarely_named(1);
    x.y().rarely_named(1, 2, 3);
    x.y().get(1);
}
pub fn bound<X: Named>(x: X, y: impl Named) { x.name(); y.name(); }
pub trait Named { fn name(&self); }
`,
    'c/Cargo.toml': '[package]\nname = "c"\nversion = "0.1.0"\n',
    'c/src/lib.rs': 'pub fn f(x: Unknown) { x.y().rarely_named(1); run(); a::run(); }\n',
  },
  [
    'b/src/lib.rs:bound → b/src/lib.rs:Named.name',
    'b/src/lib.rs:call → a/src/lib.rs:run',
    'b/src/lib.rs:call → a/src/lib.rs:run (value)',
    'b/src/lib.rs:call → b/src/lib.rs:hand',
    'b/src/lib.rs:unknown → a/src/lib.rs:T.rarely_named (?)',
  ],
);

checkEdges(
  'prefers the methods of a type to those of its traits, also through an alias',
  {
    'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\n',
    'src/lib.rs': `mod dense;
mod remap;
`,
    'src/dense.rs': `pub struct Table<T>(T);
pub type Owned = Table<u8>;

impl<T> Table<T> {
    pub fn len(&self) -> usize { 0 }
}

impl Owned {
    fn run(&self) { self.len(); }
}
`,
    'src/remap.rs': `use crate::dense;

trait Remap {
    fn len(&self) -> usize;
}

impl Remap for dense::Owned {
    fn len(&self) -> usize { 0 }
}

fn go(table: &dense::Owned) { table.len(); }
`,
  },
  ['src/dense.rs:Owned.run → src/dense.rs:Table.len', 'src/remap.rs:go → src/dense.rs:Table.len'],
);

checkEdges(
  'does not choose among impls of one trait in several files',
  {
    'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\n',
    'src/lib.rs': `mod more;
pub struct Failure;
pub struct Kind;
pub struct Once;
impl From<Kind> for Failure {
    fn from(_: Kind) -> Failure { Failure }
}
impl From<Kind> for Once {
    fn from(_: Kind) -> Once { Once }
}
fn run() {
    Failure::from(1);
    Once::from(2);
}
`,
    'src/more.rs': `use crate::Failure;
impl From<u8> for Failure {
    fn from(_: u8) -> Failure { Failure }
}
`,
  },
  ['src/lib.rs:run → src/lib.rs:Once.from'],
);

checkEdges(
  'prefers the module file that does not depend on a missing feature',
  {
    'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\n',
    'src/lib.rs': `#[cfg(not(feature = "zones"))]
#[path = "disabled.rs"]
mod zones;
#[cfg(feature = "zones")]
#[path = "enabled.rs"]
mod zones;
fn run() { zones::open(); }
`,
    'src/disabled.rs': 'pub fn open() {}\n',
    'src/enabled.rs': 'pub fn open() {}\n',
  },
  ['src/lib.rs:run → src/disabled.rs:open (?)', 'src/lib.rs:run → src/enabled.rs:open'],
);
