/**
 * A pausing reader reads a store like any other, gives the event loop a turn now and then, and stops at the signal of
 * the call. A store may read synchronously: without the turns, a long query delays all other calls, and the message
 * that cancels it is not received before its end.
 */
import { CodedError } from '../../errors.ts';
import type { StoreReader } from '../../store/store.ts';
import { TurnQueue } from './turn-queue.ts';

/** Long enough that the turns cost nothing, short enough not to delay an answer noticeably. */
const sliceMs = 10;

export function pausingReader(store: StoreReader, call: Turns): StoreReader {
  const methods = new Map<string | symbol, unknown>();
  return new Proxy(store, {
    get(target, name) {
      const known = methods.get(name);
      if (known !== undefined) return known;
      const read = target[name as keyof StoreReader] as (...args: unknown[]) => Promise<unknown>;
      const pausing = (...args: unknown[]): Promise<unknown> =>
        call.isDue() ? call.pause().then(() => read.apply(target, args)) : read.apply(target, args);
      methods.set(name, pausing);
      return pausing;
    },
  });
}

/** When a call lets others go on. */
export interface Turns {
  isDue(): boolean;
  pause(): Promise<void>;
}

/**
 * The turns of one call. A call that has used up its time ends with an error: what a query costs depends on the
 * repository, and a hostile one can make names resolve in endless detours.
 */
export class PausingCall implements Turns {
  readonly #signal: AbortSignal | undefined;
  readonly #maxMs: number;
  #usedMs = 0;
  #resumedAtMs = performance.now();

  constructor(signal: AbortSignal | undefined, maxMs = maxCallMs) {
    this.#signal = signal;
    this.#maxMs = maxMs;
  }

  isDue(): boolean {
    return isTurnDue() || this.#signal?.aborted === true;
  }

  /** Lets other calls go on; throws if this one was cancelled or has used up its time. */
  async pause(): Promise<void> {
    // The call may have waited for another one in between.
    this.#usedMs += Math.min(performance.now() - this.#resumedAtMs, maxCountedMs);
    if (this.#usedMs > this.#maxMs) throw tooExpensive();
    await takeTurn(this.#signal);
    this.#resumedAtMs = performance.now();
  }
}

/** The slowest queries on large repositories take a tenth of that. */
const maxCallMs = 30_000;
const maxCountedMs = 1_000;

function tooExpensive(): CodedError {
  return new CodedError('query_too_expensive', `The query was stopped after ${maxCallMs / 1_000} seconds of work.`);
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
