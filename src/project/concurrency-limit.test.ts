import { expect, test } from 'vitest';
import { ConcurrencyLimit } from './concurrency-limit.ts';

test('lets a few run at once, in order, and goes on after a failure', async () => {
  const turns = new ConcurrencyLimit(2);
  const log: string[] = [];
  let running = 0;
  const work = (name: string) => async () => {
    running++;
    expect(running).toBeLessThanOrEqual(2);
    await new Promise((resume) => setImmediate(resume));
    log.push(name);
    running--;
    if (name === 'b') throw new Error('b');
    return name;
  };
  const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((name) => turns.run(work(name))));
  expect(log).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
});
