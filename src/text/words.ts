/**
 * Words are what full-text search matches. An identifier counts as a whole and by its parts, so that a word of a
 * name, the name and a prefix of it all match. Indexing and asking split alike, or nothing would be found.
 */

const maxWordLength = 64;
const maxNumberLength = 12;
const tableSize = 1 << 17;
const maxIdentifiers = tableSize / 2;

/** `HTTPServer2` → `httpserver2`, `http`, `server`, `2`. The whole comes first; nothing comes twice. */
export function wordsOf(identifier: string): string[] {
  if (identifier.length > maxWordLength) return [];
  const words = isAscii(identifier) ? asciiWords(identifier) : anyWords(identifier);
  return words.length === 1 && identifier.length > maxNumberLength && /^\d+$/.test(identifier) ? [] : words;
}

/** What `anyWords` finds in letters of ASCII, without an expression: a fifth of splitting text went into those. */
function asciiWords(identifier: string): string[] {
  const whole = identifier.toLowerCase();
  const words = [whole];
  const { length } = identifier;
  let at = 0;
  while (at < length) {
    const start = at;
    const kind = asciiKinds[identifier.charCodeAt(at++)] as number;
    if (kind === other) continue;
    while (at < length && asciiKinds[identifier.charCodeAt(at)] === kind) at++;
    if (kind === upper && at < length && asciiKinds[identifier.charCodeAt(at)] === lower) {
      // The last capital begins the next word, which may be this one.
      if (at - start > 1) at--;
      else while (at < length && asciiKinds[identifier.charCodeAt(at)] === lower) at++;
    }
    const word = whole.slice(start, at);
    if (!words.includes(word)) words.push(word);
  }
  return words;
}

function anyWords(identifier: string): string[] {
  return [...new Set([identifier, ...(identifier.match(anyParts) ?? [])].map((word) => word.toLowerCase()))];
}

const anyParts = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{Lt}|\p{N}+/gu;

const other = 0;
const upper = 1;
const lower = 2;
const digit = 3;
const asciiKinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (character >= 'A' && character <= 'Z') return upper;
  if (character >= 'a' && character <= 'z') return lower;
  return character >= '0' && character <= '9' ? digit : other;
});

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}

/** The words of a text, or of a range of it, each once, joined by spaces: what the full-text index is given. */
export function searchWords(text: string, start = 0, end = text.length): string {
  return collector.wordsIn(text, start, end);
}

/**
 * Collects the words of many ranges, remembering how identifiers split. Most of indexing text is meeting identifiers
 * again, so the table is our own: it hashes while it scans, and neither cuts nor compares a string for one it knows.
 * Two hashes of 32 bits tell identifiers apart.
 */
class WordCollector {
  readonly #slots = new Int32Array(tableSize);
  readonly #firstHash = new Int32Array(maxIdentifiers);
  readonly #secondHash = new Int32Array(maxIdentifiers);
  /** The range in which an identifier, or a word, was seen last: each is given once per range without a set. */
  readonly #identifierSeenIn = new Int32Array(maxIdentifiers);
  readonly #identifierWords: Word[][] = [];
  #words = new Map<string, Word>();
  #range = 0;

  wordsIn(text: string, start: number, end: number): string {
    const range = ++this.#range;
    const found: string[] = [];
    let at = start;
    while (at < end) {
      let code = text.charCodeAt(at);
      if (!isWordCharacter(code)) {
        at++;
        continue;
      }
      const from = at;
      let first = 0;
      let second = 0x811c9dc5;
      do {
        first = (Math.imul(first, 31) + code) | 0;
        second = Math.imul(second ^ code, 0x01000193);
        at++;
        code = at < end ? text.charCodeAt(at) : 0;
      } while (isWordCharacter(code));
      if (at - from > maxWordLength) continue;
      const identifier = this.#find(first, second) ?? this.#add(text.slice(from, at), first, second);
      if (this.#identifierSeenIn[identifier] === range) continue;
      this.#identifierSeenIn[identifier] = range;
      for (const word of this.#identifierWords[identifier] as Word[]) {
        if (word.seenIn === range) continue;
        word.seenIn = range;
        found.push(word.text);
      }
    }
    return found.join(' ');
  }

  #find(first: number, second: number): number | undefined {
    let slot = slotOf(first, second);
    for (;;) {
      const identifier = (this.#slots[slot] as number) - 1;
      if (identifier === -1) return undefined;
      if (this.#firstHash[identifier] === first && this.#secondHash[identifier] === second) return identifier;
      slot = (slot + 1) & (tableSize - 1);
    }
  }

  #add(slice: string, first: number, second: number): number {
    if (this.#identifierWords.length === maxIdentifiers) this.#forget();
    const identifier = this.#identifierWords.length;
    this.#firstHash[identifier] = first;
    this.#secondHash[identifier] = second;
    this.#identifierSeenIn[identifier] = 0;
    this.#identifierWords.push(wordsOf(detached(slice)).map((word) => this.#word(word)));
    let slot = slotOf(first, second);
    while (this.#slots[slot] !== 0) slot = (slot + 1) & (tableSize - 1);
    this.#slots[slot] = identifier + 1;
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

  /** Words keep their marks, since a range may be under way. */
  #forget(): void {
    this.#slots.fill(0);
    this.#identifierWords.length = 0;
    this.#words = new Map([...this.#words].filter(([, word]) => word.seenIn === this.#range));
  }
}

interface Word {
  readonly text: string;
  seenIn: number;
}

function slotOf(first: number, second: number): number {
  return (first ^ (second >>> 13)) & (tableSize - 1);
}

const collector = new WordCollector();

/** A copy that does not keep the whole text alive, as a slice of it would. */
function detached(slice: string): string {
  return Buffer.from(slice, 'utf16le').toString('utf16le');
}

const asciiWordCharacters = new Uint8Array(128);
for (const character of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz$') {
  asciiWordCharacters[character.charCodeAt(0)] = 1;
}

function isWordCharacter(code: number): boolean {
  return code < 128 ? asciiWordCharacters[code] === 1 : isLetterBeyondAscii(code);
}

/** Punctuation, spaces and symbols beyond ASCII part words as their ASCII kin do. */
function isLetterBeyondAscii(code: number): boolean {
  if (code < 0xc0) return code === 0xaa || code === 0xb5 || code === 0xba;
  if (code >= 0x2000 && code <= 0x2bff) return false;
  if (code >= 0x3000 && code <= 0x3004) return false;
  if (code >= 0xff00 && code <= 0xff0f) return false;
  return code !== 0xd7 && code !== 0xf7 && code !== 0xfeff && code !== 0xfffd;
}
