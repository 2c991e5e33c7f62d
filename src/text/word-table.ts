/**
 * A table of lower-case words, numbered from 1 and stored as contiguous bytes. Looking up a known word creates no
 * string.
 */

const usualWords = 1 << 16;
/** The size limit of a word and a space: at most 64 characters of three bytes each. */
export const maxWordBytes = 256;

export class WordTable {
  /** Word numbers by hash; at least half of the slots are free. */
  #slots = new Int32Array(2 * usualWords);
  #hashes = new Int32Array(usualWords);
  /** The offset of each word's bytes. They end where the next word starts. */
  #starts = new Int32Array(usualWords);
  #bytes = Buffer.alloc(8 * usualWords);
  #count = 0;

  get isFull(): boolean {
    return this.#count >= usualWords;
  }

  /** Returns the number of the word in a range of ASCII text. */
  ofRange(text: string, from: number, to: number): number {
    const bytes = this.#withCapacity();
    let end = this.#end;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      bytes[end++] = code >= 65 && code <= 90 ? code + 32 : code;
    }
    return this.#find(end);
  }

  /** Returns the number of a lower-case word. */
  of(word: string): number {
    const bytes = this.#withCapacity();
    return this.#find(this.#end + bytes.write(word, this.#end));
  }

  /** Writes the bytes of a word and returns the offset after them. */
  write(word: number, to: Buffer, at: number): number {
    const bytes = this.#bytes;
    let end = at;
    const next = this.#starts[word + 1] as number;
    for (let from = this.#starts[word] as number; from < next; from++) to[end++] = bytes[from] as number;
    return end;
  }

  /** Returns the number of the word whose bytes were appended last, and keeps the bytes if the word is new. */
  #find(end: number): number {
    const start = this.#end;
    const bytes = this.#bytes;
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    const last = this.#slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & last;
    for (let word = this.#slots[slot] as number; word !== 0; word = this.#slots[slot] as number) {
      if (this.#hashes[word] === hash && this.#isSame(word, start, end)) return word;
      slot = (slot + 1) & last;
    }
    const word = ++this.#count;
    this.#slots[slot] = word;
    this.#hashes[word] = hash;
    this.#starts[word + 1] = end;
    if (this.#count + 2 >= this.#hashes.length) this.#grow();
    return word;
  }

  #isSame(word: number, start: number, end: number): boolean {
    const bytes = this.#bytes;
    const from = this.#starts[word] as number;
    if ((this.#starts[word + 1] as number) - from !== end - start) return false;
    for (let at = start; at < end; at++) if (bytes[at] !== bytes[from + at - start]) return false;
    return true;
  }

  get #end(): number {
    return this.#starts[this.#count + 1] as number;
  }

  #withCapacity(): Buffer {
    if (this.#end + maxWordBytes > this.#bytes.length)
      this.#bytes = Buffer.concat([this.#bytes], 2 * this.#bytes.length);
    return this.#bytes;
  }

  #grow(): void {
    this.#hashes = longer(this.#hashes);
    this.#starts = longer(this.#starts);
    const last = 2 * this.#slots.length - 1;
    const slots = new Int32Array(last + 1);
    for (let word = 1; word <= this.#count; word++) {
      const hash = this.#hashes[word] as number;
      let slot = (hash ^ (hash >>> 15)) & last;
      while (slots[slot] !== 0) slot = (slot + 1) & last;
      slots[slot] = word;
    }
    this.#slots = slots;
  }
}

/** A copy of twice the length. */
export function longer(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(2 * numbers.length);
  copy.set(numbers);
  return copy;
}
