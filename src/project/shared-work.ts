/**
 * Shared work is computed once for all callers that ask for it meanwhile. It goes on while one of them waits, and is
 * stopped once all of them have given up.
 */
export class SharedWork<Value> {
  readonly value: Promise<Value>;
  readonly #stopped = new AbortController();
  #waiting = 0;

  constructor(work: (signal: AbortSignal) => Promise<Value>) {
    this.value = work(this.#stopped.signal);
    // Each caller that waits is told about a failure.
    this.value.catch(() => {});
  }

  /** Whether the work was stopped, so that its value is of no use to a new caller. */
  get isStopped(): boolean {
    return this.#stopped.signal.aborted;
  }

  /** Resolves to the value; rejects with the reason of the signal if that comes first. */
  wait(signal?: AbortSignal): Promise<Value> {
    this.#waiting++;
    return new Promise<Value>((resolve, reject) => {
      const leave = () => {
        reject(signal?.reason);
        this.#waiting--;
        if (this.#waiting === 0) this.#stopped.abort(signal?.reason);
      };
      if (signal?.aborted) return leave();
      signal?.addEventListener('abort', leave, { once: true });
      const settle = () => signal?.removeEventListener('abort', leave);
      this.value.finally(settle).then(resolve, reject);
    });
  }
}
