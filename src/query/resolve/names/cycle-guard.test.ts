import { expect, test } from 'vitest';
import { CycleGuard } from './cycle-guard.ts';

test('a result inside a cycle depends on where the walk began, that of its first item does not', () => {
  const guard = new CycleGuard();
  expect([guard.enter(1), guard.enter(2), guard.enter(1)]).toEqual([true, true, false]);
  expect([guard.leave(), guard.leave()]).toEqual([false, true]);
  expect([guard.enter(2), guard.leave()]).toEqual([true, true]);
});

test('an item beside a cycle keeps its result', () => {
  const guard = new CycleGuard();
  guard.enter(1);
  guard.enter(2);
  guard.enter(2);
  expect([guard.leave(), guard.leave()]).toEqual([true, true]);
});

test('no result of a walk that is too deep is context-free', () => {
  const guard = new CycleGuard();
  let depth = 0;
  while (guard.enter(depth)) depth++;
  const results = Array.from({ length: depth }, () => guard.leave());
  expect(results.every((isContextFree) => !isContextFree)).toBe(true);
  expect([guard.enter(0), guard.leave()]).toEqual([true, true]);
});
