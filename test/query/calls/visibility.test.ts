/** No edge leads to a symbol that the caller cannot see: private, in another language, or on another ref. */
import { expect, test } from 'vitest';
import { ProjectReader } from '../../../src/query/view/ref-view.ts';
import { openStore } from '../../../src/store/sqlite/open-store.ts';
import { indexInProcess } from '../../support/run-job.ts';
import { createRepository, temporaryFolder } from '../../support/test-repository.ts';
import { allEdges } from './all-edges.ts';
import { checkEdges } from './check-edges.ts';

checkEdges(
  'has no edge to unexported symbols or tests of another Go package',
  {
    'go.mod': 'module example.org/shop\n',
    'store/store.go':
      'package store\n\ntype Store struct{}\n\nfunc hidden() {}\n\nfunc Open() {}\n\nfunc (s *Store) settle() {}\n',
    'store/store_test.go': 'package store\n\nfunc Helper() {}\n',
    'main.go': `package main

import "example.org/shop/store"

func main() {
	store.hidden()
	store.Open()
	store.Helper()
	hidden()
}

func later(unknown interface{ other() }, s *store.Store) {
	unknown.settle()
	s.settle()
}
`,
  },
  ['main.go:main → store/store.go:Open'],
);

checkEdges(
  'has no edge to private symbols of another Rust module',
  {
    'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\n',
    'src/lib.rs': `mod store;
use store::hidden;
pub fn run(one: &store::Store) {
    store::open();
    store::hidden();
    hidden();
    store::Store::make();
    one.settle();
}
`,
    'src/store.rs': `pub struct Store;
impl Store {
    fn make() -> Store { Store }
    fn settle(&self) {}
}
pub(crate) fn open() { hidden(); }
fn hidden() {}
mod inner {
    fn deep() { super::hidden(); }
}
`,
  },
  [
    'src/lib.rs:run → src/store.rs:open',
    'src/store.rs:inner.deep → src/store.rs:hidden',
    'src/store.rs:open → src/store.rs:hidden',
  ],
);

checkEdges(
  'has no edge to unexported symbols of a TypeScript module',
  {
    'store.ts': 'export function open() {}\nfunction hidden() {}\n',
    'app.ts': `import { open, hidden } from './store';
import * as store from './store';

export function run() {
  open();
  hidden();
  store.hidden();
}
`,
  },
  ['app.ts:run → store.ts:open'],
);

checkEdges(
  'has no edge to names with an underscore through a star import in Python',
  {
    'store.py': 'def open_store():\n    pass\n\ndef _hidden():\n    pass\n',
    'app.py': 'from store import *\n\ndef run():\n    open_store()\n    _hidden()\n',
    'app.js': 'function run() {\n  open_store();\n}\n',
  },
  ['app.py:run → store.py:open_store'],
);

test('has no edge to another ref', async () => {
  const { root, ...repository } = createRepository({
    'app.ts': "import { open } from './store';\nexport function run(it) {\n  open();\n  it.settleAccounts();\n}\n",
  });
  const home = temporaryFolder();
  await indexInProcess(home, root);
  repository.branch('other');
  repository.commit({
    'store.ts': 'export function open() {}\nexport class Store {\n  settleAccounts() {}\n}\n',
    'app.ts':
      "import { open, Store } from './store';\nexport function run(it) {\n  open();\n  it.settleAccounts();\n}\n",
  });
  const { projectId } = await indexInProcess(home, root);
  const store = await openStore(home, projectId);
  try {
    const reader = new ProjectReader(projectId, store);
    expect(await reader.view('main', allEdges)).toEqual([]);
    expect(await reader.view('other', allEdges)).toEqual([
      'app.ts:run → store.ts:Store.settleAccounts (?)',
      'app.ts:run → store.ts:open',
    ]);
  } finally {
    await store.close();
  }
});
