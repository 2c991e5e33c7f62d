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

/** `usedMs` is how long the call has worked. */
export async function takeTurn(signal: AbortSignal | undefined, usedMs = 0): Promise<void> {
  signal?.throwIfAborted();
  await turns.wait(signal, usedMs);
  turnedAtMs = performance.now();
  countedUpTo = timeNow();
  signal?.throwIfAborted();
}

/** A point in time on two clocks. */
export interface WorkTime {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** Work before this point belongs to calls that were given it already, or to none. */
let countedUpTo: WorkTime = { wallMs: Number.NEGATIVE_INFINITY, cpuMs: Number.NEGATIVE_INFINITY };

/**
 * Returns how long the calling call has worked since anybody was asked last, but not before its own start. A slice
 * ends with a turn, and each turn resumes one call, so the whole slice is the work of the call that ends it, however
 * long it was: what others do while a call waits ends with turns of their own. It is counted in CPU time, so that it
 * does not grow while the machine sleeps or runs something else. CPU time may include other threads, so the wall clock
 * is the limit.
 */
export function workSince(start: WorkTime): number {
  const from = countedUpTo.wallMs > start.wallMs ? countedUpTo : start;
  countedUpTo = timeNow();
  return Math.min(countedUpTo.wallMs - from.wallMs, countedUpTo.cpuMs - from.cpuMs);
}

export function timeNow(): WorkTime {
  const { user, system } = cpuUsage();
  return { wallMs: performance.now(), cpuMs: (user + system) / 1_000 };
}

/** That of this thread, in versions of Node that measure it. */
const { threadCpuUsage } = process as { threadCpuUsage?: () => NodeJS.CpuUsage };
const cpuUsage = threadCpuUsage === undefined ? () => process.cpuUsage() : () => threadCpuUsage.call(process);
