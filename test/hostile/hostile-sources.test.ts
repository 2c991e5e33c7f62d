/**
 * A hostile source makes names expensive to resolve: hierarchies, imports, configurations and attributes that a careless
 * walk follows in exponentially or quadratically many steps, or a name that one file contains very often. Every question
 * about it is answered.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexInProcess } from '../support/run-job.ts';
import { type Connection, connectStdio, createFixture, type Fixture } from '../support/serve-fixture.ts';
import type { TestFiles } from '../support/test-repository.ts';
import { withDeadline } from '../support/wait-until.ts';

const each = (count: number, write: (at: number) => string) => Array.from({ length: count }, (_, at) => write(at));
const lines = (count: number, write: (at: number) => string) => each(count, write).join('\n');
/** Files that all refer to each other. */
const clique = (
  count: number,
  path: (at: number) => string,
  refer: (at: number) => string,
  own: (at: number) => string,
) =>
  Object.fromEntries(
    each(count, path).map((name, at) => [
      name,
      `${each(count, refer)
        .filter((_, to) => to !== at)
        .join('\n')}\n${own(at)}\n`,
    ]),
  );

/** Manifests in this many folders. */
const everywhere = (
  count: number,
  folder: (at: number) => string,
  name: string,
  write: (at: number) => string,
): TestFiles => Object.fromEntries(each(count, (at) => `${folder(at)}/${name}`).map((path, at) => [path, write(at)]));

/** A folder many levels deep, near the longest path that is indexed. */
const deepFolder = each(120, () => 'abcdefg').join('/');
/** The lines of a manifest that is nearly as large as those that are read. */
const fill = (line: string, separator = '\n') =>
  each(Math.floor(250_000 / (line.length + 1)), () => line).join(separator);

/** Each has a function `victim` whose calls are expensive to resolve. */
const sources: Readonly<Record<string, TestFiles>> = {
  'Python classes that inherit in diamonds': {
    'py-diamond.py': `class A0: pass\nclass A1(A0): pass\n${lines(60, (at) => `class A${at + 2}(A${at + 1}, A${at}): pass`)}
def victim():\n    A61().absent()\n`,
  },
  'Python classes that inherit in a circle': {
    'py-circle.py': `${lines(60, (at) => `class B${at}(B${(at + 1) % 60}, B${(at + 2) % 60}, B${(at + 7) % 60}): pass`)}
def victim():\n    B0().absent()\n`,
  },
  'a Python class with thousands of bases': {
    'py-wide.py': `${lines(4_000, (at) => `class W${at}: pass`)}\nclass Wide(${each(4_000, (at) => `W${at}`).join(', ')}): pass
def victim():\n    Wide().absent()\n`,
  },
  'a long chain of Python classes': {
    'py-chain.py': `class D0: pass\n${lines(3_000, (at) => `class D${at + 1}(D${at}): pass`)}\ndef victim():\n    D3000().absent()\n`,
  },
  'Python modules that import everything from each other': {
    ...clique(
      60,
      (at) => `star/m${at}.py`,
      (at) => `from star.m${at} import *`,
      (at) => `def own${at}(): pass`,
    ),
    'star/use.py': 'from star.m0 import *\ndef victim():\n    absent()\n    own59()\n',
  },
  'thousands of Python imports and names': {
    'py-imports.py': `${lines(15_000, (at) => `import p${at}.q`)}\ndef victim():\n${lines(3_000, (at) => `    r${at}.call()`)}\n`,
  },
  'Python variables that are assigned in a circle': {
    'py-variables.py': `def victim():\n${lines(2_000, (at) => `    v${at} = v${(at + 1) % 2_000}.next().next()`)}\n    v0.absent()\n`,
  },
  'a Python chain of a thousand parts': {
    'py-parts.py': `def victim(a):\n    a${'.b()'.repeat(500)}\n    a${'[0]'.repeat(500)}.c()\n`,
  },
  'thousands of Go imports': {
    'goimports/go.mod': 'module ex.com/m\n',
    'goimports/a.go': `package m\nimport (\n${lines(15_000, (at) => `"x.org/q${at}"`)}\n)\nfunc victim() {\n${lines(3_000, (at) => ` q.F${at}()`)}\n}\n`,
  },
  'Go structs that embed in diamonds': {
    'goembed/go.mod': 'module ex.com/e\n',
    'goembed/a.go': `package e\ntype T0 struct{}\ntype T1 struct{ T0 }\n${lines(60, (at) => `type T${at + 2} struct {\n T${at + 1}\n T${at}\n}`)}
type I interface { Absent() }\nfunc victim(t T61, i I) {\n t.Absent()\n i.Absent()\n}\n`,
  },
  'Go interfaces that embed in diamonds': {
    'gointerface/go.mod': 'module ex.com/i\n',
    'gointerface/a.go': `package i\ntype I0 interface{ M() }\ntype I1 interface{ I0 }\n${lines(60, (at) => `type I${at + 2} interface {\n I${at + 1}\n I${at}\n}`)}
type S struct{}\nfunc (s S) M() {}\nfunc victim(i I61) { i.M() }\n`,
  },
  'TypeScript interfaces that extend in diamonds': {
    'ts-diamond.ts': `interface E0 {}\ninterface E1 extends E0 {}\n${lines(60, (at) => `interface E${at + 2} extends E${at + 1}, E${at} {}`)}
export function victim(e: E61) { e.absent(); }\n`,
  },
  'TypeScript types that are unions in diamonds': {
    'ts-union.ts': `type U0 = { a(): void };\ntype U1 = U0;\n${lines(60, (at) => `type U${at + 2} = U${at + 1} | U${at};`)}
export function victim(u: U61) { u.absent(); u.a(); }\n`,
  },
  'TypeScript modules that export everything from each other': {
    ...clique(
      80,
      (at) => `barrel/b${at}.ts`,
      (at) => `export * from './b${at}';`,
      (at) => `export const own${at} = () => 1;`,
    ),
    'barrel/use.ts': "import { own79, absent } from './b0';\nexport function victim() { own79(); absent(); }\n",
  },
  'a configuration with thousands of targets for each import': {
    'aliases/tsconfig.json': `{"compilerOptions":{"paths":{"*":[${each(40_000, () => '"*"').join(',\n')}]}}}`,
    'aliases/a.ts': `${lines(1_000, (at) => `import { f${at} } from 'p${at}';`)}\nexport function victim() {\n${lines(1_000, (at) => ` f${at}();`)}\n}\n`,
  },
  'a configuration with thousands of patterns': {
    'patterns/tsconfig.json': `{"compilerOptions":{"paths":{${each(8_000, (at) => `"p${at}/*":["*"]`).join(',\n')}}}}`,
    'patterns/a.ts': `${lines(1_000, (at) => `import { f${at} } from 'q${at}/x';`)}\nexport function victim() {\n${lines(1_000, (at) => ` f${at}();`)}\n}\n`,
  },
  'a package whose target has thousands of folders': {
    // Empty lines, or the manifest would be skipped as minified.
    'longtarget/package.json': `{"name":"longtarget","exports":"./${'a/'.repeat(40_000)}x.js"}${'\n'.repeat(1_000)}`,
    'longtarget/a.ts': "import { f } from 'longtarget';\nexport function victim() { f(); }\n",
  },
  'hundreds of packages of the same name': {
    ...everywhere(
      1_000,
      (at) => `namesakes/p${at}`,
      'package.json',
      () => '{"name":"namesake"}',
    ),
    'namesakes/a.ts': `${lines(2_000, (at) => `import { f${at} } from 'namesake/dist/x${at}';`)}\nexport function victim() {\n${lines(2_000, (at) => ` f${at}();`)}\n}\n`,
  },
  'hundreds of Python packages of the same name': {
    ...everywhere(
      1_000,
      (at) => `pyroots/${'d/'.repeat(30)}r${at}/pynamesake`,
      '__init__.py',
      () => '',
    ),
    'pyroots/use.py': `${lines(2_000, (at) => `from pynamesake.m${at} import f${at}`)}\ndef victim():\n${lines(2_000, (at) => `    f${at}()`)}\n`,
  },
  'hundreds of Go modules with the packages of the language': {
    ...everywhere(
      1_000,
      (at) => `gostd/m${at}`,
      'go.mod',
      () => 'module std\n',
    ),
    'gostd/a.go': `package m\nimport (\n${lines(3_000, (at) => `"q${at}"`)}\n)\nfunc victim() {\n${lines(3_000, (at) => ` q${at}.F()`)}\n}\n`,
  },
  'Rust packages deep down that inherit thousands of dependencies': {
    ...everywhere(
      8,
      (at) => `rustdeep/${deepFolder}/p${at}`,
      'Cargo.toml',
      (at) => `[package]\nname = "p${at}"\n[dependencies]\n${lines(11_000, (to) => `d${to}.workspace = true`)}\n`,
    ),
    'rustdeep/Cargo.toml': '[package]\nname = "rustdeep"\n',
    'rustdeep/src/lib.rs': 'pub mod x;\npub fn victim() { x::f(); crate::absent(); }\n',
    'rustdeep/src/x.rs': 'pub fn f() {}\n',
  },
  'a package deep down with thousands of exports, beside a link': {
    [`exports/${deepFolder}/package.json`]: `{"exports":{${each(15_000, (at) => `"./${at}":"x${at}"`).join(',\n')}}}`,
    [`exports/${deepFolder}/a.ts`]: "import 'qq';\nexport function other() {}\n",
    'exports/a.ts': 'export function victim() {}\nexport function caller() { victim(); }\n',
  },
  'a configuration deep down with thousands of targets, beside a link': {
    [`targets/${deepFolder}/tsconfig.json`]: `{"compilerOptions":{"paths":{${each(2_000, (at) => `"${at}":[${each(20, (to) => `"x${to}"`).join(',')}]`).join(',\n')}}}}`,
    [`targets/${deepFolder}/a.ts`]: 'export function other() {}\n',
    'targets/a.ts': 'export function victim() {}\nexport function caller() { victim(); }\n',
  },
  'configurations deep down that extend tens of thousands of others': {
    ...everywhere(
      15,
      (at) => `extends/${deepFolder}/c${at}`,
      'tsconfig.json',
      (at) => `{"extends":["../c${at + 1}/tsconfig.json",\n${fill('"./z"', ',\n')}],"references":[]}`,
    ),
    ...everywhere(
      10,
      (at) => `extends/${deepFolder}/c0/d${at}`,
      'a.ts',
      () => "import { q } from 'qq';\nexport function other() { q(); }\n",
    ),
    'extends/a.ts': 'export function victim() {}\nexport function caller() { victim(); }\n',
  },
  'thousands of imports deep down, beside a link that they name': {
    [`implink/${deepFolder}/b.ts`]: `${lines(15_000, (at) => `import './${at.toString(36)}';`)}\nexport const zz = 1;\n`,
    'implink/a.ts': 'export function victim() {}\nexport function caller() { victim(); }\n',
  },
  'thousands of Python imports of a name that thousands of links have': {
    'pylinks/b.py': `${lines(8_000, () => 'import x')}\n${lines(8_000, (at) => `import x.y${at}`)}\n`,
    'pylinks/a.py': 'def victim():\n    pass\ndef caller():\n    victim()\n',
  },
  'thousands of packages imported deep down': {
    [`related/${deepFolder}/v.ts`]: `${lines(5_000, (at) => `import { f${at} } from 'p${at}/x/y';`)}\nexport function victim() {\n${lines(5_000, (at) => ` f${at}();`)}\n}\n`,
  },
  'thousands of Python packages imported deep down': {
    [`related/${deepFolder}/v.py`]: `${lines(2_500, (at) => `from p${at}.x.y import f${at}`)}\ndef victim():\n${lines(2_500, (at) => `    f${at}()`)}\n`,
  },
  'Cargo manifests deep down with thousands of targets': {
    ...everywhere(
      30,
      (at) => `bins/${deepFolder}/p${at}`,
      'Cargo.toml',
      (at) => `bin=[\n${lines(12_000, (to) => `{path="a${to}"},`)}\n]\n[package]\nname="q${at}"\n`,
    ),
    'bins/Cargo.toml': '[package]\nname = "bins"\n',
    'bins/src/lib.rs': 'pub fn other() {}\npub fn victim() { other(); absent::x(); }\n',
  },
  'Go workspaces deep down with thousands of replacements': {
    ...everywhere(
      30,
      (at) => `works/${deepFolder}/w${at}`,
      'go.work',
      () => `replace (\n${fill('a => .')}\n)\n`,
    ),
    ...everywhere(
      30,
      (at) => `works/${deepFolder}/w${at}`,
      'go.mod',
      (at) => `module m${at}\nreplace (\n${lines(9_000, (to) => `a${to} => ./b`)}\n)\n`,
    ),
    'works/go.mod': 'module ex.com/w\n',
    'works/a.go': 'package w\nimport "x.org/q"\nfunc victim() { q.F() }\nfunc caller() { victim() }\n',
  },
  'JavaScript functions in functions in functions': {
    'js-nested.js': `${each(150, (at) => `function n${at}(a${at}) {`).join('\n')}\n${lines(2_000, (at) => `absent${at}();`)}\n${'}'.repeat(150)}\nexport function victim() { n0(); }\n`,
  },
  'Rust attributes without end': {
    'rustpath/Cargo.toml': '[package]\nname = "m"\nedition = "2021"\n',
    'rustpath/src/lib.rs': 'pub fn top() {}\npub mod x;\n',
    'rustpath/src/x/mod.rs': `// path\n#[cfg_attr(\n${'path="a"\n'.repeat(60_000)}`,
    'rustpath/src/x/y.rs': 'use super::z::other;\npub fn victim() { super::top(); crate::top(); other(); }\n',
  },
  'Rust modules that use everything from each other': {
    'rustglob/Cargo.toml': '[package]\nname = "g"\nedition = "2021"\n',
    'rustglob/src/lib.rs': `${lines(60, (at) => `pub mod m${at};`)}\nuse m0::*;\npub fn victim() { own59(); absent(); }\n`,
    ...clique(
      60,
      (at) => `rustglob/src/m${at}.rs`,
      (at) => `pub use crate::m${at}::*;`,
      (at) => `pub fn own${at}() {}`,
    ),
  },
  'Rust traits that require each other in diamonds': {
    'rusttrait/Cargo.toml': '[package]\nname = "t"\nedition = "2021"\n',
    'rusttrait/src/lib.rs': `pub trait R0 { fn a(&self); }\npub trait R1: R0 {}\n${lines(60, (at) => `pub trait R${at + 2}: R${at + 1} + R${at} {}`)}
pub fn victim<T: R61>(t: T) { t.absent(); t.a(); }\n`,
  },
};

const all = (name: string, separator: string) => each(20, () => name).join(separator);

/** Each has a symbol whose name is in one file very often. */
const crowds: readonly { readonly title: string; readonly symbol: string; readonly files: TestFiles }[] = [
  {
    title: 'a hundred thousand reads of a constant in one function',
    symbol: 'cc',
    files: {
      'often/read.ts': 'export const cc = 1;\n',
      'often/reader.ts': `export function reader() {\n${lines(5_000, () => `use(${all('cc', '+')});`)}\n}\n`,
    },
  },
  {
    title: 'thousands of functions of the same name',
    symbol: 'aaa',
    files: {
      'often/declared.ts': `${lines(19_900, () => 'export function aaa(x) {}')}\n${lines(3_000, () => all('x.aaa', ';'))}\n`,
    },
  },
  {
    title: 'thousands of symbols beside mentions of a name',
    symbol: 'bb',
    files: {
      'often/mentioned.ts': 'export function bb() {}\n',
      'often/symbols.ts': `${lines(19_900, (at) => `function f${at}() {}`)}\n${lines(10_000, () => `// ${all('bb', ' ')}`)}\n`,
    },
  },
  {
    title: 'thousands of methods of the same name',
    symbol: 'eee',
    files: {
      'often/methods.py': `class K:\n${lines(19_000, () => '    def eee(self): pass')}\n${lines(3_000, () => all('x.eee', ';'))}\n`,
    },
  },
  {
    title: 'thousands of imports beside mentions of a name',
    symbol: 'dd',
    files: {
      'often/imported.ts': 'export const dd = 1;\n',
      'often/imports.ts': `${lines(19_000, (at) => `import { i${at} } from './imported';`)}\n${lines(10_000, () => `// ${all('dd', ' ')}`)}\n`,
    },
  },
];

/** Links that imports are compared with. */
const links: Readonly<Record<string, string>> = {
  'exports/link.ts': 'a.ts',
  'implink/zz.ts': 'a.ts',
  ...Object.fromEntries(each(2_000, (at) => `pylinks/d${at}/x.py`).map((path) => [path, '../a.py'])),
};

const subjects = [...Object.entries(sources).map(([title, files]) => ({ title, symbol: 'victim', files })), ...crowds];

let fixture: Fixture;
let server: Connection;

beforeAll(async () => {
  // On one branch: a checkout of another one and back would remove the links, which are not committed.
  fixture = await createFixture({
    indexed: false,
    files: Object.assign({}, ...subjects.map(({ files }) => files)),
    links,
  });
  await indexInProcess(fixture.home, fixture.repository.root);
  server = await connectStdio(fixture);
});
afterAll(async () => {
  await server?.close();
  fixture?.remove();
});

const questions: readonly (readonly [tool: string, args: Record<string, unknown>])[] = [
  ['get_call_graph', { direction: 'both', depth: 2 }],
  ['find_references', {}],
  ['get_code_context', {}],
  ['find_related_symbols', {}],
  ['get_symbol_hierarchy', {}],
];

test.each(subjects)('questions about $title are answered', async ({ symbol, files }) => {
  const path = Object.entries(files).find(([, text]) => new RegExp(`\\b${symbol}\\b`).test(text as string))?.[0];
  for (const [tool, args] of questions) {
    const query = tool === 'get_code_context' ? { query: symbol } : {};
    const asked = server.call(tool, { symbol_name: symbol, path, ...query, ...args });
    const { body } = await withDeadline(`the answer of ${tool}`, asked);
    expect(body.error, JSON.stringify(body.error)).toBeUndefined();
  }
  const outline = await server.call('get_file_outline', { path });
  expect(outline.isError).toBe(false);
});
