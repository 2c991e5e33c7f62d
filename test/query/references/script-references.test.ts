/** References in TypeScript and JavaScript: imports under other names, blocks, shorthand, exports, interfaces. */
import { expect, test } from 'vitest';
import { everyKind, referencesIn } from './check-references.ts';

const typescript = referencesIn({
  'src/store.ts': `/** A Store; openStore opens it. */
export interface Store {
  size: number;
  get(key: string): string;
}

export const limit = 10;

export class Disk implements Store {
  size = 0;
  get(key: string): string {
    this.size += 1;
    return key;
  }
}

export class Cache extends Disk {}

export function openStore(): Store {
  return new Disk();
}

export default function sealed<T>(target: T): T {
  return target;
}
`,
  'src/index.ts': "export { openStore, Disk as Drive } from './store.ts';\n",
  'src/use.ts': `import { limit, openStore as opened, type Store } from './store.ts';
import seal from './store.ts';

export function run(store: Store, thing: any) {
  const size = store.size;
  thing.size = size;
  const { get } = store;
  opened();
  seal(get);
  return { limit, text: \`\${limit} of limit\` };
}

export function count(limit: number) {
  return limit + 1;
}

export const table = { open: opened, 'openStore': 1 };
`,
  'src/use.test.ts': `import { Disk } from './store.ts';

@Disk
class Marked {}

test('one', () => {
  const el = () => new Disk().size;
  expect(el()).toBe(0);
});

test('two', () => {
  const el = () => 2;
  expect(el()).toBe(2);
  expect(el).toBeDefined();
});
`,
});

test('a function is called under an alias, passed on under it, imported and exported again', async () => {
  const { shown, answer } = await typescript('openStore', { path: 'src/store.ts', kinds: everyKind });
  expect(shown).toEqual([
    'src/store.ts:1 mention?',
    'src/index.ts:1 export',
    'src/use.ts:1 import',
    'src/use.ts:8 call as opened',
    'src/use.ts:17 read as opened',
    'src/use.ts:17 mention?',
  ]);
  expect(answer.completeness.renamed).toBe(2);
});

test('a default export is called under any name', async () => {
  const { shown } = await typescript('sealed');
  expect(shown).toEqual(['src/use.ts:9 call as seal']);
});

test('a constant is read in shorthand and in templates; a parameter of its name is another one', async () => {
  const { shown, answer } = await typescript('limit', { path: 'src/store.ts' });
  expect(shown).toEqual(['src/use.ts:1 import', 'src/use.ts:10 read', 'src/use.ts:10 read']);
  expect(answer.completeness).toMatchObject({ other_symbols: 2, mentions: 1, definitions: 1 });
});

test('an interface is implemented, a class extended, constructed and applied as a decorator', async () => {
  expect((await typescript('Store')).shown).toEqual([
    'src/store.ts:9 inherit',
    'src/store.ts:19 type',
    'src/use.ts:1 import',
    'src/use.ts:4 type',
  ]);
  expect((await typescript('Disk', { path: 'src/store.ts' })).shown).toEqual([
    'src/store.ts:17 inherit',
    'src/store.ts:20 call',
    'src/index.ts:1 export',
    'src/use.test.ts:1 import',
    'src/use.test.ts:3 decorate',
    'src/use.test.ts:7 call',
  ]);
});

test('members of an interface and of its implementation are told apart where types show it', async () => {
  expect((await typescript('Store.size')).shown).toEqual(['src/use.ts:5 read', 'src/use.ts:6 write?']);
  expect((await typescript('Disk.size')).shown).toEqual([
    'src/store.ts:12 write',
    'src/use.ts:6 write?',
    'src/use.test.ts:7 read',
  ]);
});

test('namesakes in two callbacks have their own uses', async () => {
  expect((await typescript('src/use.test.ts:7')).shown).toEqual(['src/use.test.ts:8 call']);
  expect((await typescript('src/use.test.ts:12')).shown).toEqual([
    'src/use.test.ts:13 call',
    'src/use.test.ts:14 read',
  ]);
});

const javascript = referencesIn({
  'lib/parse.js': `function parse(text) {
  return text;
}
const options = { strict: true };
module.exports = { parse, options };
`,
  'app.js': `const { parse, options } = require('./lib/parse');
const lib = require('./lib/parse');

function run($parse, parse$) {
  options.strict = false;
  lib.parse('parse');
  return [1].map(parse);
}
// parse nothing
`,
  'other.js': 'const text = { parse: 1 };\nJSON.parse(text.parse);\n',
});

test('CommonJS names are followed, and a dollar sign makes another name', async () => {
  const { shown, answer } = await javascript('parse', { path: 'lib/parse.js', kinds: everyKind });
  expect(shown).toEqual([
    'lib/parse.js:5 export',
    'app.js:1 import',
    'app.js:6 call',
    'app.js:6 mention?',
    'app.js:7 read',
    'app.js:9 mention?',
    'other.js:2 read?',
  ]);
  // Two paths of modules, a key of an object, and a method of a global.
  expect(answer.completeness.other_symbols).toBe(4);
  expect((await javascript('options', { path: 'lib/parse.js' })).shown).toEqual([
    'lib/parse.js:5 export',
    'app.js:1 import',
    'app.js:5 read',
  ]);
});
