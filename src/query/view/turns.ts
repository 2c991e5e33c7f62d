/** The turns of the event loop, which all calls share: long work gives one up every few milliseconds. */
import { TurnQueue } from './turn-queue.ts';

/** Long enough that the turns cost nothing, short enough not to delay an answer noticeably. */
const sliceMs = 10;

/** For a long calculation between reads: gives the event loop a turn if one is due, and throws if the call is cancelled. */
export async function pauseIfDue(signal: AbortSignal | undefined): Promise<void> {
  if (isTurnDue() || signal?.aborted) await takeTurn(signal);
}

/** All calls share one thread, so the turn of one is a turn for all, and they share one queue. */
const turns = new TurnQueue(setImmediate);
let turnedAtMs = Number.NEGATIVE_INFINITY;

export function isTurnDue(): boolean {
  return performance.now() - turnedAtMs > sliceMs;
}

export async function takeTurn(signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await turns.wait(signal);
  turnedAtMs = performance.now();
  signal?.throwIfAborted();
}
