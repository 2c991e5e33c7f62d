/**
 * Collects the distinct words of a text for the full-text index. Most identifiers in a text are repeats, so this uses
 * its own hash table: it hashes while scanning and creates no string for a known identifier.
 */
import { type HashSeed, longer, maxPassed, maxWordBytes, prime, randomSeed, spread, WordTable } from './word-table.ts';
import { asciiParts, isWordCharacter, maxWordLength, wordlessMark, wordsOf } from './words.ts';

/**
 * Returns the distinct words of a text, or of a range of it, joined by spaces; `wordlessMark` is the last if an
 * identifier has none. Stops at the words so far if `isLate` becomes true.
 */
export function searchWords(text: string, start = 0, end = text.length, isLate?: () => boolean): string {
  return collector.wordsIn(text, start, end, isLate);
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
const slotBits = 2;
const slotSize = 1 << slotBits;
const lettersAt = 1;
const seenAt = 2;
const listAt = 3;

/** New identifiers between two checks of the time. */
const identifiersPerCheck = 1 << 12;

export class WordCollector {
  #identifiers = new Int32Array(2 * usualIdentifiers * slotSize);
  #identifierCount = 0;
  /** The length and then the UTF-16 letters of each identifier. */
  #letters = new Uint16Array(16 * usualIdentifiers);
  #letterCount = 0;
  /** The word lists: pairs of a word and its place in the identifier (0 if it has none). A zero ends each list. */
  #lists = new Int32Array(8 * usualIdentifiers);
  #listEnd = 1;
  #words: WordTable;
  #wordSeenIn = new Int32Array(usualIdentifiers);
  #found = Buffer.alloc(1 << 14);
  #range = 0;
  readonly #bounds = new Int32Array(2 * maxWordLength + 2);
  #basis = 0;
  #factor = 1;
  readonly #newSeed: () => HashSeed;
  #passedHere = 0;
  #untilCheck = identifiersPerCheck;

  constructor(newSeed: () => HashSeed = randomSeed) {
    this.#newSeed = newSeed;
    this.#useSeed();
    this.#words = new WordTable(newSeed);
  }

  /** How many occupied slots all lookups passed. */
  get passed(): number {
    return this.#passedHere + this.#words.passed;
  }

  wordsIn(text: string, start: number, end: number, isLate?: () => boolean): string {
    if (this.#identifierCount >= usualIdentifiers || this.#words.isFull) this.#forget();
    const range = ++this.#range;
    let basis = this.#basis;
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
      let hash = basis;
      let own = 0;
      do {
        hash = Math.imul(hash ^ code, prime);
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
        if (--this.#untilCheck === 0) {
          this.#untilCheck = identifiersPerCheck;
          if (isLate?.()) break;
        }
        slot = this.#add(slot, hash, text, from, at - from);
        basis = this.#basis;
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
    const first = (spread(hash, this.#factor) << slotBits) & last;
    let slot = first;
    while (identifiers[slot + listAt] !== 0) {
      if (identifiers[slot] === hash && this.#isSame(identifiers[slot + lettersAt] as number, text, from, length))
        break;
      slot = (slot + slotSize) & last;
    }
    if (slot !== first) this.#passedHere += ((slot - first) & last) >> slotBits;
    return slot;
  }

  /** Equal hashes do not prove it: words must depend on the text alone, not on what was collected before. */
  #isSame(place: number, text: string, from: number, length: number): boolean {
    const letters = this.#letters;
    if (letters[place] !== length) return false;
    for (let at = 0; at < length; at++) if (letters[place + 1 + at] !== text.charCodeAt(from + at)) return false;
    return true;
  }

  #add(free: number, hashed: number, text: string, from: number, length: number): number {
    let slot = free;
    let hash = hashed;
    const last = this.#identifiers.length - slotSize;
    const passed = ((slot - (spread(hash, this.#factor) << slotBits)) & last) >> slotBits;
    if (passed > maxPassed) {
      this.#reseed();
      hash = hashOf(text, from, length, this.#basis);
      slot = this.#slotOf(hash, text, from, length);
    }
    if (2 * this.#identifierCount * slotSize >= this.#identifiers.length) {
      this.#place(this.#identifiers, 2 * this.#identifiers.length);
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

  #useSeed(): void {
    const { basis, factor } = this.#newSeed();
    this.#basis = basis;
    this.#factor = factor;
  }

  #reseed(): void {
    this.#useSeed();
    const basis = this.#basis;
    const [identifiers, letters] = [this.#identifiers, this.#letters];
    for (let at = 0; at < identifiers.length; at += slotSize) {
      if (identifiers[at + listAt] === 0) continue;
      const place = identifiers[at + lettersAt] as number;
      let hash = basis;
      const end = place + 1 + (letters[place] as number);
      for (let letter = place + 1; letter < end; letter++) hash = Math.imul(hash ^ (letters[letter] as number), prime);
      identifiers[at] = hash;
    }
    this.#place(identifiers, identifiers.length);
  }

  /** Puts the identifiers into a new table. */
  #place(before: Int32Array, size: number): void {
    const identifiers = new Int32Array(size);
    const last = size - slotSize;
    for (let at = 0; at < before.length; at += slotSize) {
      if (before[at + listAt] === 0) continue;
      let slot = (spread(before[at] as number, this.#factor) << slotBits) & last;
      while (identifiers[slot + listAt] !== 0) slot = (slot + slotSize) & last;
      identifiers.set(before.subarray(at, at + slotSize), slot);
    }
    this.#identifiers = identifiers;
  }

  #forget(): void {
    this.#identifiers = new Int32Array(2 * usualIdentifiers * slotSize);
    this.#identifierCount = 0;
    this.#letterCount = 0;
    this.#lists = new Int32Array(8 * usualIdentifiers);
    this.#listEnd = 1;
    this.#words = new WordTable(this.#newSeed);
    this.#wordSeenIn = new Int32Array(usualIdentifiers);
  }
}

function hashOf(text: string, from: number, length: number, basis: number): number {
  let hash = basis;
  for (let at = from; at < from + length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), prime);
  return hash;
}

const lowerCase = Uint8Array.from({ length: 128 }, (_, code) => String.fromCharCode(code).toLowerCase().charCodeAt(0));

const collector = new WordCollector();
