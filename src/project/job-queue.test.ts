import { expect, test } from 'vitest';
import { JobQueue } from './job-queue.ts';

/** A queue of two places, with work that ends when the test says so. */
function queueOfTwo() {
  const queue = new JobQueue(2);
  const begun: string[] = [];
  const ends = new Map<string, { resolve(): void; reject(error: Error): void }>();
  const add = (name: string, isUrgent = false, ending = new AbortController()) => {
    const work = () =>
      new Promise<string>((resolve, reject) => {
        begun.push(name);
        ends.set(name, { resolve: () => resolve(name), reject });
      });
    const queued = queue.add(work, isUrgent, ending.signal);
    queued.outcome.catch(() => {});
    return { queued, cancel: () => ending.abort() };
  };
  const end = async (name: string) => {
    ends.get(name)?.resolve();
    await settled();
  };
  return { add, begun, ends, end };
}

/** All promises that can settle have settled. */
const settled = () => new Promise((resume) => setImmediate(resume));

test('runs no more than its number at once, in the order of arrival', async () => {
  const { add, begun, end } = queueOfTwo();
  const jobs = ['a', 'b', 'c', 'd'].map((name) => add(name).queued);
  await settled();
  expect(begun).toEqual(['a', 'b']);
  expect(jobs.map(({ isWaiting }) => isWaiting)).toEqual([false, false, true, true]);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c']);
  await end('a');
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  expect(await jobs[1]?.outcome).toBe('b');
});

test('prefers work that someone waits for, from the start or since', async () => {
  const { add, begun, end } = queueOfTwo();
  for (const name of ['a', 'b', 'c']) add(name);
  const late = add('d').queued;
  add('e', true);
  late.hurry();
  for (const name of ['a', 'b', 'd', 'e']) await end(name);
  expect(begun).toEqual(['a', 'b', 'd', 'e', 'c']);
});

test('forgets waiting work that is cancelled', async () => {
  const { add, begun, end } = queueOfTwo();
  for (const name of ['a', 'b']) add(name);
  const { queued, cancel } = add('c');
  add('d');
  cancel();
  expect(queued.isWaiting).toBe(false);
  await expect(queued.outcome).rejects.toMatchObject({ code: 'job_cancelled' });
  await end('a');
  expect(begun).toEqual(['a', 'b', 'd']);
  const cancelled = new AbortController();
  cancelled.abort();
  await expect(add('e', false, cancelled).queued.outcome).rejects.toMatchObject({ code: 'job_cancelled' });
});

test('gives the place of work that failed to the next, and does not lose places', async () => {
  const { add, begun, ends, end } = queueOfTwo();
  for (const name of ['a', 'b', 'c']) add(name);
  await settled();
  ends.get('a')?.reject(new Error('lost'));
  await settled();
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const name of ['b', 'c']) await end(name);
  for (const name of ['x', 'y', 'z']) add(name);
  await settled();
  expect(begun.slice(3)).toEqual(['x', 'y']);
});
