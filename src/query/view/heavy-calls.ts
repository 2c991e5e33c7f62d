/**
 * A call is heavy once it has worked for a while. Of the calls that have worked about as long, only few go on at once;
 * the others keep what they have found so far and wait. Without it each of many calls would grow at the same time. A
 * heavy call that waits for another one must not hold a place that the other needs, so what several calls share is
 * derived without one.
 */
export class HeavyCalls {
  readonly #atOnce: number;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Resolves when there is a place, in order of arrival; `leave` must follow. Rejects with the reason of the signal. */
  async enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#running < this.#atOnce) {
      this.#running++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const resume = () => {
        signal.removeEventListener('abort', cancel);
        resolve();
      };
      const cancel = () => {
        this.#waiting.delete(resume);
        reject(signal.reason);
      };
      this.#waiting.add(resume);
      signal.addEventListener('abort', cancel, { once: true });
    });
  }

  leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#running--;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
