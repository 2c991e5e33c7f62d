/**
 * A start throttle lets a few calls begin in each turn of the event loop, so that a flood of them does not keep the process
 * from reading other requests. A turn accepts one new connection at most, so while connections keep coming, calls wait for those
 * that are still in the queue. Without it /health waits seconds for 240 clients that call at once
 * (test/hostile/hostile-client.test.ts, "250 that call without pause").
 */
export class StartThrottle {
  readonly #perTurn: number;
  readonly #waiting: (() => void)[] = [];
  #begun = 0;
  #hasArrival = false;
  #heldTurns = 0;
  #isTurnDue = false;

  constructor(perTurn: number) {
    this.#perTurn = perTurn;
  }

  /** To be called for each new connection; there may be more behind it. */
  arrived(): void {
    this.#hasArrival = true;
    this.#awaitTurn();
  }

  async begin(): Promise<void> {
    this.#awaitTurn();
    const isFree = !this.#hasArrival && this.#waiting.length === 0 && this.#begun < this.#perTurn;
    if (isFree) this.#begun++;
    else await new Promise<void>((resume) => this.#waiting.push(resume));
  }

  #awaitTurn(): void {
    if (this.#isTurnDue) return;
    this.#isTurnDue = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isTurnDue = false;
    const next = this.#waiting.splice(0, this.#most());
    this.#hasArrival = false;
    this.#begun = next.length;
    if (next.length > 0 || this.#waiting.length > 0) this.#awaitTurn();
    for (const resume of next) resume();
  }

  /** None as long as connections arrive, though one now and then, if that does not end. */
  #most(): number {
    if (!this.#hasArrival) {
      this.#heldTurns = 0;
      return this.#perTurn;
    }
    this.#heldTurns = (this.#heldTurns + 1) % mostHeldTurns;
    return this.#heldTurns === 0 ? 1 : 0;
  }
}

const mostHeldTurns = 16;
