import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { LongCalls } from './long-calls.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Calls that last until they are ended, as those of a hostile client. */
function started(count: number) {
  const [limit, long] = [new ConcurrencyLimit(16), new LongCalls()];
  const outcomes: Promise<string>[] = [];
  const call = (work: (signal: AbortSignal) => Promise<string>, signal?: AbortSignal, isCostly = true) =>
    limit
      .run((giveBack) => long.run(work, giveBack, signal), { isCostly: () => isCostly })
      .catch((error) => error.code ?? error.message);
  const endless = (signal: AbortSignal) =>
    new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('ended')));
  for (let each = 0; each < count; each++) outcomes.push(call(endless));
  return { call, endless, outcomes };
}

test('calls that take long do not keep a quick one waiting', async () => {
  const { call, outcomes } = started(200);
  const quick = call(async () => 'answered', undefined, false);
  const alike = call(async () => 'answered');
  await vi.advanceTimersByTimeAsync(10);
  expect(await Promise.race([quick, 'waiting'])).toBe('answered');
  await vi.advanceTimersByTimeAsync(90_000);
  expect(await alike).toBe('answered');
  const settled = await Promise.all(outcomes.slice(32).map((each) => Promise.race([each, 'running'])));
  expect(new Set(settled)).toEqual(new Set(['server_busy']));
});

test('a call that ends makes room for another', async () => {
  const { call, endless } = started(31);
  await vi.advanceTimersByTimeAsync(3_000);
  const cancelling = new AbortController();
  const last = call(endless, cancelling.signal);
  await vi.advanceTimersByTimeAsync(2_000);
  const refused = call(endless);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await refused).toBe('server_busy');
  cancelling.abort();
  expect(await last).toBe('ended');
  const next = call(endless);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await Promise.race([next, 'running'])).toBe('running');
});
