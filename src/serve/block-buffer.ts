/**
 * A block buffer holds the chunks of a body or line in blocks of at most 64 KB. A list of the chunks would keep hundreds
 * of bytes of memory for a chunk of one byte, and one buffer that grows leaves as much garbage as it holds.
 */
const maxBlockBytes = 64 << 10;

export class BlockBuffer {
  #blocks: Buffer[] = [];
  /** Free bytes at the end of the last block. */
  #free = 0;
  #heldBytes = 0;

  /** What the blocks take, used or not. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  add(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      if (this.#free === 0) this.#addBlock(chunk.length - at);
      const block = this.#blocks[this.#blocks.length - 1] as Buffer;
      const copied = chunk.copy(block, block.length - this.#free, at);
      this.#free -= copied;
      at += copied;
    }
  }

  bytes(): Buffer {
    return Buffer.concat(this.#blocks, this.#heldBytes - this.#free);
  }

  clear(): void {
    this.#blocks = [];
    this.#free = 0;
    this.#heldBytes = 0;
  }

  #addBlock(neededBytes: number): void {
    const size = Math.min(maxBlockBytes, Math.max(neededBytes, this.#heldBytes));
    // Blocks of the pool that Node shares among small buffers would keep all of it.
    this.#blocks.push(Buffer.allocUnsafeSlow(size));
    this.#free = size;
    this.#heldBytes += size;
  }
}
