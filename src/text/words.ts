/**
 * Words are what full-text search matches. An identifier counts as a whole and by its parts, so that a word of a
 * name, the name and a prefix of it all match. Indexing and asking split alike, or nothing would be found.
 */

const maxWordLength = 64;
const maxNumberLength = 12;
const maxRemembered = 100_000;

/** `HTTPServer2` → `httpserver2`, `http`, `server`, `2`. The whole comes first; nothing comes twice. */
export function wordsOf(identifier: string): string[] {
  if (identifier.length > maxWordLength) return [];
  if (/^\d+$/.test(identifier)) return identifier.length > maxNumberLength ? [] : [identifier];
  const words = new Set([identifier.toLowerCase()]);
  for (const part of identifier.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{Lt}|\p{N}+/gu) ?? []) {
    words.add(part.toLowerCase());
  }
  return [...words];
}

/** The words of any text, each once, joined by spaces: what the full-text index is given. */
export function searchWords(text: string): string {
  return new WordCollector().wordsIn(text, 0, text.length);
}

interface Word {
  readonly text: string;
  /** The range in which the word was seen last, so that it is given once per range without a set. */
  seenIn: number;
}

interface Identifier {
  readonly words: readonly Word[];
  seenIn: number;
}

/** Collects the words of many ranges, remembering how identifiers split. */
export class WordCollector {
  readonly #identifiers = new Map<string, Identifier>();
  readonly #words = new Map<string, Word>();
  #range = 0;

  wordsIn(text: string, start: number, end: number): string {
    if (this.#identifiers.size > maxRemembered) {
      this.#identifiers.clear();
      this.#words.clear();
    }
    const range = ++this.#range;
    let found = '';
    let at = start;
    while (at < end) {
      if (!isWordCharacter(text.charCodeAt(at))) {
        at++;
        continue;
      }
      const from = at++;
      while (at < end && isWordCharacter(text.charCodeAt(at))) at++;
      if (at - from > maxWordLength) continue;
      const identifier = this.#identifier(text.slice(from, at));
      if (identifier.seenIn === range) continue;
      identifier.seenIn = range;
      for (const word of identifier.words) {
        if (word.seenIn === range) continue;
        word.seenIn = range;
        found += found === '' ? word.text : ` ${word.text}`;
      }
    }
    return found;
  }

  #identifier(written: string): Identifier {
    let identifier = this.#identifiers.get(written);
    if (identifier === undefined) {
      const own = detached(written);
      identifier = { words: wordsOf(own).map((word) => this.#word(word)), seenIn: 0 };
      this.#identifiers.set(own, identifier);
    }
    return identifier;
  }

  #word(text: string): Word {
    let word = this.#words.get(text);
    if (word === undefined) {
      word = { text, seenIn: 0 };
      this.#words.set(text, word);
    }
    return word;
  }
}

/** A copy that does not keep the whole text alive, as a slice of it would. */
function detached(slice: string): string {
  return Buffer.from(slice, 'utf16le').toString('utf16le');
}

const asciiWordCharacters = new Uint8Array(128);
for (const character of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz$') {
  asciiWordCharacters[character.charCodeAt(0)] = 1;
}

function isWordCharacter(code: number): boolean {
  if (code < 128) return asciiWordCharacters[code] === 1;
  return isLetterBeyondAscii(code);
}

/** Punctuation, spaces and symbols beyond ASCII part words as their ASCII kin do. */
function isLetterBeyondAscii(code: number): boolean {
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba;
  if (code >= 0x2000 && code <= 0x2bff) return false;
  if (code >= 0x3000 && code <= 0x3004) return false;
  if (code >= 0xff00 && code <= 0xff0f) return false;
  return code !== 0xd7 && code !== 0xf7 && code !== 0xfeff && code !== 0xfffd;
}
