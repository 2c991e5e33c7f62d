import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { StartThrottle } from './start-throttle.ts';

const connection = () => Object.assign(new EventEmitter(), { destroyed: false });

test('starts a limited number of calls per turn of the event loop, in order', async () => {
  const throttle = new StartThrottle(2);
  const begun: number[] = [];
  const all = [1, 2, 3, 4, 5].map((number) => throttle.begin(connection()).then(() => begun.push(number)));
  await Promise.resolve().then(() => {});
  expect(begun).toEqual([1, 2]);
  await Promise.all(all);
  expect(begun).toEqual([1, 2, 3, 4, 5]);
  await new Promise((resume) => setImmediate(resume));
  await throttle.begin(connection());
});

test('delays calls while connections arrive, but does not starve them', async () => {
  const throttle = new StartThrottle(4);
  const begun: number[] = [];
  throttle.arrived();
  const all = [1, 2, 3, 4, 5].map((number) => throttle.begin(connection()).then(() => begun.push(number)));
  const turn = async () => {
    throttle.arrived();
    await new Promise((resume) => setImmediate(resume));
  };
  for (let turns = 0; turns < 8; turns++) await turn();
  expect(begun).toEqual([]);
  for (let turns = 0; turns < 24; turns++) await turn();
  expect(begun.length).toBeGreaterThan(0);
  expect(begun.length).toBeLessThan(4);
  await Promise.all(all);
  expect(begun).toEqual([1, 2, 3, 4, 5]);
});

test('drops the calls of clients that disconnect, so that they delay nobody', async () => {
  const throttle = new StartThrottle(1);
  const gone = Array.from({ length: 1_000 }, connection);
  const waiting = gone.map((each) => throttle.begin(each));
  const other = throttle.begin(connection());
  for (const each of gone) each.emit('close');
  expect(throttle.waiting).toBe(1);
  // The first call started at once.
  expect(await Promise.all(waiting)).toEqual([true, ...gone.slice(1).map(() => false)]);
  await new Promise((resume) => setImmediate(resume));
  expect(throttle.waiting).toBe(0);
  expect(await other).toBe(true);
  expect(await throttle.begin(Object.assign(connection(), { destroyed: true }))).toBe(false);
});
