/** Imports of TypeScript and JavaScript. */
import { check } from './check-imports.ts';

check(
  'a relative path is found with any extension',
  {
    'src/a.ts': `import { b } from './b';
import { c } from './c.js';
import { d } from './deep';
import { e } from '../e.mjs';
import { f } from './f.jsx';
import data from './data.json';
import { Up } from '..';
import './style.css?inline';
import { gone } from './gone';
import { b as wrongCase } from './B';
import { outside } from '../../../outside';
import { g, Implied } from './g.d.ts';
import dot from './dot.config';
`,
    'src/b.ts': 'export const b = 1;',
    'src/c.ts': 'export function c() {}',
    'src/deep/index.tsx': 'export class d {}',
    'e.mts': 'export let e = 1;',
    'src/f.tsx': 'export function f() {}',
    'src/data.json': '{}',
    'src/style.css': 'a {}',
    'index.ts': 'export interface Up {}',
    'src/g.d.ts': 'export declare function g(): void;\ninterface Implied {}',
    'src/dot.config.ts': 'export default {};',
  },
  {
    'src/a.ts': [
      'src/b.ts > src/b.ts#b',
      'src/c.ts > src/c.ts#c',
      'src/deep/index.tsx > src/deep/index.tsx#d',
      'e.mts > e.mts#e',
      'src/f.tsx > src/f.tsx#f',
      'src/data.json',
      'index.ts > index.ts#Up',
      'src/style.css',
      '',
      '',
      '',
      'src/g.d.ts > src/g.d.ts#g',
      'src/g.d.ts > src/g.d.ts#Implied',
      'src/dot.config.ts > src/dot.config.ts#default',
    ],
  },
);

check(
  'a file comes before a folder of its name, code before its declarations, and each language before the other',
  {
    'a.ts': `import { x } from './both';
import { y } from './declared';
import { z } from './twin.js';
import { w } from './both/';
`,
    'b.js': `import { z } from './twin.js';
import { z as again } from './twin';
`,
    'both.ts': 'export const x = 1;',
    'both/index.ts': 'export const x = 2, w = 3;',
    'declared.js': 'export function y() {}',
    'declared.d.ts': 'export declare function y(): void;',
    'twin.ts': 'export const z = 1;',
    'twin.js': 'export const z = 1;',
  },
  {
    'a.ts': [
      'both.ts > both.ts#x',
      'declared.js > declared.js#y',
      'twin.ts > twin.ts#z',
      'both/index.ts > both/index.ts#w',
    ],
    'b.js': ['twin.js > twin.js#z', 'twin.js > twin.js#z'],
  },
);

check(
  're-exports are followed to the declaration, through stars, renames and cycles',
  {
    'app.ts': `import { plain, renamed, starred, ns, viaDefault, local } from './barrel';
import anything from './barrel';
import { missing, hidden } from './barrel';
import { round } from './circle-a';
import * as all from './barrel';
import type { Shape } from './barrel';
`,
    'barrel.ts': `export { plain } from './impl';
export { original as renamed } from './impl';
export * from './stars';
export * as ns from './impl';
export { default as viaDefault } from './impl';
import { forwarded } from './impl';
export { forwarded as local };
export { default } from './impl';
export type { Shape } from './types';
const hidden = 1;
`,
    'stars.ts': `export * from './impl-stars';
export * from './barrel';
`,
    'impl-stars.ts': 'export function starred() {}',
    'impl.ts': `export function plain() {}
export function original() {}
export const forwarded = 1;
export default class Main {}
`,
    'types.ts': 'export interface Shape {}',
    'circle-a.ts': `export * from './circle-b';
export { round } from './circle-b';
`,
    'circle-b.ts': `export { round } from './circle-a';
export * from './circle-a';
`,
  },
  {
    'app.ts': [
      'barrel.ts > impl.ts#plain',
      'barrel.ts > impl.ts#original',
      'barrel.ts > impl-stars.ts#starred',
      'barrel.ts',
      'barrel.ts > impl.ts#Main',
      'barrel.ts > impl.ts#forwarded',
      'barrel.ts > impl.ts#Main',
      'barrel.ts',
      'barrel.ts',
      'circle-a.ts',
      'barrel.ts',
      'barrel.ts > types.ts#Shape',
    ],
  },
);

check(
  'default exports are found in every syntax',
  {
    'app.ts': `import a from './a';
import b from './b';
import c from './c';
import d from './d';
import e, { extra } from './e';
import { default as again } from './a';
import f from './f';
`,
    'a.ts': 'export default function named() {}',
    'b.ts': 'export default () => 1;',
    'c.ts': 'class C {}\nexport { C as default };',
    'd.ts': "import a from './a';\nexport default a;",
    'e.ts': 'const e = { x: 1 };\nexport const extra = 2;\nexport default e;',
    'f.ts': 'export const only = 1;',
  },
  {
    'app.ts': [
      'a.ts > a.ts#named',
      'b.ts > b.ts#default',
      'c.ts > c.ts#C',
      'd.ts > a.ts#named',
      'e.ts > e.ts#e',
      'e.ts > e.ts#extra',
      'a.ts > a.ts#named',
      'f.ts',
    ],
  },
);

check(
  'require resolves to the exports of CommonJS modules',
  {
    'app.js': `const whole = require('./whole');
const { one, two: zwei } = require('./object');
const handle = require('./app-object').handle;
require('./effect');
const folder = require('./folder');
const passed = require('./passed');
const { one: through } = require('./passed');
const lib = require('./members').lib;
const path = require('path');
const later = await import('./whole.js');
`,
    'whole.js': 'module.exports = createApp;\nfunction createApp() {}',
    'object.js': 'function one() {}\nfunction other() {}\nmodule.exports = { one, two: other };',
    'app-object.js': 'var app = exports = module.exports = {};\napp.handle = function handle() {};',
    'effect.js': '',
    'folder/index.js': 'module.exports = class Folder {};',
    'passed.js': "module.exports = require('./object');",
    'members.js': "exports.lib = require('./whole');\nexports.helper = helper;\nfunction helper() {}",
  },
  {
    'app.js': [
      'whole.js > whole.js#createApp',
      'object.js > object.js#one',
      'object.js > object.js#other',
      'app-object.js > app-object.js#app.handle',
      'effect.js',
      'folder/index.js > folder/index.js#Folder',
      'passed.js',
      'passed.js > object.js#one',
      'members.js > whole.js#createApp',
      '',
      'whole.js > whole.js#createApp',
    ],
  },
);

check(
  'packages of the repository are found by name, and built files by their sources',
  {
    'package.json': '{ "name": "root", "private": true, "workspaces": ["packages/*"] }',
    'packages/app/package.json':
      '{ "name": "app", "dependencies": { "@my/core": "workspace:*", "aliased": "npm:@my/core@1", "linked": "link:../linked-here", "events": "*" } }',
    'packages/app/src/main.ts': `import { core } from '@my/core';
import { sub } from '@my/core/sub';
import { feature } from '@my/core/features/login';
import { internal } from '@my/core/internal/secret';
import { main } from 'mainly';
import { types } from 'typed';
import { bare } from 'bare';
import { core as aliased } from 'aliased';
import { linked } from 'linked';
import { external } from 'lodash';
import { deep } from 'bare/lib/deep';
import fs from 'fs';
import ee from 'events';
import { special } from 'special';
import fsp from 'node:fs/promises';
`,
    'packages/core/package.json': `{ "name": "@my/core", "exports": {
  ".": { "types": "./dist/index.d.ts", "import": "./dist/index.mjs", "require": "./dist/index.cjs" },
  "./sub": "./dist/esm/sub.js",
  "./features/*": { "node": { "import": "./dist/features/*/index.js" } },
  "./internal/*": null
} }`,
    'packages/core/src/index.ts': 'export const core = 1;',
    'packages/core/src/sub.ts': 'export const sub = 1;',
    'packages/core/src/features/login/index.ts': 'export const feature = 1;',
    'packages/core/src/internal/secret.ts': 'export const internal = 1;',
    'packages/mainly/package.json': '{ "name": "mainly", "main": "./lib/start" }',
    'packages/mainly/lib/start.js': 'exports.main = () => 1;',
    'packages/typed/package.json': '{ "name": "typed", "main": "./build/bundle.js", "types": "./build/typed.d.ts" }',
    'packages/typed/src/index.ts': 'export type types = 1;',
    'packages/bare/package.json': '{ "name": "bare" }',
    'packages/bare/index.js': 'export const bare = 1;',
    'packages/bare/lib/deep.js': 'export const deep = 1;',
    'packages/linked-here/package.json': '{ "name": "another-name", "main": "linked.js" }',
    'packages/linked-here/linked.js': 'exports.linked = 1;',
    'packages/fs/package.json': '{ "name": "fs", "main": "index.js" }',
    'packages/fs/index.js': 'module.exports = 1;',
    'packages/events/package.json': '{ "name": "events", "main": "index.js" }',
    'packages/events/index.js': 'export default function emitter() {}',
    'packages/special/package.json':
      '{ "name": "special", "exports": { ".": { "edge": "./edge.js", "default": "./index.js" } } }',
    'packages/special/edge.js': 'export const special = 1;',
    'packages/special/index.js': 'export const special = 2;',
  },
  {
    'packages/app/src/main.ts': [
      'packages/core/src/index.ts > packages/core/src/index.ts#core',
      'packages/core/src/sub.ts > packages/core/src/sub.ts#sub',
      'packages/core/src/features/login/index.ts > packages/core/src/features/login/index.ts#feature',
      '',
      'packages/mainly/lib/start.js > packages/mainly/lib/start.js#main',
      'packages/typed/src/index.ts > packages/typed/src/index.ts#types',
      'packages/bare/index.js > packages/bare/index.js#bare',
      'packages/core/src/index.ts > packages/core/src/index.ts#core',
      'packages/linked-here/linked.js > packages/linked-here/linked.js#linked',
      '',
      'packages/bare/lib/deep.js > packages/bare/lib/deep.js#deep',
      '',
      'packages/events/index.js > packages/events/index.js#emitter',
      'packages/special/index.js > packages/special/index.js#special',
      '',
    ],
  },
);

check(
  'private names are those of the nearest package',
  {
    'package.json': '{ "imports": { "#root": "./root.js" } }',
    'root.js': 'export const root = 1;',
    'packages/a/package.json':
      '{ "name": "a", "imports": { "#x": "./src/x.js", "#lib/*": { "default": "./src/lib/*.js" }, "#dep": "b" } }',
    'packages/a/src/main.ts': `import { x } from '#x';
import { y } from '#lib/deep/y';
import { b } from '#dep';
import { root } from '#root';
`,
    'packages/a/src/x.ts': 'export const x = 1;',
    'packages/a/src/lib/deep/y.ts': 'export const y = 1;',
    'packages/b/package.json': '{ "name": "b" }',
    'packages/b/index.ts': 'export const b = 1;',
  },
  {
    'packages/a/src/main.ts': [
      'packages/a/src/x.ts > packages/a/src/x.ts#x',
      'packages/a/src/lib/deep/y.ts > packages/a/src/lib/deep/y.ts#y',
      'packages/b/index.ts > packages/b/index.ts#b',
      '',
    ],
  },
);

check(
  'aliases come from the nearest configuration and those it extends',
  {
    'tsconfig.base.json': `{
  // Comments and trailing commas are allowed here.
  "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"], "@/special": ["src/very/special.ts"], "url": ["src/a.ts"], }, /* so */ },
}`,
    'tsconfig.json': '{ "extends": "./tsconfig.base" }',
    'src/main.ts': `import { a } from '@/a';
import { special } from '@/special';
import { based } from 'shared/based';
import { gone } from '@/gone';
import { a as url } from 'url';
`,
    'src/a.ts': 'export const a = 1;',
    'src/very/special.ts': 'export const special = 1;',
    'shared/based.ts': 'export const based = 1;',
    'apps/web/tsconfig.json':
      '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }, { "path": "./none" }] }',
    'apps/web/tsconfig.app.json':
      '{ "extends": ["../../tsconfig.base.json", "./broken.json"], "compilerOptions": { "paths": { "~/*": ["./src/*", "./generated/*"] }, "baseUrl": "./" } }',
    'apps/web/broken.json': '{ "compilerOptions": ',
    'apps/web/src/page.tsx': `import { page } from '~/made';
import { a } from '@/a';
`,
    'apps/web/generated/made.ts': 'export const page = 1;',
    'tools/jsconfig.json': '{ "extends": "./jsconfig.json", "compilerOptions": { "paths": { "t": ["./tool"] } } }',
    'tools/run.js': "import { tool } from 't';",
    'tools/tool.js': 'export const tool = 1;',
  },
  {
    'src/main.ts': [
      'src/a.ts > src/a.ts#a',
      'src/very/special.ts > src/very/special.ts#special',
      'shared/based.ts > shared/based.ts#based',
      '',
      'src/a.ts > src/a.ts#a',
    ],
    'apps/web/src/page.tsx': ['apps/web/generated/made.ts > apps/web/generated/made.ts#page', ''],
    'tools/run.js': ['tools/tool.js > tools/tool.js#tool'],
  },
);

check(
  'invalid manifests are ignored',
  {
    'package.json': '{ "name": "broken", ',
    'tsconfig.json': 'not json at all',
    'packages/odd/package.json': '{ "name": "odd", "main": 7, "exports": null }',
    'packages/list/package.json': '[1, 2]',
    'packages/odd/index.js': 'export const odd = 1;',
    'packages/closed/package.json': '{ "name": "closed", "exports": { ".": [null, 3, { "import": {} }] } }',
    'packages/closed/index.js': 'export const closed = 1;',
    'src/a.ts': `import { b } from './b';
import { odd } from 'odd';
import { broken } from 'broken';
import { c } from '@/c';
import { closed } from 'closed';
`,
    'src/b.ts': 'export const b = 1;',
  },
  { 'src/a.ts': ['src/b.ts > src/b.ts#b', 'packages/odd/index.js > packages/odd/index.js#odd', '', '', ''] },
);

check(
  'older TypeScript import syntax is supported',
  {
    'app.ts': `import legacy = require('./legacy');
import { member } from './legacy';
export = legacy;
`,
    'legacy.ts': 'class Legacy {}\nexport = Legacy;',
    'user.ts': "import app from './app';",
  },
  { 'app.ts': ['legacy.ts > legacy.ts#Legacy', 'legacy.ts'], 'user.ts': ['app.ts > legacy.ts#Legacy'] },
);
