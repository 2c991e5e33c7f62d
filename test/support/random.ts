/** Seeded random choices, so that a failing run can be repeated; the generator is that of `codecompass eval`. */
import { randomFrom as numbersFrom } from '../../src/evaluate/random.ts';

export interface Random {
  /** Returns an integer from 0 up to, but excluding, `below`. */
  below(below: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

export function randomFrom(seed: number): Random {
  const next = numbersFrom(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick: (items) => {
      if (items.length === 0) throw new Error('No items to pick from.');
      return items[below(items.length)] as (typeof items)[number];
    },
  };
}
