/**
 * A turn queue resumes waiting calls one at a time: one per turn of the event loop. Node runs all pending immediates in
 * the same turn, so if each call waited for one of its own, a turn would last a slice of every call, and messages and
 * timers would wait for all of them. Calls that have worked less come first, but every few turns the one that has waited
 * longest: slices may differ a lot, and a short call should not wait for a long slice of another call after each of its own.
 */
const turnsPerOldest = 4;
/** Smaller differences do not matter: most calls take their turns in order of arrival. */
const stepMs = 100;

export class TurnQueue {
  #waiting: Waiting[] = [];
  readonly #atNextTurn: (run: () => void) => void;
  #isScheduled = false;
  #turns = 0;

  constructor(atNextTurn: (run: () => void) => void) {
    this.#atNextTurn = atNextTurn;
  }

  /** Resolves when it is the caller's turn. A cancelled caller is resumed early, since it only has to end. */
  wait(signal?: AbortSignal, usedMs = 0): Promise<void> {
    return new Promise((resume) => {
      this.#waiting.push({ resume, signal, steps: Math.floor(usedMs / stepMs) });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#atNextTurn(() => this.#turn());
  }

  #turn(): void {
    this.#isScheduled = false;
    const cancelled = this.#waiting.filter(isCancelled);
    this.#waiting = this.#waiting.filter((each) => !isCancelled(each));
    for (const { resume } of cancelled) resume();
    this.#takeNext()?.resume();
    if (this.#waiting.length > 0) this.#schedule();
  }

  #takeNext(): Waiting | undefined {
    const isOldest = this.#turns++ % turnsPerOldest === 0;
    let [next] = this.#waiting;
    for (const each of isOldest ? [] : this.#waiting) if (next === undefined || each.steps < next.steps) next = each;
    this.#waiting = this.#waiting.filter((each) => each !== next);
    return next;
  }
}

interface Waiting {
  readonly resume: () => void;
  readonly signal: AbortSignal | undefined;
  /** How long it has worked. */
  readonly steps: number;
}

function isCancelled({ signal }: Waiting): boolean {
  return signal?.aborted === true;
}
