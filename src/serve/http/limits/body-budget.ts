/**
 * A budget for the bytes of all incomplete bodies. If they exceed it, the largest is dropped, so that a client that
 * sends a lot and does not finish affects only itself. Node limits neither one body nor all of them: 200 clients with 3
 * MB each took 760 MB (src/serve/http/http-messages.test.ts).
 */
export interface BudgetedBody {
  readonly isDropped: boolean;
  add(chunk: Buffer): void;
  /** The added bytes; empty if the body was dropped. */
  bytes(): Buffer;
  /** Releases the added bytes; later chunks are ignored. */
  drop(): void;
}

export class BodyBudget {
  readonly #limitBytes: number;
  readonly #bodies = new Set<Body>();
  #heldBytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** Counts a body against the budget while it is read. */
  async during<Result>(read: (body: BudgetedBody) => Promise<Result>): Promise<Result> {
    const body = new Body((length) => this.#grow(length));
    this.#bodies.add(body);
    try {
      return await read(body);
    } finally {
      this.#bodies.delete(body);
      body.drop();
    }
  }

  #grow(length: number): void {
    this.#heldBytes += length;
    while (this.#heldBytes > this.#limitBytes) this.#largest().drop();
  }

  #largest(): Body {
    return [...this.#bodies].reduce((largest, body) => (body.heldBytes > largest.heldBytes ? body : largest));
  }
}

/** Chunks are copied into one buffer, because a chunk of one byte takes hundreds of bytes of memory. */
class Body implements BudgetedBody {
  isDropped = false;
  #buffer = Buffer.alloc(0);
  #length = 0;
  readonly #onGrowth: (bytes: number) => void;

  constructor(onGrowth: (bytes: number) => void) {
    this.#onGrowth = onGrowth;
  }

  get heldBytes(): number {
    return this.#buffer.length;
  }

  add(chunk: Buffer): void {
    if (this.isDropped) return;
    const start = this.#length;
    this.#length += chunk.length;
    if (this.#length > this.#buffer.length) this.#enlarge(Math.max(this.#length, 2 * this.#buffer.length));
    chunk.copy(this.#buffer, start);
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  drop(): void {
    this.isDropped = true;
    this.#length = 0;
    this.#onGrowth(-this.#buffer.length);
    this.#buffer = Buffer.alloc(0);
  }

  #enlarge(bytes: number): void {
    const former = this.#buffer;
    this.#buffer = Buffer.allocUnsafe(bytes);
    former.copy(this.#buffer);
    // This may drop this very body.
    this.#onGrowth(bytes - former.length);
  }
}
