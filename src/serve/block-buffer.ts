/**
 * A growing buffer joins chunks by copying them into one buffer, which doubles when it is full. A list of chunks would
 * keep hundreds of bytes of memory for a chunk of one byte.
 */
export class GrowingBuffer {
  #buffer = Buffer.alloc(0);
  #length = 0;

  get heldBytes(): number {
    return this.#buffer.length;
  }

  add(chunk: Buffer): void {
    const start = this.#length;
    this.#length += chunk.length;
    if (this.#length > this.#buffer.length) {
      const former = this.#buffer;
      this.#buffer = Buffer.allocUnsafe(Math.max(this.#length, 2 * former.length));
      former.copy(this.#buffer);
    }
    chunk.copy(this.#buffer, start);
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  clear(): void {
    this.#buffer = Buffer.alloc(0);
    this.#length = 0;
  }
}
