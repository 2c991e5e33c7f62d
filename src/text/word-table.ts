/** Words in lower case, numbered from 1 and kept as bytes one behind the other: no string is made to find a known one. */

const usualWords = 1 << 16;
/** Of a word and a space: it has at most 64 characters, which take three bytes each. */
export const maxWordBytes = 256;

export class WordTable {
  /** The numbers of words by hash; half of the slots are free. */
  #slots = new Int32Array(2 * usualWords);
  #hashes = new Int32Array(usualWords);
  /** Where the bytes of a word begin. They end where those of the next one begin. */
  #starts = new Int32Array(usualWords);
  #bytes = Buffer.alloc(8 * usualWords);
  #count = 0;

  get isFull(): boolean {
    return this.#count >= usualWords;
  }

  /** The number of a range of letters of ASCII. */
  ofRange(text: string, from: number, to: number): number {
    const bytes = this.#withRoom();
    let end = this.#end;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      bytes[end++] = code >= 65 && code <= 90 ? code + 32 : code;
    }
    return this.#find(end);
  }

  /** The number of a word in lower case. */
  of(word: string): number {
    const bytes = this.#withRoom();
    return this.#find(this.#end + bytes.write(word, this.#end));
  }

  /** Writes the bytes of a word, and returns where they end. */
  write(word: number, to: Buffer, at: number): number {
    const bytes = this.#bytes;
    let end = at;
    const next = this.#starts[word + 1] as number;
    for (let from = this.#starts[word] as number; from < next; from++) to[end++] = bytes[from] as number;
    return end;
  }

  /** Of the word whose bytes stand behind those of all others; they stay if it is new. */
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

  #withRoom(): Buffer {
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
