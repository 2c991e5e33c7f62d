/**
 * Finds words in the bytes of a file, in any case, by the algorithm of Wu and Manber: a table of two-byte blocks tells
 * how far the search may skip. It reads a fraction of the bytes and creates no strings; a regular expression over the
 * decoded text takes several times as long.
 */

/** Calls `visit` with the end of each found word, in order. `visit` returns the position at which to continue. */
export type WordFinder = (bytes: Uint8Array, visit: (end: number) => number) => void;

/** Shorter words are not searched. */
const minLength = 2;

export function wordFinder(words: readonly string[]): WordFinder {
  const needles = minimal(words.flatMap(spellingsOf).map((word) => Buffer.from(word))).filter(
    ({ length }) => length >= minLength,
  );
  if (needles.length === 0) return () => {};
  const window = Math.min(...needles.map(({ length }) => length));
  const shifts = new Uint8Array(1 << 16).fill(Math.min(255, window - 1));
  const candidates = new Map<number, Buffer[]>();
  for (const needle of needles) {
    for (let at = 1; at < window; at++) {
      for (const block of blocksOf(needle, at)) shifts[block] = Math.min(shifts[block] as number, window - 1 - at);
    }
    for (const block of blocksOf(needle, window - 1)) candidates.set(block, [...(candidates.get(block) ?? []), needle]);
  }
  return (bytes, visit) => {
    for (let at = window - 1; at < bytes.length; ) {
      const block = ((bytes[at - 1] as number) << 8) | (bytes[at] as number);
      const shift = shifts[block] as number;
      if (shift > 0) {
        at += shift;
        continue;
      }
      const start = at - window + 1;
      const found = candidates.get(block)?.find((needle) => isAt(bytes, start, needle));
      at = found === undefined ? at + 1 : Math.max(at + 1, visit(start + found.length) + window - 1);
    }
  };
}

/** Beyond ASCII, the cases of a letter differ in several bytes, so each spelling is a word of its own. */
function spellingsOf(word: string): string[] {
  const lower = word.toLowerCase();
  if (!/[^\x00-\x7f]/.test(lower)) return [lower];
  const capitalized = lower.charAt(0).toUpperCase() + lower.slice(1);
  return [lower, lower.toUpperCase(), capitalized].map(lowerAscii);
}

/** Found words are compared in lower case, as far as they are ASCII. */
function lowerAscii(word: string): string {
  return word.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** A word that contains another one is found with it. */
function minimal(words: readonly Buffer[]): Buffer[] {
  const distinct = [...new Map(words.map((word) => [word.toString('latin1'), word])).values()];
  return distinct.filter((one) => !distinct.some((other) => other !== one && one.includes(other)));
}

/** The blocks of two bytes that end at a position of a word, in any case. */
function blocksOf(word: Buffer, at: number): number[] {
  const [first, second] = [casesOf(word[at - 1] as number), casesOf(word[at] as number)];
  return first.flatMap((high) => second.map((low) => (high << 8) | low));
}

function casesOf(byte: number): number[] {
  return byte >= 0x61 && byte <= 0x7a ? [byte, byte - 0x20] : [byte];
}

function isAt(bytes: Uint8Array, start: number, word: Uint8Array): boolean {
  if (start + word.length > bytes.length) return false;
  for (let at = 0; at < word.length; at++) {
    const byte = bytes[start + at] as number;
    const lower = byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
    if (lower !== word[at]) return false;
  }
  return true;
}
