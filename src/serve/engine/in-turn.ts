/** Runs work one at a time, in order of arrival. */
export class InTurn {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  get isIdle(): boolean {
    return this.#waiting === 0;
  }

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#waiting++;
    const running = this.#last.then(work);
    this.#last = running.then(
      () => void this.#waiting--,
      () => void this.#waiting--,
    );
    return running;
  }
}
