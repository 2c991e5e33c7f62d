import { expect, test } from 'vitest';
import type { Resolver } from '../../../languages/call-rules.ts';
import type { SymbolRecord } from '../../../store/store.ts';
import { linearization } from './linearization.ts';

const typeOf = (id: number) => ({ id, name: `T${id}` }) as SymbolRecord;

/** Every check finds that a pause is due. */
function resolverOf(basesOf: (id: number) => readonly number[]) {
  const counts = { asked: 0, pauses: 0 };
  const caches = new Map<unknown, unknown>();
  const view = {
    isPauseDue: () => true,
    pause: async () => void counts.pauses++,
    derived: async (create: () => unknown) => {
      if (!caches.has(create)) caches.set(create, create());
      return caches.get(create);
    },
  };
  const resolver = {
    view,
    basesOf: async ({ id }: SymbolRecord) => {
      counts.asked++;
      return basesOf(id).map(typeOf);
    },
  };
  return { resolver: resolver as unknown as Resolver, counts };
}

const ids = (order: readonly SymbolRecord[]) => order.map(({ id }) => id);

test('bases are in the order of C3', async () => {
  const bases: Record<number, number[]> = { 1: [2, 3], 2: [4], 3: [4], 4: [] };
  const { resolver } = resolverOf((id) => bases[id] ?? []);
  expect(ids(await linearization(resolver, typeOf(1)))).toEqual([1, 2, 3, 4]);
});

test('a chain of very many classes is followed as far as its order is kept, with pauses', async () => {
  const { resolver, counts } = resolverOf((id) => [id + 1]);
  const order = await linearization(resolver, typeOf(1));
  expect(ids(order)).toEqual(Array.from({ length: 500 }, (_, at) => at + 1));
  expect(counts.asked).toBeLessThan(600);
  expect(counts.pauses).toBeGreaterThan(400);
});
