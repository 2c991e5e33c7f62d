import { expect, test } from 'vitest';
import { SharedWork } from './shared-work.ts';

function started() {
  let finish: (value: string) => void = () => {};
  let signal: AbortSignal | undefined;
  const work = new SharedWork<string>((stopped) => {
    signal = stopped;
    return new Promise((resolve, reject) => {
      finish = resolve;
      stopped.addEventListener('abort', () => reject(stopped.reason));
    });
  });
  return { work, finish: (value: string) => finish(value), isStopped: () => signal?.aborted };
}

test('goes on for a caller that still waits', async () => {
  const { work, finish, isStopped } = started();
  const leaving = new AbortController();
  const first = work.wait(leaving.signal).catch((reason) => reason);
  const second = work.wait(new AbortController().signal);
  leaving.abort('left');
  expect(await first).toBe('left');
  expect(isStopped()).toBe(false);
  finish('done');
  expect(await second).toBe('done');
});

test('is stopped once all callers have left', async () => {
  const { work, isStopped } = started();
  const [one, other] = [new AbortController(), new AbortController()];
  const waiting = [work.wait(one.signal), work.wait(other.signal)].map((wait) => wait.catch((reason) => reason));
  one.abort('one');
  other.abort('other');
  expect(await Promise.all(waiting)).toEqual(['one', 'other']);
  expect(isStopped()).toBe(true);
  expect(work.isStopped).toBe(true);
});

test('is not stopped by a signal after its end', async () => {
  const { work, finish } = started();
  const late = new AbortController();
  const waiting = work.wait(late.signal);
  finish('done');
  expect(await waiting).toBe('done');
  late.abort();
  expect(work.isStopped).toBe(false);
});
