import { expect, test } from 'vitest';
import { ConcurrencyLimit } from './service.ts';

test('runs at most two tasks at once, in order, and continues after a failure', async () => {
  const limit = new ConcurrencyLimit(2);
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
  const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((name) => limit.run(work(name))));
  expect(log).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
});
