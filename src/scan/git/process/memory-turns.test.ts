import { expect, test } from 'vitest';
import { memoryTurn } from './memory-turns.ts';

const quarter = 1 << 28;
const isDone = async (turn: Promise<unknown>) =>
  (await Promise.race([turn.then(() => 'done'), new Promise((resolve) => setTimeout(resolve, 5, 'waiting'))])) ===
  'done';

test('gits of one repository wait for memory, in order, and those of others do not', async () => {
  const running = await Promise.all(Array.from({ length: 4 }, () => memoryTurn('/a', quarter)));
  const [fifth, sixth] = [memoryTurn('/a', quarter), memoryTurn('/a', quarter)];
  expect(await isDone(fifth)).toBe(false);
  const other = memoryTurn('/b', quarter);
  expect(await isDone(other)).toBe(true);
  running[0]?.();
  expect(await isDone(fifth)).toBe(true);
  expect(await isDone(sixth)).toBe(false);
  for (const giveBack of [...running.slice(1), await fifth, await other]) giveBack();
  (await sixth)();
});

test('one that needs more than all may have runs alone, and a cancelled one leaves', async () => {
  const large = await memoryTurn('/c', 8 * quarter);
  const leaving = new AbortController();
  const left = memoryTurn('/c', quarter, leaving.signal).catch((error) => error.name);
  const next = memoryTurn('/c', quarter);
  leaving.abort();
  expect(await left).toBe('AbortError');
  expect(await isDone(next)).toBe(false);
  large();
  (await next)();
});
