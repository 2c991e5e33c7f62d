/** A concurrency limit runs a fixed number of tasks at once, in order of arrival, and yields to the event loop. */
export class ConcurrencyLimit {
  readonly #atOnce: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#atOnce) await new Promise<void>((resume) => this.#waiting.push(resume));
    else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // Yield to the event loop, so that incoming messages are read in between.
      if (next === undefined) this.#running--;
      else setImmediate(next);
    }
  }
}
