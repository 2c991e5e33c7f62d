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
/**
 * Most queries take less than the first of these times. A call that has worked longer than the next one makes way and
 * waits for a place among its like, so that it is never in the way of shorter ones.
 */
const heavyLevels = [100, 250, 1_000, 5_000].map((afterMs) => ({ afterMs, calls: new HeavyCalls(2) }));
type HeavyLevel = (typeof heavyLevels)[number];

export class PausingCall implements Turns {
  /** For values that other calls may wait for: the same budget, without a place among the heavy calls. */
  readonly shared: Turns = { isDue: () => this.isDue(), pause: () => this.#takeTurn() };
  readonly #signal: AbortSignal | undefined;
  readonly #maxMs: number;
  #views = 0;
  #usedMs = 0;
  readonly #start = timeNow();
  #place: { readonly level: HeavyLevel; readonly entered: Promise<void> } | undefined;
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

  /** How long it has worked, as far as it has paused. */
  get workMs(): number {
    return this.#usedMs;
  }

  isDue(): boolean {
    return isTurnDue() || this.#hasEnded || this.#signal?.aborted === true;
  }

  async pause(): Promise<void> {
    await this.#takePlace();
    await this.#takeTurn();
  }

  /** Called at the end of each view. */
  end(): void {
    if (--this.#views > 0) return;
    this.#hasEnded = true;
    if (this.#signal !== undefined) calls.delete(this.#signal);
    this.#leavePlace();
  }

  /** Only requests of a server compete, and they have a signal. */
  async #takePlace(): Promise<void> {
    this.#throwIfEnded();
    const level = heavyLevels.findLast(({ afterMs }) => this.#usedMs > afterMs);
    if (this.#signal === undefined || level === undefined) return;
    if (this.#place?.level !== level) {
      this.#leavePlace();
      this.#place = { level, entered: level.calls.enter(this.#signal) };
      this.#countWork();
    }
    await this.#place.entered;
  }

  #leavePlace(): void {
    const place = this.#place;
    this.#place = undefined;
    // A cancelled call may have none.
    place?.entered.then(
      () => place.level.calls.leave(),
      () => {},
    );
  }

  async #takeTurn(): Promise<void> {
    this.#throwIfEnded();
    this.#countWork();
    if (this.#usedMs > this.#maxMs) {
      throw tooExpensive(`The query was stopped after ${this.#maxMs / 1_000} seconds of work.`);
    }
    await takeTurn(this.#signal, this.#usedMs);
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
