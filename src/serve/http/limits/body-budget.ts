/**
 * A budget for the bytes of all bodies that have not been read to their end. Where they exceed it, the largest is given up, so
 * that a client that sends much and does not finish gets in nobody's way but its own. Node limits neither one body nor
 * all of them: 200 clients with 3 MB each took 760 MB (src/serve/http/http-messages.test.ts).
 */
export interface BudgetedBody {
  readonly isGivenUp: boolean;
  add(chunk: Buffer): void;
  /** What was added, unless it was given up. */
  bytes(): Buffer;
  /** Forgets what was added; later chunks are not kept either. */
  giveUp(): void;
}

export class BodyBudget {
  readonly #limitBytes: number;
  readonly #bodies = new Set<Body>();
  #heldBytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** Keeps a body for as long as it is read. */
  async during<Result>(read: (body: BudgetedBody) => Promise<Result>): Promise<Result> {
    const body = new Body((length) => this.#grow(length));
    this.#bodies.add(body);
    try {
      return await read(body);
    } finally {
      this.#bodies.delete(body);
      body.giveUp();
    }
  }

  #grow(length: number): void {
    this.#heldBytes += length;
    while (this.#heldBytes > this.#limitBytes) this.#largest().giveUp();
  }

  #largest(): Body {
    return [...this.#bodies].reduce((largest, body) => (body.heldBytes > largest.heldBytes ? body : largest));
  }
}

/** Copied into one piece, since a chunk of a single byte would cost hundreds to keep. */
class Body implements BudgetedBody {
  isGivenUp = false;
  #room = Buffer.alloc(0);
  #length = 0;
  readonly #onGrowth: (bytes: number) => void;

  constructor(onGrowth: (bytes: number) => void) {
    this.#onGrowth = onGrowth;
  }

  get heldBytes(): number {
    return this.#room.length;
  }

  add(chunk: Buffer): void {
    if (this.isGivenUp) return;
    const start = this.#length;
    this.#length += chunk.length;
    if (this.#length > this.#room.length) this.#enlarge(Math.max(this.#length, 2 * this.#room.length));
    chunk.copy(this.#room, start);
  }

  bytes(): Buffer {
    return this.#room.subarray(0, this.#length);
  }

  giveUp(): void {
    this.isGivenUp = true;
    this.#length = 0;
    this.#onGrowth(-this.#room.length);
    this.#room = Buffer.alloc(0);
  }

  #enlarge(bytes: number): void {
    const former = this.#room;
    this.#room = Buffer.allocUnsafe(bytes);
    former.copy(this.#room);
    // This may be the one that is given up.
    this.#onGrowth(bytes - former.length);
  }
}
