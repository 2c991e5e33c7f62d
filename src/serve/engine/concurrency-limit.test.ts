import { expect, test } from 'vitest';
import { ConcurrencyLimit } from './concurrency-limit.ts';

/** A task that runs until the test ends it. */
function openTask() {
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { run: () => ended, end };
}

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test('runs a number of tasks at once, the others in order of arrival', async () => {
  const limit = new ConcurrencyLimit(2);
  const started: number[] = [];
  const tasks = [0, 1, 2, 3].map(() => openTask());
  const all = tasks.map(({ run }, at) =>
    limit.run(() => {
      started.push(at);
      return run();
    }),
  );
  expect(started).toEqual([0, 1]);
  expect(limit.isFull()).toBe(true);
  tasks[1]?.end();
  await turn();
  expect(started).toEqual([0, 1, 2]);
  for (const { end } of tasks) end();
  await Promise.all(all);
  expect(started).toEqual([0, 1, 2, 3]);
  expect(limit.isFull()).toBe(false);
});

test('a cancelled task leaves the queue at once and frees its place', async () => {
  const limit = new ConcurrencyLimit(1, { tasks: 1, bytes: 100 });
  const first = openTask();
  const running = limit.run(first.run);
  const cancelled = new AbortController();
  const waiting = limit.run(async () => 'never', { signal: cancelled.signal, bytes: 100 });
  await expect(limit.run(async () => 'refused')).rejects.toMatchObject({ code: 'server_busy' });
  cancelled.abort(new Error('cancelled'));
  await expect(waiting).rejects.toThrow('cancelled');
  const next = limit.run(async () => 'next', { bytes: 100 });
  first.end();
  await running;
  expect(await next).toBe('next');
  expect(await limit.run(async () => 'free')).toBe('free');
});

test('refuses tasks that would hold too much memory while they wait', async () => {
  const limit = new ConcurrencyLimit(1, { tasks: 10, bytes: 100 });
  const first = openTask();
  const running = limit.run(first.run, { bytes: 1_000 });
  const small = limit.run(async () => 'small', { bytes: 60 });
  await expect(limit.run(async () => 'large', { bytes: 60 })).rejects.toMatchObject({ code: 'server_busy' });
  first.end();
  await running;
  expect(await small).toBe('small');
});

test('a task that was cancelled before it came does not run', async () => {
  const limit = new ConcurrencyLimit(1);
  const signal = AbortSignal.abort(new Error('cancelled'));
  await expect(limit.run(async () => 'ran', { signal })).rejects.toThrow('cancelled');
  expect(limit.isFull()).toBe(false);
});

test('continues after a failure', async () => {
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

test('a task that is cancelled while its place is passed on passes it on in turn', async () => {
  const limit = new ConcurrencyLimit(1);
  const first = openTask();
  const running = limit.run(first.run);
  const cancelled = new AbortController();
  const waiting = limit.run(async () => 'ran', { signal: cancelled.signal });
  const last = limit.run(async () => 'last');
  first.end();
  await running;
  // The place is assigned, and the task has not begun yet.
  cancelled.abort(new Error('cancelled'));
  await expect(waiting).rejects.toThrow('cancelled');
  expect(await last).toBe('last');
  expect(limit.isFull()).toBe(false);
});

test('a flood of costly tasks leaves places to quick ones, and a flood of quick ones to costly ones', async () => {
  for (const isCostly of [true, false]) {
    const limit = new ConcurrencyLimit(8);
    const flood = Array.from({ length: 20 }, () => openTask());
    const order: string[] = [];
    const all = flood.map(({ run }) => limit.run(run, { isCostly: () => isCostly }));
    expect(limit.isFull(isCostly)).toBe(true);
    expect(limit.isFull(!isCostly)).toBe(false);
    for (const name of ['a', 'b', 'c']) {
      await limit.run(async () => order.push(name), { isCostly: () => !isCostly });
    }
    expect(order).toEqual(['a', 'b', 'c']);
    for (const { end } of flood) end();
    await Promise.all(all);
    expect(limit.isFull(isCostly)).toBe(false);
  }
});

test('of the places that both kinds may take, quick tasks get the next one', async () => {
  const limit = new ConcurrencyLimit(4);
  const tasks = Array.from({ length: 4 }, () => openTask());
  const all: Promise<unknown>[] = tasks.map(({ run }, at) => limit.run(run, { isCostly: () => at < 3 }));
  const started: string[] = [];
  const costly = limit.run(async () => started.push('costly'), { isCostly: () => true });
  const quick = limit.run(async () => started.push('quick'));
  tasks[0]?.end();
  await Promise.all([quick, costly]);
  expect(started).toEqual(['quick', 'costly']);
  for (const { end } of tasks) end();
  all.push(limit.run(async () => {}));
  await Promise.all(all);
});

test('tasks that turn out to be costly while they wait leave the places of quick ones', async () => {
  const limit = new ConcurrencyLimit(4);
  let isCostly = false;
  const flood = Array.from({ length: 20 }, () => openTask());
  const all = flood.map(({ run }) => limit.run(run, { isCostly: () => isCostly }));
  isCostly = true;
  const quick = limit.run(async () => 'quick');
  flood[0]?.end();
  expect(await quick).toBe('quick');
  for (const { end } of flood) end();
  await Promise.all(all);
});
