/**
 * A pausing reader reads a store like any other, gives the event loop a turn now and then, and stops at the signal of
 * the call. A store may read synchronously: without the turns, a long query delays all other calls, and the message
 * that cancels it is not received before its end.
 */
import type { StoreReader } from '../../store/store.ts';
import { TurnQueue } from './turn-queue.ts';

/** Long enough that the turns cost nothing, short enough not to delay an answer noticeably. */
const sliceMs = 10;

export function pausingReader(store: StoreReader, signal: AbortSignal | undefined): StoreReader {
  const methods = new Map<string | symbol, unknown>();
  return new Proxy(store, {
    get(target, name) {
      const known = methods.get(name);
      if (known !== undefined) return known;
      const read = target[name as keyof StoreReader] as (...args: unknown[]) => Promise<unknown>;
      const pausing = (...args: unknown[]): Promise<unknown> =>
        isTurnDue() || signal?.aborted
          ? takeTurn(signal).then(() => read.apply(target, args))
          : read.apply(target, args);
      methods.set(name, pausing);
      return pausing;
    },
  });
}

/** For a long calculation between reads: gives the event loop a turn if one is due, and throws if the call is cancelled. */
export async function pauseIfDue(signal: AbortSignal | undefined): Promise<void> {
  if (isTurnDue() || signal?.aborted) await takeTurn(signal);
}

/** All calls share one thread, so the turn of one is a turn for all, and they share one queue. */
const turns = new TurnQueue(setImmediate);
let turnedAtMs = Number.NEGATIVE_INFINITY;

function isTurnDue(): boolean {
  return performance.now() - turnedAtMs > sliceMs;
}

async function takeTurn(signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await turns.wait(signal);
  turnedAtMs = performance.now();
  signal?.throwIfAborted();
}
