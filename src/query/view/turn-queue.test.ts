import { expect, test } from 'vitest';
import { TurnQueue } from './turn-queue.ts';
import { pauseIfDue } from './turns.ts';

/** A queue whose turns the test runs. */
function manualQueue() {
  const scheduled: (() => void)[] = [];
  const queue = new TurnQueue((run) => scheduled.push(run));
  const resumed: string[] = [];
  return {
    resumed,
    scheduled,
    wait: (name: string, signal?: AbortSignal, usedMs = 0) => queue.wait(signal, usedMs).then(() => resumed.push(name)),
    turn: async () => {
      for (const run of scheduled.splice(0)) run();
      await new Promise((resolve) => setImmediate(resolve));
      return [...resumed];
    },
  };
}

test('resumes one waiting call per turn, first come, first served', async () => {
  const { wait, turn, scheduled } = manualQueue();
  for (const name of ['a', 'b', 'c']) wait(name);
  expect(scheduled).toHaveLength(1);
  expect(await turn()).toEqual(['a']);
  wait('a again');
  expect(await turn()).toEqual(['a', 'b']);
  expect(await turn()).toEqual(['a', 'b', 'c']);
  expect(await turn()).toEqual(['a', 'b', 'c', 'a again']);
  expect(scheduled).toEqual([]);
});

test('calls that have worked less come first, and the oldest every few turns', async () => {
  const { wait, turn } = manualQueue();
  wait('long', undefined, 900);
  wait('longer', undefined, 2_000);
  expect(await turn()).toEqual(['long']);
  for (const name of ['a', 'b', 'c', 'd']) wait(name, undefined, 5);
  for (let count = 0; count < 5; count++) await turn();
  expect(await turn()).toEqual(['long', 'a', 'b', 'c', 'longer', 'd']);
});

test('resumes cancelled calls at once, besides the one whose turn it is', async () => {
  const { wait, turn, scheduled } = manualQueue();
  const cancelled = new AbortController();
  wait('a');
  wait('b', cancelled.signal);
  wait('c');
  wait('d', cancelled.signal);
  cancelled.abort();
  expect((await turn()).sort()).toEqual(['a', 'b', 'd']);
  expect((await turn()).sort()).toEqual(['a', 'b', 'c', 'd']);
  expect(scheduled).toEqual([]);
});

test('a turn of the event loop holds one slice, however many calls are busy', async () => {
  let slicesInTurn = 0;
  let most = 0;
  let isOver = false;
  const countTurn = () => {
    slicesInTurn = 0;
    if (!isOver) setImmediate(countTurn);
  };
  setImmediate(countTurn);
  const busyCall = async () => {
    for (let slice = 0; slice < 3; slice++) {
      await pauseIfDue(undefined);
      slicesInTurn++;
      most = Math.max(most, slicesInTurn);
      const endMs = performance.now() + 11;
      while (performance.now() < endMs);
    }
  };
  await Promise.all(Array.from({ length: 8 }, busyCall));
  isOver = true;
  // The first slice may start in the turn of another one.
  expect(most).toBeLessThanOrEqual(2);
});
