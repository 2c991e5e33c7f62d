/**
 * Collects the distinct words of a text for the full-text index. Most identifiers in a text are repeats, so this uses
 * its own hash table: it hashes while scanning and creates no string for a known identifier.
 */
import { asciiParts, isWordCharacter, maxWordLength, wordlessMark, wordsOf } from './words.ts';

/**
 * Returns the distinct words of a text, or of a range of it, joined by spaces; `wordlessMark` is the last if an
 * identifier has none.
 */
export function searchWords(text: string, start = 0, end = text.length): string {
  return collector.wordsIn(text, start, end);
}

// A table of lower-case words, numbered from 1 and stored as contiguous bytes. Looking up a known word creates no
// string.

const usualWords = 1 << 16;
/** The size limit of a word and a space: at most 64 characters of three bytes each. */
const maxWordBytes = 256;

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

/** Tables with more entries than this are cleared before the next range; within a range they grow. */
const usualIdentifiers = 1 << 16;
const space = 32;

/**
 * A word that occurs in its identifier is copied from the text, which is cached; its offset and length are packed
 * into one number.
 */
const placeBits = 7;
const lengthMask = (1 << placeBits) - 1;

/** A slot holds a hash and the letters of the identifier, the range that last contained it, and its word list. */
const slotSize = 4;
const lettersAt = 1;
const seenAt = 2;
const listAt = 3;

class WordCollector {
  #identifiers = new Int32Array(2 * usualIdentifiers * slotSize);
  #identifierCount = 0;
  /** The length and then the UTF-16 letters of each identifier. */
  #letters = new Uint16Array(16 * usualIdentifiers);
  #letterCount = 0;
  /** The word lists: pairs of a word and its place in the identifier (0 if it has none). A zero ends each list. */
  #lists = new Int32Array(8 * usualIdentifiers);
  #listEnd = 1;
  #words = new WordTable();
  #wordSeenIn = new Int32Array(usualIdentifiers);
  #found = Buffer.alloc(1 << 14);
  #range = 0;
  readonly #bounds = new Int32Array(2 * maxWordLength + 2);

  wordsIn(text: string, start: number, end: number): string {
    if (this.#identifierCount >= usualIdentifiers || this.#words.isFull) this.#forget();
    const range = ++this.#range;
    let length = 0;
    let letters = 0;
    let hasWordless = false;
    let at = start;
    while (at < end) {
      let code = text.charCodeAt(at);
      if (!isWordCharacter(code)) {
        at++;
        continue;
      }
      const from = at;
      let hash = 0x811c9dc5;
      let own = 0;
      do {
        hash = Math.imul(hash ^ code, 0x01000193);
        own |= code;
        at++;
        code = at < end ? text.charCodeAt(at) : 0;
      } while (isWordCharacter(code));
      if (at - from > maxWordLength) {
        hasWordless = true;
        continue;
      }
      let slot = this.#slotOf(hash, text, from, at - from);
      if (this.#identifiers[slot + listAt] === 0) {
        slot = this.#add(slot, hash, text, from, at - from);
        if (own < 128) this.#listRange(text, from, at);
        else this.#listWords(wordsOf(text.slice(from, at)));
      }
      if (this.#identifiers[slot + seenAt] === range) continue;
      this.#identifiers[slot + seenAt] = range;
      letters |= own;
      const list = this.#identifiers[slot + listAt] as number;
      hasWordless ||= this.#lists[list] === 0;
      length = this.#write(list, text, from, length);
    }
    if (length === 0) return hasWordless ? wordlessMark : '';
    // The trailing space goes.
    const words = this.#found.toString(letters < 128 ? 'latin1' : 'utf8', 0, length - 1);
    return hasWordless ? `${words} ${wordlessMark}` : words;
  }

  /** Appends the words of an identifier that are new in this range. */
  #write(list: number, text: string, identifier: number, length: number): number {
    const range = this.#range;
    const lists = this.#lists;
    let end = length;
    for (let at = list, word = lists[at] as number; word !== 0; at += 2, word = lists[at] as number) {
      if (this.#wordSeenIn[word] === range) continue;
      this.#wordSeenIn[word] = range;
      if (end + maxWordBytes > this.#found.length) this.#found = Buffer.concat([this.#found], 2 * this.#found.length);
      const found = this.#found;
      const place = lists[at + 1] as number;
      if (place === 0) end = this.#words.write(word, found, end);
      else {
        const from = identifier + (place >> placeBits);
        const to = from + (place & lengthMask);
        for (let letter = from; letter < to; letter++) found[end++] = lowerCase[text.charCodeAt(letter)] as number;
      }
      found[end++] = space;
    }
    return end;
  }

  /** Returns the slot of an identifier, or the free slot for it. */
  #slotOf(hash: number, text: string, from: number, length: number): number {
    const identifiers = this.#identifiers;
    const last = identifiers.length - slotSize;
    let slot = firstSlot(hash, last);
    while (identifiers[slot + listAt] !== 0) {
      if (identifiers[slot] === hash && this.#isSame(identifiers[slot + lettersAt] as number, text, from, length))
        break;
      slot = (slot + slotSize) & last;
    }
    return slot;
  }

  /** Equal hashes do not prove it: words must depend on the text alone, not on what was collected before. */
  #isSame(place: number, text: string, from: number, length: number): boolean {
    const letters = this.#letters;
    if (letters[place] !== length) return false;
    for (let at = 0; at < length; at++) if (letters[place + 1 + at] !== text.charCodeAt(from + at)) return false;
    return true;
  }

  #add(free: number, hash: number, text: string, from: number, length: number): number {
    let slot = free;
    if (2 * this.#identifierCount * slotSize >= this.#identifiers.length) {
      this.#growIdentifiers();
      slot = this.#slotOf(hash, text, from, length);
    }
    this.#identifierCount++;
    const place = this.#letterCount;
    this.#letterCount += length + 1;
    if (this.#letterCount > this.#letters.length) {
      const before = this.#letters;
      this.#letters = new Uint16Array(2 * before.length);
      this.#letters.set(before);
    }
    this.#letters[place] = length;
    for (let at = 0; at < length; at++) this.#letters[place + 1 + at] = text.charCodeAt(from + at);
    this.#identifiers.set([hash, place, 0, this.#listEnd], slot);
    return slot;
  }

  #listRange(text: string, from: number, to: number): void {
    const bounds = this.#bounds;
    const count = asciiParts(text, from, to, bounds);
    for (let at = 0; at < count; at += 2) {
      const [start, end] = [bounds[at] as number, bounds[at + 1] as number];
      this.#list(this.#words.ofRange(text, start, end), ((start - from) << placeBits) | (end - start));
    }
    this.#endList();
  }

  #listWords(words: readonly string[]): void {
    for (const word of words) this.#list(this.#words.of(word), 0);
    this.#endList();
  }

  #list(word: number, place: number): void {
    if (this.#listEnd + 2 >= this.#lists.length) this.#lists = longer(this.#lists);
    if (word >= this.#wordSeenIn.length) this.#wordSeenIn = longer(this.#wordSeenIn);
    this.#lists[this.#listEnd++] = word;
    this.#lists[this.#listEnd++] = place;
  }

  #endList(): void {
    if (this.#listEnd === this.#lists.length) this.#lists = longer(this.#lists);
    this.#lists[this.#listEnd++] = 0;
  }

  #growIdentifiers(): void {
    const before = this.#identifiers;
    this.#identifiers = new Int32Array(2 * before.length);
    for (let at = 0; at < before.length; at += slotSize) {
      if (before[at + listAt] === 0) continue;
      const last = this.#identifiers.length - slotSize;
      let slot = firstSlot(before[at] as number, last);
      while (this.#identifiers[slot + listAt] !== 0) slot = (slot + slotSize) & last;
      this.#identifiers.set(before.subarray(at, at + slotSize), slot);
    }
  }

  #forget(): void {
    this.#identifiers = new Int32Array(2 * usualIdentifiers * slotSize);
    this.#identifierCount = 0;
    this.#letterCount = 0;
    this.#lists = new Int32Array(8 * usualIdentifiers);
    this.#listEnd = 1;
    this.#words = new WordTable();
    this.#wordSeenIn = new Int32Array(usualIdentifiers);
  }
}

function firstSlot(hash: number, last: number): number {
  return ((hash ^ (hash >>> 15)) * slotSize) & last;
}

const lowerCase = Uint8Array.from({ length: 128 }, (_, code) => String.fromCharCode(code).toLowerCase().charCodeAt(0));

const collector = new WordCollector();
