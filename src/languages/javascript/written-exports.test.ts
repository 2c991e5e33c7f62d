import { expect, test, vi } from 'vitest';
import { exportsIn } from './written-exports.ts';

test.each<[string, Record<string, string>]>([
  ['export { a, b as c };', { a: 'a', c: 'b' }],
  ['export { a as default, type T as U, /* no */ b };', { default: 'a', U: 'T', b: 'b' }],
  ['export type { A as B };\nexport { x } from "./x";', { B: 'A' }],
  ['export {\n  a, // so\n  b as "with-dash",\n};', { a: 'a', 'with-dash': 'b' }],
  ['export default thing;', { default: 'thing' }],
  ['export default async function run() {}', { default: 'run' }],
  ['export default abstract class Base {}', { default: 'Base' }],
  ['export = Legacy;', { 'module.exports': 'Legacy' }],
  ['module.exports = app;', { 'module.exports': 'app' }],
  ['module.exports = function create() {}', { 'module.exports': 'create' }],
  ['var app = exports = module.exports = {};', { 'module.exports': 'app' }],
  ['exports = module.exports = create;', { 'module.exports': 'create' }],
  ["module.exports = { a, b: c, 'd': e, f: g(), h: { i: j }, k() {}, ...l };", { a: 'a', b: 'c', d: 'e' }],
  ['module.exports = { a: "}", b };', { b: 'b' }],
  ['exports.a = b;\nmodule.exports.c = d\nexports.e = f();', { a: 'b', c: 'd' }],
  ['// export { no };\n * export { neither };\nconst x = 1;', {}],
  ['module.exports = {', {}],
])('reads %j', (text, expected) => {
  expect(Object.fromEntries(exportsIn(text))).toEqual(expected);
});

test.each([
  'module.exports={\n',
  'module.exports={a,}\n',
  "module.exports={'\\'\n",
  'module.exports={`\\`',
  'exports={\n',
])('reads each part of a text of %j a bounded number of times', (part) => {
  const text = part.repeat(6_000);
  let read = 0;
  const native = String.prototype.matchAll;
  const matchAll = vi.spyOn(String.prototype, 'matchAll').mockImplementation(function* (this: string, pattern) {
    for (const match of native.call(this, pattern as RegExp)) {
      read += match[0].length;
      yield match;
    }
    return undefined;
  });
  try {
    exportsIn(text);
  } finally {
    matchAll.mockRestore();
  }
  // An object is cut at a length, and reading it is linear.
  expect(read).toBeLessThan(5 * text.length + 20_000);
});

test('reads an object after another one, and one with comments and strings', () => {
  const text = `module.exports = { a, /* } */ 'b': c, // }\n d: f('}'), e: "http://x", g };\nmodule.exports = { h };`;
  expect([...exportsIn(text)]).toEqual([
    ['a', 'a'],
    ['b', 'c'],
    ['g', 'g'],
    ['h', 'h'],
  ]);
});
