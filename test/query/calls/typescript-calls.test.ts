/** Calls in TypeScript and JavaScript: which calls resolve, and to what. */
import { checkEdges } from './check-edges.ts';

checkEdges(
  'follows local functions, imports, aliases and re-exports',
  {
    'src/store.ts': `
export function open() { return helper(); }
function helper() {}
export default function main() { open(); }
export const arrow = () => helper();
`,
    'src/index.ts': `export { open as unlock } from './store';\nexport * from './more';\n`,
    'src/more.ts': 'export function more() {}\n',
    'src/use.ts': `
import begin, { open as start, arrow } from './store';
import { unlock, more } from './index';
import * as all from './index';
export function run() {
  start();
  begin();
  unlock();
  more();
  arrow();
  all.more();
  all.missing();
  function inner() { start(); }
  inner();
}
run();
`,
  },
  [
    'src/store.ts:arrow → src/store.ts:helper',
    'src/store.ts:main → src/store.ts:open',
    'src/store.ts:open → src/store.ts:helper',
    'src/use.ts → src/use.ts:run',
    'src/use.ts:run → src/more.ts:more',
    'src/use.ts:run → src/store.ts:arrow',
    'src/use.ts:run → src/store.ts:main',
    'src/use.ts:run → src/store.ts:open',
    'src/use.ts:run → src/use.ts:run.inner',
    'src/use.ts:run.inner → src/store.ts:open',
  ],
);

checkEdges(
  'follows values by construction, declared types and return types',
  {
    'store.ts': `
export class Base { close() { this.flush(); } flush() {} }
export class Store extends Base {
  constructor(private readonly index: Index) { super(); }
  get(key: string): Item { return this.index.find(key); }
  static open(): Store { return new Store(new Index()); }
}
export class Index { items: Item[] = []; find(key: string): Item { return this.items[0].self(); } }
export class Item { self(): Item { return this; } save() {} }
export async function load(): Promise<Store> { return Store.open(); }
export interface Reader { read(): Item }
`,
    'use.ts': `
import { Store, load, type Reader, type Item } from './store';
const shared = new Store(undefined as never);
export async function run(parameter: Store | undefined, reader: Reader, items: Item[]) {
  const made = new Store(shared.index);
  made.get('a').save();
  (await load()).close();
  const loaded = await load();
  loaded.flush();
  parameter?.get('b');
  Store.open().get('c');
  reader.read().save();
  for (const item of items) item.save();
  items.map((item: Item) => item.self());
  shared.get('d');
}
`,
  },
  [
    'store.ts:Base.close → store.ts:Base.flush',
    'store.ts:Index.find → store.ts:Item.self',
    'store.ts:Store.get → store.ts:Index.find',
    'store.ts:Store.open → store.ts:Index',
    'store.ts:Store.open → store.ts:Index.constructor',
  ]
    .filter((edge) => !edge.endsWith('Index.constructor'))
    .concat([
      'store.ts:Store.open → store.ts:Store',
      'store.ts:Store.open → store.ts:Store.constructor',
      'store.ts:load → store.ts:Store.open',
      'use.ts:run → store.ts:Base.close',
      'use.ts:run → store.ts:Base.flush',
      'use.ts:run → store.ts:Item.save',
      'use.ts:run → store.ts:Item.self',
      'use.ts:run → store.ts:Reader.read',
      'use.ts:run → store.ts:Store',
      'use.ts:run → store.ts:Store.constructor',
      'use.ts:run → store.ts:Store.get',
      'use.ts:run → store.ts:Store.open',
      'use.ts:run → store.ts:load',
      'use.ts:shared → store.ts:Store',
      'use.ts:shared → store.ts:Store.constructor',
    ])
    .sort(),
);

checkEdges(
  'makes no edge for shadowed or common names, or to another language',
  {
    'lib.ts': `
export function parse(text: string) {}
export class Cache { get(key: string) {} rarelyNamed(key: string) {} }
`,
    'use.ts': `
import { parse } from './lib';
export function a(parse: (text: string) => void) { parse('x'); }
export function b() { const parse = JSON.parse; parse('x'); }
export function c(cache) { cache.get('x'); cache.rarelyNamed('x'); cache.rarelyNamed(); }
export function d(list: string[]) { list.get('x'); console.rarelyNamed('x'); new Map().get('x'); }
`,
    'unseen.ts': `export function e(cache) { cache.rarelyNamed('x'); parse('x'); }\n`,
    'other.py': 'def f(cache):\n    cache.rarelyNamed("x")\n    parse("x")\n',
  },
  ['use.ts:c → lib.ts:Cache.rarelyNamed (?)'],
);

checkEdges(
  'lists functions passed as values, recursion, cycles and overloads',
  {
    'a.ts': `
import { pong } from './b';
export function ping(n: number): void;
export function ping(n: number, text?: string): void { pong(n); }
export function self(n: number) { if (n > 0) self(n - 1); }
export function handler() {}
function register(f: () => void, g?: unknown) {}
register(handler);
export const table = { handler, other: self };
`,
    'b.ts': `import { ping } from './a';\nexport function pong(n: number) { ping(n); ping(n, 'x'); }\n`,
  },
  [
    'a.ts → a.ts:handler (value)',
    'a.ts → a.ts:register',
    'a.ts:ping → b.ts:pong',
    'a.ts:self → a.ts:self',
    'a.ts:table → a.ts:handler (value)',
    'a.ts:table → a.ts:self (value)',
    'b.ts:pong → a.ts:ping',
  ],
);

checkEdges(
  'follows CommonJS modules and objects',
  {
    'lib.js': `
exports.first = function first() { return second(); };
function second() {}
exports.second = second;
`,
    'whole.js': 'module.exports = function build() { this.x; };\n',
    'app.js': `
var lib = require('./lib');
var make = require('./whole');
const { second: other } = require('./lib');
var app = exports = module.exports = {};
app.start = function start() { this.stop(); lib.first(); make(); other(); };
app.stop = function stop() { var self = this; self.start(); };
`,
  },
  [
    'app.js:app.start → app.js:app.stop',
    'app.js:app.start → lib.js:first',
    'app.js:app.start → lib.js:second',
    'app.js:app.start → whole.js:build',
    'app.js:app.stop → app.js:app.start',
    'lib.js:first → lib.js:second',
  ],
);

checkEdges(
  'does not resolve a bare name to a method of an object',
  {
    'shop.js': `(function wrap() {
  const tools = { open() {}, shut: function () { open(); } };
  tools.isNaN = function (value) { return isNaN(value); };
  tools.open();
})();
exports.save = function () {};
function run() { save(); }
`,
  },
  [],
);
