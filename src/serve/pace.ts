/** A pace lets a few begin in each turn of the event loop, so that a flood of calls does not keep the process from hearing others. */
export class Pace {
  readonly #perTurn: number;
  readonly #waiting: (() => void)[] = [];
  #begun = 0;

  constructor(perTurn: number) {
    this.#perTurn = perTurn;
  }

  async begin(): Promise<void> {
    if (this.#begun === 0) setImmediate(() => this.#renew());
    if (this.#begun < this.#perTurn) this.#begun++;
    else await new Promise<void>((resume) => this.#waiting.push(resume));
  }

  #renew(): void {
    const next = this.#waiting.splice(0, this.#perTurn);
    this.#begun = next.length;
    if (next.length > 0) setImmediate(() => this.#renew());
    for (const resume of next) resume();
  }
}
