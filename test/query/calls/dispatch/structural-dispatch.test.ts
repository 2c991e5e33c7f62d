/** Calls through interfaces and type literals of TypeScript that a class or object fits without naming them. */
import { checkDispatch } from './check-dispatch.ts';

const store = `export interface Reader {
  read(key: string): string;
}
export interface Store extends Reader {
  save(): void;
  flush?(): void;
}
export class MemoryStore {
  read(key: string): string { return key; }
  save() {}
}
export class WithoutRead {
  save() {}
}
export class Greedy {
  read(key: string, other: string): string { return key; }
  save() {}
}
export class Hidden {
  read(key: string): string { return key; }
  private save() {}
}
`;

checkDispatch(
  'a class fits an interface whose members it has',
  {
    'store.ts': store,
    'service.ts': `import type { Store } from './store';

export class Service {
  constructor(private store: Store) {}
  run() { this.store.save(); }
}
`,
  },
  ['service.ts:Service.run → store.ts:MemoryStore.save'],
);

checkDispatch(
  'a class, and an object, fit a type literal',
  {
    'plugin.ts': `export type Plugin = { name: string; setup(): void };
export class Cache {
  name = 'cache';
  setup() {}
}
export class Nameless {
  setup() {}
}
export const logger = { name: 'logger', setup() {} };
export function use(plugin: Plugin) { plugin.setup(); }
`,
  },
  ['plugin.ts:use → plugin.ts:Cache.setup', 'plugin.ts:use → plugin.ts:logger.setup'],
);

checkDispatch(
  'an object that is returned fits as well',
  {
    'plugin.ts': `export interface Plugin { setup(): void }
export function logger() {
  return { setup() {} };
}
export function add() { use({ setup() {} }); }
export function use(plugin: Plugin) { plugin.setup(); }
`,
  },
  ['plugin.ts:use → plugin.ts:add.setup', 'plugin.ts:use → plugin.ts:logger.setup'],
);
