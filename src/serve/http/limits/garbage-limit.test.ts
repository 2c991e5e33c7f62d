import { expect, test } from 'vitest';
import { GarbageLimit } from './garbage-limit.ts';

const megabytes = 1 << 20;

/** Memory in megabytes: what is in use, and what a collection would leave. */
function memory(used: number, kept = used) {
  const state = { used, kept, collections: 0 };
  const limit = new GarbageLimit({
    usedBytes: () => state.used * megabytes,
    collect: () => {
      state.collections++;
      state.used = state.kept;
    },
  });
  return { state, limit };
}

test('collects when memory has grown by more than the limit, not before', () => {
  const { state, limit } = memory(20);
  for (const used of [30, 36]) {
    state.used = used;
    limit.check();
  }
  expect(state.collections).toBe(0);
  state.used = 37;
  limit.check();
  expect(state).toMatchObject({ collections: 1, used: 20 });
});

test('collects more rarely the more memory is kept', () => {
  const { state, limit } = memory(300);
  state.used = 449;
  limit.check();
  expect(state.collections).toBe(0);
  state.used = 451;
  limit.check();
  expect(state.collections).toBe(1);
});

test('does not collect again and again what is in use', () => {
  const { state, limit } = memory(20, 100);
  state.used = 100;
  for (let checks = 0; checks < 10; checks++) limit.check();
  expect(state.collections).toBe(1);
});

test('counts from the collections of V8', () => {
  const { state, limit } = memory(100);
  state.used = 20;
  limit.check();
  state.used = 80;
  state.kept = 20;
  limit.check();
  expect(state.collections).toBe(1);
});

test('checks at once after large bodies', () => {
  const { state, limit } = memory(20);
  state.used = 100;
  for (let chunks = 0; chunks < 127; chunks++) limit.received(65_536);
  expect(state.collections).toBe(0);
  limit.received(65_536);
  expect(state.collections).toBe(1);
});

test('checks once, soon, after small messages', async () => {
  const { state, limit } = memory(20);
  state.used = 100;
  for (let messages = 0; messages < 1_000; messages++) limit.received(1_000);
  expect(state.collections).toBe(0);
  await expect.poll(() => state.collections).toBe(1);
});
