/** Random choices from a seed, so that a failing run can be run again; the generator is that of `codecompass eval`. */
import { randomFrom as numbersFrom } from '../../src/evaluate/random.ts';

export interface Random {
  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

export function randomFrom(seed: number): Random {
  const next = numbersFrom(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick: (items) => {
      if (items.length === 0) throw new Error('There is nothing to pick from.');
      return items[below(items.length)] as (typeof items)[number];
    },
  };
}
