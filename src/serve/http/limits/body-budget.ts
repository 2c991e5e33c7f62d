/**
 * A budget for the bytes of all incomplete bodies. If they exceed it, the largest is dropped, so that a client that
 * sends a lot and does not finish affects only itself. Node limits neither one body nor all of them: 200 clients with 3
 * MB each took 760 MB (src/serve/http/http-messages.test.ts).
 */
import { BlockBuffer } from '../../block-buffer.ts';

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

class Body implements BudgetedBody {
  isDropped = false;
  readonly #buffer = new BlockBuffer();
  readonly #onGrowth: (bytes: number) => void;

  constructor(onGrowth: (bytes: number) => void) {
    this.#onGrowth = onGrowth;
  }

  get heldBytes(): number {
    return this.#buffer.heldBytes;
  }

  add(chunk: Buffer): void {
    if (this.isDropped) return;
    const before = this.heldBytes;
    this.#buffer.add(chunk);
    // This may drop this very body.
    this.#onGrowth(this.heldBytes - before);
  }

  bytes(): Buffer {
    return this.#buffer.bytes();
  }

  drop(): void {
    this.isDropped = true;
    const before = this.heldBytes;
    this.#buffer.clear();
    this.#onGrowth(-before);
  }
}
