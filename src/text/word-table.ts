/**
 * A table of lower-case words, numbered from 1 and stored as contiguous bytes. Looking up a known word creates no string.
 * Where a word is placed depends on random numbers.
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
  #basis = 0;
  #factor = 1;
  readonly #newSeed: () => HashSeed;
  /** How many occupied slots all lookups passed. */
  passed = 0;

  constructor(newSeed: () => HashSeed = randomSeed) {
    this.#newSeed = newSeed;
    this.#useSeed();
  }

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
    const hash = this.#hashOf(start, end);
    const last = this.#slots.length - 1;
    let slot = spread(hash, this.#factor) & last;
    let passed = 0;
    for (let word = this.#slots[slot] as number; word !== 0; word = this.#slots[slot] as number) {
      if (this.#hashes[word] === hash && this.#isSame(word, start, end)) break;
      passed++;
      slot = (slot + 1) & last;
    }
    this.passed += passed;
    const known = this.#slots[slot] as number;
    if (known !== 0) return known;
    const word = ++this.#count;
    this.#slots[slot] = word;
    this.#hashes[word] = hash;
    this.#starts[word + 1] = end;
    if (this.#count + 2 >= this.#hashes.length) this.#grow();
    if (passed > maxPassed) this.#reseed();
    return word;
  }

  #hashOf(start: number, end: number): number {
    const bytes = this.#bytes;
    let hash = this.#basis;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), prime);
    return hash;
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
    this.#place(2 * this.#slots.length);
  }

  #useSeed(): void {
    const { basis, factor } = this.#newSeed();
    this.#basis = basis;
    this.#factor = factor;
  }

  #reseed(): void {
    this.#useSeed();
    for (let word = 1; word <= this.#count; word++) {
      this.#hashes[word] = this.#hashOf(this.#starts[word] as number, this.#starts[word + 1] as number);
    }
    this.#place(this.#slots.length);
  }

  #place(size: number): void {
    const last = size - 1;
    const slots = new Int32Array(size);
    for (let word = 1; word <= this.#count; word++) {
      let slot = spread(this.#hashes[word] as number, this.#factor) & last;
      while (slots[slot] !== 0) slot = (slot + 1) & last;
      slots[slot] = word;
    }
    this.#slots = slots;
  }
}

/**
 * The random numbers of a hash table: where hashing starts, and the odd factor that spreads hashes over the slots. With
 * fixed numbers, a text could contain thousands of words for one slot. No result depends on them.
 */
export interface HashSeed {
  readonly basis: number;
  readonly factor: number;
}

export function randomSeed(): HashSeed {
  const [basis, factor] = crypto.getRandomValues(new Int32Array(2)) as unknown as [number, number];
  return { basis, factor: factor | 1 };
}

/** A table whose lookups pass more slots than this gets a new seed; with a random one, that does not happen by chance. */
export const maxPassed = 256;

/** Of the FNV-1a hash. */
export const prime = 0x01000193;

/** Spreads a hash over the slots; a slot is some of the last bits. */
export function spread(hash: number, factor: number): number {
  return Math.imul(hash ^ (hash >>> 15), factor) >>> 7;
}

/** A copy of twice the length. */
export function longer(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(2 * numbers.length);
  copy.set(numbers);
  return copy;
}
