/**
 * Held bodies are what was read of bodies that have not come to their end. Together they may take so much and no more: past
 * that, the largest is given up, so that whoever sends much and does not finish is in nobody's way but their own.
 */
export interface HeldBody {
  readonly isGivenUp: boolean;
  add(chunk: Buffer): void;
  /** What was added, unless it was given up. */
  bytes(): Buffer;
  /** Forgets what was added; later chunks are not kept either. */
  giveUp(): void;
}

export class HeldBodies {
  readonly #limitBytes: number;
  readonly #bodies = new Set<Body>();
  #heldBytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** Has a body held for as long as it is read. */
  async during<Result>(read: (body: HeldBody) => Promise<Result>): Promise<Result> {
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
    return [...this.#bodies].reduce((largest, body) => (body.length > largest.length ? body : largest));
  }
}

class Body implements HeldBody {
  isGivenUp = false;
  length = 0;
  #chunks: Buffer[] = [];
  readonly #onGrowth: (bytes: number) => void;

  constructor(onGrowth: (bytes: number) => void) {
    this.#onGrowth = onGrowth;
  }

  add(chunk: Buffer): void {
    if (this.isGivenUp) return;
    this.#chunks.push(chunk);
    this.length += chunk.length;
    this.#onGrowth(chunk.length);
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  giveUp(): void {
    const { length } = this;
    this.isGivenUp = true;
    this.length = 0;
    this.#chunks = [];
    if (length > 0) this.#onGrowth(-length);
  }
}
