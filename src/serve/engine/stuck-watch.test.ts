import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StuckWatch } from './stuck-watch.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A watch over a process that works all the time, unless `processorMs` says otherwise. */
function watched(processorMs: () => number | undefined = () => Date.now()) {
  const [ping, onStuck] = [vi.fn(), vi.fn()];
  const watch = new StuckWatch(1, { ping, onStuck, processorMs });
  return { watch, ping, onStuck };
}

test('a process that works and is silent is stuck', () => {
  const { watch, ping, onStuck } = watched();
  watch.begin();
  expect(ping).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(4_900);
  expect(onStuck).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(onStuck.mock.calls).toEqual([[false]]);
});

test('one that answers is not', () => {
  const { watch, ping, onStuck } = watched();
  ping.mockImplementation(() => setTimeout(() => watch.answered(), 4_000));
  watch.begin();
  vi.advanceTimersByTime(600_000);
  expect(onStuck).not.toHaveBeenCalled();
});

test.each([
  ['that gets no processor time', () => 0, true],
  ['whose processor time is unknown', () => undefined, false],
])('one %s has a minute', (_, processorMs, isStalled) => {
  const { watch, onStuck } = watched(processorMs);
  watch.begin();
  vi.advanceTimersByTime(59_000);
  expect(onStuck).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2_000);
  expect(onStuck.mock.calls).toEqual([[isStalled]]);
});

test('nothing is asked while no call runs', () => {
  const { watch, ping, onStuck } = watched();
  ping.mockImplementation(() => watch.answered());
  watch.begin();
  watch.begin();
  watch.finish();
  vi.advanceTimersByTime(1_000);
  const asked = ping.mock.calls.length;
  expect(asked).toBeGreaterThan(1);
  watch.finish();
  vi.advanceTimersByTime(600_000);
  expect(ping).toHaveBeenCalledTimes(asked);
  expect(onStuck).not.toHaveBeenCalled();
});
