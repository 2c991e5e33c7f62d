/** Calls through interfaces and base classes in TypeScript and JavaScript. */
import { checkDispatch } from './check-dispatch.ts';

checkDispatch(
  'follows interfaces through fields, parameters, results and bounds',
  {
    'store.ts': `export interface Reader {
  read(key: string): string;
}
export interface Store extends Reader {
  write(key: string): void;
}
export abstract class Base implements Store {
  abstract read(key: string): string;
  write(key: string): void { this.read(key); }
  static open(): void {}
  private secret(): void {}
  run(): void { this.secret(); }
}
`,
    'disk.ts': `import { Base as Common, type Store } from './store';

export class Disk extends Common {
  constructor() { super(); }
  read(key: string): string { return key; }
  write(key: string): void { super.write(key); }
  static open(): void {}
}
export class Memory implements Store {
  read(key: string): string { return key; }
  write(key: string): void {}
}
export class Unrelated {
  read(key: string): string { return key; }
}
export const empty: Store = {
  read(key) { return key; },
  write: () => {},
};
export function frozen(): Store {
  return { read: (key) => key, write(key) {} };
}
`,
    'app.ts': `import type { Reader, Store } from './store';
import { Base } from './store';
import { Disk } from './disk';

class App {
  private own: Store;
  constructor(private readonly store: Store, reader: Reader) { this.own = store; reader.read('x'); }
  byField() { this.store.write('x'); }
  byAssignedField() { this.own.write('x'); }
}
function byParameter(store: Store | undefined) { store?.write('x'); }
function made(): Store { throw new Error(); }
function byResult() { made().write('x'); }
async function later(): Promise<Store> { throw new Error(); }
async function byPromise() { (await later()).write('x'); }
function byElement(stores: Store[]) { for (const store of stores) store.write('x'); }
function byBound<T extends Store>(store: T) { store.write('x'); }
function exactly() { new Disk().run(); Base.open(); }
const byArrow = (store: Store) => store.write('x');
`,
  },
  [
    'app.ts:App.byAssignedField → disk.ts:Disk.write',
    'app.ts:App.byAssignedField → disk.ts:Memory.write',
    'app.ts:App.byAssignedField → disk.ts:empty.write',
    'app.ts:App.byAssignedField → disk.ts:frozen.write',
    'app.ts:App.byAssignedField → store.ts:Base.write',
    'app.ts:App.byField → disk.ts:Disk.write',
    'app.ts:App.byField → disk.ts:Memory.write',
    'app.ts:App.byField → disk.ts:empty.write',
    'app.ts:App.byField → disk.ts:frozen.write',
    'app.ts:App.byField → store.ts:Base.write',
    'app.ts:App.constructor → disk.ts:Disk.read',
    'app.ts:App.constructor → disk.ts:Memory.read',
    'app.ts:App.constructor → disk.ts:Unrelated.read',
    'app.ts:App.constructor → disk.ts:empty.read',
    'app.ts:App.constructor → disk.ts:frozen.read',
    'app.ts:byArrow → disk.ts:Disk.write',
    'app.ts:byArrow → disk.ts:Memory.write',
    'app.ts:byArrow → disk.ts:empty.write',
    'app.ts:byArrow → disk.ts:frozen.write',
    'app.ts:byArrow → store.ts:Base.write',
    'app.ts:byBound → disk.ts:Disk.write',
    'app.ts:byBound → disk.ts:Memory.write',
    'app.ts:byBound → disk.ts:empty.write',
    'app.ts:byBound → disk.ts:frozen.write',
    'app.ts:byBound → store.ts:Base.write',
    'app.ts:byElement → disk.ts:Disk.write',
    'app.ts:byElement → disk.ts:Memory.write',
    'app.ts:byElement → disk.ts:empty.write',
    'app.ts:byElement → disk.ts:frozen.write',
    'app.ts:byElement → store.ts:Base.write',
    'app.ts:byParameter → disk.ts:Disk.write',
    'app.ts:byParameter → disk.ts:Memory.write',
    'app.ts:byParameter → disk.ts:empty.write',
    'app.ts:byParameter → disk.ts:frozen.write',
    'app.ts:byParameter → store.ts:Base.write',
    'app.ts:byPromise → disk.ts:Disk.write',
    'app.ts:byPromise → disk.ts:Memory.write',
    'app.ts:byPromise → disk.ts:empty.write',
    'app.ts:byPromise → disk.ts:frozen.write',
    'app.ts:byPromise → store.ts:Base.write',
    'app.ts:byResult → disk.ts:Disk.write',
    'app.ts:byResult → disk.ts:Memory.write',
    'app.ts:byResult → disk.ts:empty.write',
    'app.ts:byResult → disk.ts:frozen.write',
    'app.ts:byResult → store.ts:Base.write',
    'store.ts:Base.write → disk.ts:Disk.read',
  ],
);

checkDispatch(
  'follows classes of JavaScript',
  {
    'shapes.js': `class Shape {
  area() { return 0; }
  describe() { return this.area(); }
}
class Circle extends Shape {
  area() { return super.area(); }
}
class Other {
  area() { return 1; }
}
module.exports = { Shape, Circle, Other };
`,
  },
  ['shapes.js:Shape.describe → shapes.js:Circle.area'],
);
