/**
 * A turn queue resumes waiting calls one at a time, first come, first served: one per turn of the event loop. Node runs
 * all pending immediates in the same turn, so if each call waited for one of its own, a turn would last a slice of every
 * call, and messages and timers would wait for all of them.
 */
export class TurnQueue {
  #waiting: Waiting[] = [];
  readonly #atNextTurn: (run: () => void) => void;
  #isScheduled = false;

  constructor(atNextTurn: (run: () => void) => void) {
    this.#atNextTurn = atNextTurn;
  }

  /** Resolves when it is the caller's turn. A cancelled caller is resumed early, since it only has to end. */
  wait(signal?: AbortSignal): Promise<void> {
    return new Promise((resume) => {
      this.#waiting.push({ resume, signal });
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
    this.#waiting.shift()?.resume();
    if (this.#waiting.length > 0) this.#schedule();
  }
}

interface Waiting {
  readonly resume: () => void;
  readonly signal: AbortSignal | undefined;
}

function isCancelled({ signal }: Waiting): boolean {
  return signal?.aborted === true;
}
