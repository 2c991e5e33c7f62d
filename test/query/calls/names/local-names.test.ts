/** A call of a local name never counts as a call of an outer function with that name, however the name is bound. */
import { expect, test } from 'vitest';
import { askAbout } from '../../../support/query-view.ts';
import type { TestFiles } from '../../../support/test-repository.ts';
import { allEdges } from '../all-edges.ts';
import { checkEdges } from '../check-edges.ts';

const cargo = '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n';

/** Code beside a function `handler` at top level, in a folder of its own. */
const around = {
  rust: (code: string) => ({ 'Cargo.toml': cargo, 'src/lib.rs': `fn handler() {}\n\n${code}\n` }),
  python: (code: string) => ({ 'shop.py': `def handler():\n    pass\n\n\n${code}\n` }),
  go: (code: string) => ({ 'go.mod': 'module shop\n', 'shop.go': `package shop\n\nfunc handler() {}\n\n${code}\n` }),
  javascript: (code: string) => ({ 'shop.js': `function handler() {}\n\n${code}\n` }),
  typescript: (code: string) => ({ 'shop.ts': `function handler(): void {}\n\n${code}\n` }),
} satisfies Record<string, (code: string) => TestFiles>;

const scripts = [
  'const deep = function handler(n) { return handler(n - 1) }',
  'const deep = { walk: function handler(n) { return handler(n - 1) } }',
  'function run() { const deep = wrap(1 && function handler(n) { return handler(n - 1) }) }',
  'const Deep = class handler { make() { return handler() } }',
  'const Deep = class handler { make() { return new handler() } }',
  'function run(config) { const { handler } = config; handler() }',
  'function run(config) { const { handler = 1, a } = config; handler() }',
  'function run(config) { let { name: handler = 1 } = config; handler() }',
  'function run(config) { var { a, ...handler } = config; handler() }',
  'function run(config) { const { a: { b: [, handler] } } = config; handler() }',
  'function run(config) { const [a, [handler = 1]] = config; handler() }',
  'function run(config) { const [a, ...handler] = config; handler() }',
  'function run({ a: { handler } }) { handler() }',
  'function run({ a: { handler } = {} }) { handler() }',
  'function run({ name: handler = 1 } = {}) { handler() }',
  'function run({ a, ...handler }) { handler() }',
  'function run([a, handler = 1]) { handler() }',
  'function run(...[a, handler]) { handler() }',
  'const run = ({ a: [handler] }) => handler()',
  'class Shop { run({ a: { handler } }) { handler() } }',
  'function run() { try { go() } catch ({ handler }) { handler() } }',
  'function run() { try { go() } catch ({ a: [handler] }) { handler() } }',
  'function run(all) { for (const [a, { handler }] of all) { handler() } }',
  'function run(all) { for (const { name: handler } of all) handler() }',
  'function run(all) { for (const handler in all) { handler() } }',
  'function run(all) { for (let handler = all; ; ) { handler() } }',
  'function run(all) { switch (all) { default: let { handler } = all; handler() } }',
  'function run(all) { if (all) { const [[handler]] = all; handler() } }',
  'function run(all) { const handler = wrap(() => handler()) }',
  'function run(all) { const a = 1, handler = all; handler() }',
];

const forms: Record<keyof typeof around, readonly string[]> = {
  rust: [
    'fn run(config: Config) { let Config { handler, .. } = config; handler(); }',
    'fn run(config: Config) { let Config { name: handler, .. } = config; handler(); }',
    'fn run(Config { handler, .. }: Config) { handler(); }',
    'fn run((_, handler): (u8, fn())) { handler(); }',
    'fn run(&handler: &fn()) { handler(); }',
    'fn run(config: Config) { match config { Config { handler, .. } => handler() } }',
    'fn run(config: Config) { match config { Config { inner: Inner(_, ref handler), .. } => handler(), _ => {} } }',
    'fn run(config: Config) { if let Config { ref handler, .. } = config { handler(); } }',
    'fn run(config: Config) { if let Config { ref mut handler, .. } = config { handler(); } }',
    'fn run(pair: Pair) { let Pair(_, handler) = pair; handler(); }',
    'fn run(list: &[fn()]) { if let [handler, ..] = list { handler(); } }',
    'fn run(list: &[fn()]) { match list { [_, handler @ ..] => handler(), _ => {} } }',
    'fn run(list: &[fn()]) { match next() { handler @ Some(_) => handler(), _ => {} } }',
    'fn run() { let Some(handler) = next() else { return }; handler(); }',
    'fn run() { let ((_, [handler]), _) = next(); handler(); }',
    'fn run() { while let Some(Entry { handler, .. }) = next() { handler(); } }',
    'fn run() { for (_, handler) in list() { handler(); } }',
    'fn run() { for Entry { handler, .. } in list() { handler(); } }',
    'fn run() { call(|Entry { handler, .. }| handler()); }',
    'fn run() { call(|(_, handler), _| handler()); }',
    'fn run() { call(|handler: fn()| handler()); }',
    'fn run() { match next() { A(handler) | B(handler) => handler(), _ => {} } }',
    'fn run() { match next() { handler => handler() } }',
    'fn run() { if let A(_) = next() && let Some(handler) = next() { handler(); } }',
  ],
  python: [
    'def run(table):\n    if (handler := table.get(1)):\n        handler()',
    'def run(table):\n    [handler() for row in table if (handler := row.get(1))]',
    'def run(message):\n    match message:\n        case {"cb": handler}:\n            handler()',
    'def run(message):\n    match message:\n        case {"cb": 1, **handler}:\n            handler()',
    'def run(message):\n    match message:\n        case [first, *handler]:\n            handler()',
    'def run(message):\n    match message:\n        case [1, (2, handler)]:\n            handler()',
    'def run(message):\n    match message:\n        case Point(x=handler):\n            handler()',
    'def run(message):\n    match message:\n        case Point(handler):\n            handler()',
    'def run(message):\n    match message:\n        case Point() as handler:\n            handler()',
    'def run(message):\n    match message:\n        case handler:\n            handler()',
    'def run():\n    with make() as handler:\n        handler()',
    'def run():\n    with make() as (a, handler):\n        handler()',
    'def run():\n    with make() as (a, [b, *handler]):\n        handler()',
    'def run(rows):\n    for handler in rows:\n        handler()',
    'def run(rows):\n    for a, (b, handler) in rows:\n        handler()',
    'def run(rows):\n    for a, *handler in rows:\n        handler()',
    'def run(rows):\n    for (a, handler) in rows:\n        handler()',
    'def run(rows):\n    for [a, handler] in rows:\n        handler()',
    'def run(rows):\n    return [handler() for handler in rows]',
    'def run(rows):\n    return {k: handler() for k, handler in rows}',
    'def run(rows):\n    return sum(handler() for _, (k, handler) in rows)',
    'def run(rows):\n    return {handler() for *_, handler in rows}',
    'def run():\n    try:\n        make()\n    except ValueError as handler:\n        handler()',
    'def run():\n    try:\n        make()\n    except* (ValueError, OSError) as handler:\n        handler()',
    'def run(rows):\n    a, *handler = rows\n    handler()',
    'def run(rows):\n    (a, [b, handler]), c = rows\n    handler()',
    'def run(rows):\n    a = handler = rows\n    handler()',
    'def run(*handler):\n    handler()',
    'def run(**handler: int):\n    handler()',
    'def run(a, *, handler=None):\n    handler()',
    'def run(rows):\n    call(lambda handler=None: handler())',
    'def run(rows):\n    call(lambda *handler: handler())',
    'def run():\n    import os as handler\n    handler()',
    'def run():\n    from os import path as handler\n    handler()',
  ],
  go: [
    'func run(ch chan func()) {\n\tselect {\n\tcase handler := <-ch:\n\t\thandler()\n\t}\n}',
    'func run(ch chan func()) {\n\tselect {\n\tcase handler, ok := <-ch:\n\t\tif ok {\n\t\t\thandler()\n\t\t}\n\t}\n}',
    'func run(v any) {\n\tswitch handler := v.(type) {\n\tcase func():\n\t\thandler()\n\t}\n}',
    'func run(all []func()) {\n\tfor _, handler := range all {\n\t\thandler()\n\t}\n}',
    'func run() (handler func(), err error) {\n\thandler()\n\treturn\n}',
    'type handle func()\n\nfunc (handler handle) run() {\n\thandler()\n}',
    'func run() {\n\tcall(func(handler func()) { handler() })\n}',
    'func run() {\n\tcall(func(handler ...func()) { handler() })\n}',
    'func run() {\n\tcall(func() (handler func()) { handler(); return })\n}',
    'func run() {\n\tif handler, ok := next(); ok {\n\t\thandler()\n\t}\n}',
    'func run() {\n\tfor handler := next(); ; {\n\t\thandler()\n\t}\n}',
    'func run() {\n\tvar a, handler = next()\n\thandler()\n}',
  ],
  javascript: scripts,
  typescript: scripts,
};

test.each(Object.keys(forms) as (keyof typeof forms)[])(
  'no form of %s that binds a name calls the outer one',
  async (language) => {
    const files: Record<string, string> = {};
    for (const [index, code] of forms[language].entries()) {
      for (const [path, text] of Object.entries(around[language](code))) files[`form${index}/${path}`] = text;
    }
    const edges = await askAbout(files, allEdges);
    const wrong = edges.filter((edge) => edge.includes(':handler'));
    expect(wrong.map((edge) => forms[language][Number(/^form(\d+)/.exec(edge)?.[1])])).toEqual([]);
  },
);

test.each(Object.keys(forms) as (keyof typeof forms)[])(
  'a call of the outer function in %s is found',
  async (language) => {
    const code = {
      rust: 'fn run() { handler(); }',
      python: 'def run():\n    handler()',
      go: 'func run() { handler() }',
      javascript: 'function run() { handler() }',
      typescript: 'function run() { handler() }',
    }[language];
    const edges = await askAbout(around[language](code), allEdges);
    expect(edges).toEqual([expect.stringMatching(/:run → .*:handler$/)]);
  },
);

checkEdges(
  'a member of a destructured parameter of Rust is not one of the static of its name',
  {
    'Cargo.toml': cargo,
    'src/lib.rs': `struct Db;
impl Db {
    fn open(&self) {}
}
static db: Db = Db;
fn run(Config { db, .. }: Config) {
    db.open();
}
fn both((db, _): Pair) {
    db.open();
}
fn outer() {
    db.open();
}
`,
  },
  [
    'src/lib.rs:both → src/lib.rs:Db.open (?)',
    'src/lib.rs:outer → src/lib.rs:Db.open',
    'src/lib.rs:run → src/lib.rs:Db.open (?)',
  ],
);
