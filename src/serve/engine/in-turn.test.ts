import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { InTurn } from './in-turn.ts';

test('runs one at a time, in order, whatever became of the others', async () => {
  const inTurn = new InTurn();
  const seen: string[] = [];
  const work =
    (name: string, fails = false) =>
    async () => {
      seen.push(`${name} begins`);
      await setImmediate();
      seen.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  expect(inTurn.isIdle).toBe(true);
  const all = [inTurn.run(work('a')), inTurn.run(work('b', true)), inTurn.run(work('c'))];
  expect(inTurn.isIdle).toBe(false);
  const results = await Promise.allSettled(all);
  expect(results.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message))).toEqual([
    'a',
    'b',
    'c',
  ]);
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  await setImmediate();
  expect(inTurn.isIdle).toBe(true);
});
