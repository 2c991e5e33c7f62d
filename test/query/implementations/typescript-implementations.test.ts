/** TypeScript: classes, interfaces and objects that declare what they implement. */
import { expect, test } from 'vitest';
import { implementationsIn } from './check-implementations.ts';

const implementations = implementationsIn({
  'src/store.ts': `export interface Store {
  get(key: string): string;
}

export interface NamedStore extends Store {
  name: string;
}

export abstract class Base implements NamedStore {
  name = 'base';
  abstract get(key: string): string;
  close(): void {}
}
`,
  'src/stores.ts': `import { Base, type Store as Kept } from './store.js';

export class Memory extends Base {
  get(key: string): string {
    return key;
  }
  close(): void {}
}

export const empty: Kept = {
  get(key) {
    return '';
  },
};

export class LooksAlike {
  get(key: string): string {
    return key;
  }
}
`,
});

test('an interface is implemented by classes, interfaces and objects that say so', async () => {
  const { shown, answer } = await implementations('Store');
  expect(shown).toEqual([
    'src/store.ts:5 NamedStore extends 1',
    'src/stores.ts:10 empty implements 1',
    'src/store.ts:9 Base implements 2',
    'src/stores.ts:3 Memory extends 3',
  ]);
  expect(answer.metadata.warnings).toEqual(['Types that match Store without declaring it are not listed.']);
  expect(answer.metadata.result_completeness).toBe('partial');
});

test('methods are implemented or overridden', async () => {
  expect((await implementations('Store.get')).shown).toEqual([
    'src/stores.ts:11 get implements 1',
    'src/stores.ts:17 get implements 1?',
    'src/store.ts:11 get implements 2',
    'src/stores.ts:4 get implements 3',
  ]);
  expect((await implementations('Base.get')).shown).toEqual(['src/stores.ts:4 get implements 1']);
  expect((await implementations('Base.close')).shown).toEqual(['src/stores.ts:7 close overrides 1']);
  expect((await implementations('Memory.get', { direction: 'up' })).shown).toEqual([
    'src/store.ts:11 get implements 1',
    'src/store.ts:2 get implements 3',
  ]);
});

test('up: the bases of a class', async () => {
  expect((await implementations('Memory', { direction: 'up' })).shown).toEqual([
    'src/store.ts:9 Base extends 1',
    'src/store.ts:5 NamedStore implements 2',
    'src/store.ts:1 Store extends 3',
  ]);
});
