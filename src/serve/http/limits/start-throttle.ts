/**
 * A start throttle starts a few calls in each turn of the event loop, so that a flood of calls does not keep the
 * process from reading other requests. A turn accepts at most one new connection, so calls wait while connections keep
 * arriving. Without it, /health takes seconds when 240 clients call at once.
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

  /** Must be called for each new connection; more may be queued behind it. */
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

  /** Returns 0 while connections arrive, but 1 in every `mostHeldTurns` turns, so that calls do not starve. */
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
