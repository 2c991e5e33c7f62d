import { expect, test } from 'vitest';
import { HeavyCalls } from './heavy-calls.ts';
import { PausingCall } from './pausing-call.ts';
import { timeNow } from './turns.ts';

/** Uses this much CPU time. */
function work(ms: number): void {
  const end = timeNow().cpuMs + ms;
  while (timeNow().cpuMs < end);
}

test('a call ends with an error once it has used up its time', async () => {
  const call = new PausingCall(undefined, 30);
  const working = (async () => {
    for (;;) {
      work(12);
      await call.pause();
    }
  })();
  await expect(working).rejects.toMatchObject({ code: 'query_too_expensive' });
});

test('one long slice counts in full', async () => {
  const call = new PausingCall(undefined, 1_200);
  work(1_300);
  await expect(call.pause()).rejects.toMatchObject({ code: 'query_too_expensive' });
});

test('waiting does not use up the time of a call', async () => {
  const call = new PausingCall(undefined, 100);
  await call.pause();
  await new Promise((resolve) => setTimeout(resolve, 300));
  await expect(call.pause()).resolves.toBeUndefined();
});

test('what another call does meanwhile does not use up the time of a call that waits for it', async () => {
  const [waiting, working] = [new PausingCall(undefined, 100), new PausingCall(undefined, 5_000)];
  await waiting.pause();
  for (let slice = 0; slice < 10; slice++) {
    work(30);
    await working.pause();
  }
  await expect(waiting.pause()).resolves.toBeUndefined();
});

test('the views of one request are one call, and those of the next another', () => {
  const { signal } = new AbortController();
  const [first, second] = [PausingCall.of(signal), PausingCall.of(signal)];
  expect(first).toBe(second);
  first.end();
  expect(PausingCall.of(signal)).toBe(first);
  first.end();
  first.end();
  expect(PausingCall.of(signal)).not.toBe(first);
  expect(PausingCall.of(undefined)).not.toBe(PausingCall.of(undefined));
});

test('a few heavy calls go on at once, the others in order of arrival; a cancelled one leaves', async () => {
  const heavy = new HeavyCalls(2);
  const entered: string[] = [];
  const cancelled = new AbortController();
  const enter = (name: string, signal = new AbortController().signal) =>
    heavy.enter(signal).then(() => entered.push(name));
  await Promise.all([enter('a'), enter('b')]);
  const waiting = enter('c', cancelled.signal);
  const last = enter('d');
  cancelled.abort(new Error('cancelled'));
  await expect(waiting).rejects.toThrow('cancelled');
  expect(entered).toEqual(['a', 'b']);
  heavy.leave();
  await last;
  expect(entered).toEqual(['a', 'b', 'd']);
  heavy.leave();
  heavy.leave();
  await enter('e');
  expect(entered.at(-1)).toBe('e');
});

test('heavy calls that wait for what another one derives do not block it', async () => {
  const calls = Array.from({ length: 6 }, () => PausingCall.of(new AbortController().signal));
  let settle: () => void = () => {};
  const value = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const [deriving, ...others] = calls as [PausingCall, ...PausingCall[]];
  const waiting = others.map(async (call) => {
    for (let slice = 0; slice < 3; slice++) {
      work(60);
      await call.pause();
    }
    await value;
    call.end();
  });
  for (let slice = 0; slice < 4; slice++) {
    work(60);
    await deriving.shared.pause();
  }
  settle();
  await Promise.all(waiting);
  deriving.end();
});

test('parts of a call that go on after its end are stopped, and keep no place', async () => {
  for (let round = 0; round < 4; round++) {
    const call = PausingCall.of(new AbortController().signal);
    const part = (async () => {
      for (;;) {
        work(60);
        await call.pause();
      }
    })();
    const failed = part.catch((thrown) => thrown);
    await new Promise((resolve) => setTimeout(resolve, 200));
    call.end();
    expect(await failed).toMatchObject({ message: 'The call has ended.' });
    expect(call.isDue()).toBe(true);
    await expect(call.shared.pause()).rejects.toThrow('The call has ended.');
  }
  const next = PausingCall.of(new AbortController().signal);
  for (let slice = 0; slice < 3; slice++) {
    work(60);
    await next.pause();
  }
  next.end();
});
