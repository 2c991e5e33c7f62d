/** Imports of Rust. */
import { check } from './check-imports.ts';

const manifest = (name: string, more = '') => `[package]\nname = "${name}"\nedition = "2021"\n${more}`;

check(
  'paths are resolved in the module tree, from the crate, the module and its parent',
  {
    'Cargo.toml': manifest('shop'),
    'src/lib.rs': `pub mod cart;
pub mod store;
mod inline {
    pub mod nested;
    pub fn inside() {}
    use super::store::Store;
    use self::nested::deepest;
}
use cart::Cart;
use crate::inline::inside;
use self::store::{self, Store, disk::{Disk, self as storage}};
use std::collections::HashMap;
use serde::Serialize;
use missing::Thing;
use crate::Nope;
use crate::inline::nested::deepest as deep;
`,
    'src/cart.rs': `use super::store::Store;
use crate::store::disk;
use super::*;
pub struct Cart;
impl Cart {
    pub fn new() -> Self { use crate::store::Store as Inner; Cart }
}
mod tests {
    use super::Cart;
    use super::super::store::Store;
}
`,
    'src/store/mod.rs': 'pub mod disk;\npub struct Store;\nimpl Store {}\n',
    'src/store/disk.rs': 'pub struct Disk;\n',
    'src/inline/nested.rs': 'pub fn deepest() {}\nuse super::inside;\n',
  },
  {
    'src/lib.rs': [
      'src/store/mod.rs > src/store/mod.rs#Store',
      'src/inline/nested.rs > src/inline/nested.rs#deepest',
      'src/cart.rs > src/cart.rs#Cart',
      'src/lib.rs > src/lib.rs#inline.inside',
      'src/store/mod.rs',
      'src/store/mod.rs > src/store/mod.rs#Store',
      'src/store/disk.rs > src/store/disk.rs#Disk',
      'src/store/disk.rs',
      '',
      '',
      '',
      'src/lib.rs',
      'src/inline/nested.rs > src/inline/nested.rs#deepest',
    ],
    'src/cart.rs': [
      'src/store/mod.rs > src/store/mod.rs#Store',
      'src/store/disk.rs',
      'src/lib.rs',
      'src/store/mod.rs > src/store/mod.rs#Store',
      'src/cart.rs > src/cart.rs#Cart',
      'src/store/mod.rs > src/store/mod.rs#Store',
    ],
    'src/inline/nested.rs': ['src/lib.rs > src/lib.rs#inline.inside'],
  },
);

check(
  're-exports, globs, aliases, variants and macros are followed, and cycles end',
  {
    'Cargo.toml': manifest('lib'),
    'src/lib.rs': `mod a;
mod b;
mod prelude;
mod time;
pub use a::Alpha;
pub use b::Beta as Renamed;
pub use time::timeout;
pub(crate) use prelude::*;
`,
    'src/a.rs':
      'pub struct Alpha;\npub enum Choice { One, Two(u8) }\npub trait Act { fn act(); }\npub use crate::b::round;\n',
    'src/b.rs':
      '#[macro_export]\nmacro_rules! shout { () => {} }\npub struct Beta;\npub use crate::a::round;\npub use crate::b::*;\n',
    'src/prelude.rs': 'pub use crate::a::{Choice, Choice::*};\npub use super::b::Beta;\n',
    'src/time.rs': 'mod timeout;\npub use timeout::timeout;\n',
    'src/time/timeout.rs': 'pub fn timeout() {}\n',
    'src/main.rs': `use lib::Alpha;
use lib::{Renamed, Choice, One, Choice::Two, timeout};
use lib::shout;
use lib::a::round;
use lib::time::timeout as late;
use lib::a::Act::act;
use lib::Choice::*;
`,
  },
  {
    'src/main.rs': [
      'src/lib.rs > src/a.rs#Alpha',
      'src/lib.rs > src/b.rs#Beta',
      'src/lib.rs > src/a.rs#Choice',
      'src/lib.rs > src/a.rs#Choice.One',
      'src/a.rs > src/a.rs#Choice.Two',
      'src/lib.rs > src/time/timeout.rs#timeout',
      'src/lib.rs > src/b.rs#shout',
      'src/a.rs',
      'src/time.rs > src/time/timeout.rs#timeout',
      'src/a.rs > src/a.rs#Act.act',
      'src/a.rs',
    ],
  },
);

check(
  'crates of a workspace are found only by the names of dependencies',
  {
    'Cargo.toml': `[workspace]
members = ["crates/*"]
[workspace.dependencies]
shared-core = { path = "crates/shared-core", version = "1" }
[workspace.package]
edition = "2021"
`,
    'crates/shared-core/Cargo.toml': manifest('shared-core'),
    'crates/shared-core/src/lib.rs': 'pub mod net;\npub struct Core;\n',
    'crates/shared-core/src/net.rs': 'pub fn connect() {}\n',
    'crates/odd/Cargo.toml': manifest('odd', '[lib]\nname = "strange"\npath = "source/entry.rs"\n'),
    'crates/odd/source/entry.rs': 'mod part;\npub use part::Part;\n',
    'crates/odd/source/part.rs': 'pub struct Part;\n',
    'crates/app/Cargo.toml': `[package]
name = "my-app"
edition.workspace = true
[[bin]]
name = "tool"
path = "cli/start.rs"
[dependencies]
shared-core = { workspace = true }
renamed = { package = "odd", path = "../odd" }
[dev-dependencies]
helper = { path = "../helper" }
`,
    'crates/helper/Cargo.toml': '[package\nname = broken',
    'crates/helper/src/lib.rs': 'pub fn help() {}\n',
    'crates/app/src/lib.rs': `use shared_core::Core;
use shared_core::net::connect;
use ::shared_core::net;
use renamed::Part;
use strange::Part as External;
use odd::Part as AlsoExternal;
use helper::help;
extern crate shared_core as core2;
pub struct App;
`,
    'crates/app/cli/start.rs': 'mod args;\nuse my_app::App;\nuse args::Args;\n',
    'crates/app/cli/args.rs': 'use crate::args::Args as Own;\npub struct Args;\n',
    'crates/app/tests/whole.rs':
      'mod common;\nuse my_app::App;\nuse common::setup;\nuse crate::common::setup as again;\n',
    'crates/app/tests/common/mod.rs': 'pub fn setup() {}\nuse my_app::App;\n',
    'crates/app/examples/demo/main.rs': 'mod view;\nuse my_app::App;\nuse view::View;\n',
    'crates/app/examples/demo/view.rs': 'pub struct View;\n',
    'crates/app/tests/all.rs': 'mod part;\npub struct Shared;\n',
    'crates/app/tests/part.rs': 'use crate::Shared;\n',
  },
  {
    'crates/app/src/lib.rs': [
      'crates/shared-core/src/lib.rs > crates/shared-core/src/lib.rs#Core',
      'crates/shared-core/src/net.rs > crates/shared-core/src/net.rs#connect',
      'crates/shared-core/src/net.rs',
      'crates/odd/source/entry.rs > crates/odd/source/part.rs#Part',
      '',
      '',
      '',
      'crates/shared-core/src/lib.rs',
    ],
    'crates/app/cli/start.rs': [
      'crates/app/src/lib.rs > crates/app/src/lib.rs#App',
      'crates/app/cli/args.rs > crates/app/cli/args.rs#Args',
    ],
    'crates/app/cli/args.rs': ['crates/app/cli/args.rs > crates/app/cli/args.rs#Args'],
    'crates/app/tests/whole.rs': [
      'crates/app/src/lib.rs > crates/app/src/lib.rs#App',
      'crates/app/tests/common/mod.rs > crates/app/tests/common/mod.rs#setup',
      'crates/app/tests/common/mod.rs > crates/app/tests/common/mod.rs#setup',
    ],
    'crates/app/tests/common/mod.rs': ['crates/app/src/lib.rs > crates/app/src/lib.rs#App'],
    'crates/app/examples/demo/main.rs': [
      'crates/app/src/lib.rs > crates/app/src/lib.rs#App',
      'crates/app/examples/demo/view.rs > crates/app/examples/demo/view.rs#View',
    ],
    'crates/app/tests/part.rs': ['crates/app/tests/all.rs > crates/app/tests/all.rs#Shared'],
  },
);

check(
  'an attribute sets the file of a module, and a condition may select one of several',
  {
    'Cargo.toml': manifest('sys'),
    'src/lib.rs': `#[cfg(unix)]
#[path = "sys/unix_impl.rs"]
mod imp;
#[cfg(windows)]
#[path = "sys/windows_impl.rs"]
mod imp;
#[path = "elsewhere/file.rs"]
pub mod placed;
use imp::open;
use placed::here;
`,
    'src/sys/unix_impl.rs': 'pub fn open() {}\nuse super::placed::here;\n',
    'src/sys/windows_impl.rs': 'pub fn open() {}\n',
    'src/elsewhere/file.rs': 'mod beside;\npub fn here() {}\nuse crate::imp::open;\nuse beside::near;\n',
    'src/elsewhere/beside.rs': 'pub fn near() {}\n',
  },
  {
    'src/lib.rs': [
      'src/sys/unix_impl.rs src/sys/windows_impl.rs > src/sys/unix_impl.rs#open src/sys/windows_impl.rs#open',
      'src/elsewhere/file.rs > src/elsewhere/file.rs#here',
    ],
    'src/sys/unix_impl.rs': ['src/elsewhere/file.rs > src/elsewhere/file.rs#here'],
    'src/elsewhere/file.rs': [
      'src/sys/unix_impl.rs src/sys/windows_impl.rs > src/sys/unix_impl.rs#open src/sys/windows_impl.rs#open',
      'src/elsewhere/beside.rs > src/elsewhere/beside.rs#near',
    ],
  },
);

check(
  'in the 2015 edition paths start at the root of the crate',
  {
    'Cargo.toml': '[package]\nname = "old"\n',
    'src/lib.rs': 'extern crate rand;\nmod a;\nmod b;\n',
    'src/a.rs': 'use b::Thing;\nuse rand::Rng;\nuse r#type::x;\n',
    'src/b.rs': 'pub struct Thing;\n',
  },
  { 'src/a.rs': ['src/b.rs > src/b.rs#Thing', '', ''] },
);

check(
  'without a manifest files in one folder still find each other',
  {
    'src/lib.rs': 'mod a;\nuse a::A;\nuse std::fmt;\n',
    'src/a.rs': 'pub struct A;\nuse super::a::A as Again;\nuse crate::a::A as Third;\n',
  },
  {
    'src/lib.rs': ['src/a.rs > src/a.rs#A', ''],
    'src/a.rs': ['src/a.rs > src/a.rs#A', 'src/a.rs > src/a.rs#A'],
  },
);
