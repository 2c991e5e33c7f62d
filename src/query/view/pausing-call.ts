/**
 * A pausing call lets other calls go on while it works, and has a budget: what a query costs depends on the repository,
 * and a hostile one can make names resolve in endless detours. Views that are opened for one request share it.
 */
import { CodedError } from '../../errors.ts';
import { HeavyCalls } from './heavy-calls.ts';
import { isTurnDue, takeTurn, timeNow, workSince } from './turns.ts';

/** When a call lets others go on. */
export interface Turns {
  isDue(): boolean;
  /** Throws if the call was cancelled or has used up its time. */
  pause(): Promise<void>;
}

/** The slowest queries on large repositories take a tenth of that. */
const maxCallMs = 30_000;
/** Most queries take less. */
const heavyMs = 100;
const heavyCalls = new HeavyCalls(2);

export class PausingCall implements Turns {
  /** For values that other calls may wait for: the same budget, without a place among the heavy calls. */
  readonly shared: Turns = { isDue: () => this.isDue(), pause: () => this.#takeTurn() };
  readonly #signal: AbortSignal | undefined;
  readonly #maxMs: number;
  #views = 0;
  #usedMs = 0;
  readonly #start = timeNow();
  #place: Promise<void> | undefined;
  /** If one part of a call fails, the others may go on. They must end at their next pause, and take no place again. */
  #hasEnded = false;

  /** The call of a signal, which its request passes to every view. Without a signal, each view is a call. */
  static of(signal: AbortSignal | undefined): PausingCall {
    const call = (signal && calls.get(signal)) ?? new PausingCall(signal);
    if (signal !== undefined) calls.set(signal, call);
    call.#views++;
    return call;
  }

  constructor(signal: AbortSignal | undefined, maxMs = maxCallMs) {
    this.#signal = signal;
    this.#maxMs = maxMs;
  }

  isDue(): boolean {
    return isTurnDue() || this.#hasEnded || this.#signal?.aborted === true;
  }

  async pause(): Promise<void> {
    if (this.#usedMs > heavyMs) await this.#enterHeavy();
    await this.#takeTurn();
  }

  /** Called at the end of each view. */
  end(): void {
    if (--this.#views > 0) return;
    this.#hasEnded = true;
    if (this.#signal !== undefined) calls.delete(this.#signal);
    // A cancelled call may have no place.
    this.#place?.then(
      () => heavyCalls.leave(),
      () => {},
    );
    this.#place = undefined;
  }

  /** Only requests of a server compete, and they have a signal. */
  async #enterHeavy(): Promise<void> {
    this.#throwIfEnded();
    if (this.#signal === undefined || this.#place !== undefined) return this.#place;
    this.#place = heavyCalls.enter(this.#signal);
    this.#countWork();
    await this.#place;
  }

  async #takeTurn(): Promise<void> {
    this.#throwIfEnded();
    this.#countWork();
    if (this.#usedMs > this.#maxMs) {
      throw tooExpensive(`The query was stopped after ${this.#maxMs / 1_000} seconds of work.`);
    }
    await takeTurn(this.#signal);
    this.#throwIfEnded();
  }

  #throwIfEnded(): void {
    if (this.#hasEnded) throw new Error('The call has ended.');
  }

  #countWork(): void {
    this.#usedMs += workSince(this.#start);
  }
}

const calls = new WeakMap<AbortSignal, PausingCall>();

export function tooExpensive(message: string): CodedError {
  return new CodedError('query_too_expensive', message);
}
