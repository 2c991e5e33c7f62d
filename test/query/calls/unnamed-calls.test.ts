/** What the language or its library calls without naming it is never said to have all its callers listed. */
import { expect, test } from 'vitest';
import { readParameters } from '../../../src/query/parameters/parameters.ts';
import { callGraph, callGraphParameters } from '../../../src/query/tools/call-graph.ts';
import { sharedView } from '../../support/query-view.ts';

const ask = sharedView({
  'a.py': `import pytest


class Store:
    def __init__(self):
        self.rows = []

    def __len__(self):
        return 0

    def size(self):
        return 1


@pytest.fixture(scope="module")
def store():
    return Store()


def test_size(store):
    assert len(store) == 0
`,
  'a.ts': `export class Money {
  toString() { return ''; }
  toJSON() { return {}; }
  *[Symbol.iterator]() {}
  add() {}
}
export function show(money: Money) { return \`\${money}\`; }
`,
  'Cargo.toml': '[package]\nname = "app"\nversion = "0.1.0"\n',
  'src/lib.rs': `use std::fmt;

pub trait Own {
    fn own(&self);
}
pub struct Guard;
pub struct Wide(u64);
impl Drop for Guard {
    fn drop(&mut self) {}
}
impl fmt::Display for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { Ok(()) }
}
impl From<u32> for Wide {
    fn from(value: u32) -> Self { Wide(value as u64) }
}
impl Own for Guard {
    fn own(&self) {}
}
impl Guard {
    fn plain(&self) {}
}
`,
});

async function isCalledUnnamed(symbol_name: string, path: string): Promise<boolean> {
  const { values } = readParameters(callGraphParameters, { symbol_name, path, direction: 'callers' });
  const { metadata } = await ask((view) => callGraph(view, values));
  const isWarned = metadata.warnings?.some((each) => each.includes('without being named')) === true;
  expect(metadata.result_completeness).toBe(isWarned ? 'partial' : 'complete');
  return isWarned;
}

test.each([
  ['Store.__len__', 'a.py'],
  ['store', 'a.py'],
  ['Money.toString', 'a.ts'],
  ['Money.toJSON', 'a.ts'],
  ['[Symbol.iterator]', 'a.ts'],
  ['Guard::drop', 'src/lib.rs'],
  ['Guard::fmt', 'src/lib.rs'],
  ['Wide::from', 'src/lib.rs'],
])('callers of %s may be missing', async (name, path) => {
  expect(await isCalledUnnamed(name, path)).toBe(true);
});

test.each([
  ['Store.size', 'a.py'],
  ['Store.__init__', 'a.py'],
  ['Money.add', 'a.ts'],
  ['Guard::own', 'src/lib.rs'],
  ['Guard::plain', 'src/lib.rs'],
])('callers of %s are all listed', async (name, path) => {
  expect(await isCalledUnnamed(name, path)).toBe(false);
});
