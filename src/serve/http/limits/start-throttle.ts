/**
 * A start throttle starts a few calls in each turn of the event loop, so that a flood of calls does not keep the
 * process from reading other requests. A turn accepts at most one new connection, so calls wait while connections keep
 * arriving. Without it, /health takes seconds when 240 clients call at once. A call whose client disconnects leaves the
 * queue: clients that reconnect without a pause would otherwise fill it and keep the others waiting.
 */
/** The part of a socket that matters here. */
interface Connection {
  readonly destroyed: boolean;
  once(event: 'close', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
}

export class StartThrottle {
  readonly #perTurn: number;
  /** The starts of waiting calls, in the order of their arrival. */
  readonly #waiting = new Set<() => void>();
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

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Waits for the turn of a call. Returns false once its client is gone. */
  async begin(connection: Connection): Promise<boolean> {
    if (connection.destroyed) return false;
    this.#awaitTurn();
    const isFree = !this.#hasArrival && this.#waiting.size === 0 && this.#begun < this.#perTurn;
    if (isFree) {
      this.#begun++;
      return true;
    }
    return new Promise<boolean>((resolve) => {
      const start = () => {
        connection.off('close', leave);
        resolve(true);
      };
      const leave = () => {
        this.#waiting.delete(start);
        resolve(false);
      };
      this.#waiting.add(start);
      connection.once('close', leave);
    });
  }

  #awaitTurn(): void {
    if (this.#isTurnDue) return;
    this.#isTurnDue = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isTurnDue = false;
    const next = first(this.#waiting, this.#most());
    for (const start of next) this.#waiting.delete(start);
    this.#hasArrival = false;
    this.#begun = next.length;
    if (next.length > 0 || this.#waiting.size > 0) this.#awaitTurn();
    for (const start of next) start();
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

function first<Value>(values: Iterable<Value>, count: number): Value[] {
  const found: Value[] = [];
  for (const value of values) {
    if (found.length === count) break;
    found.push(value);
  }
  return found;
}
