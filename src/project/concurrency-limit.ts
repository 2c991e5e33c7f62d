/** A concurrency limit lets a few calls be answered at once, in the order in which they came, and lets the event loop run in between. */
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
      // Through the event loop, so that what came in meanwhile is heard.
      if (next === undefined) this.#running--;
      else setImmediate(next);
    }
  }
}
