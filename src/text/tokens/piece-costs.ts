/**
 * What a piece of text costs, by its form, in hundredths of a token: averages over real answers of the server, measured
 * with the o200k encoding, plus a margin. Words that occur in few texts and random letters cost more than these
 * averages; frequent words cost less.
 */

/** The cost of one token. */
export const tokenCost = 100;

/** Every cost is raised by this factor: an answer slightly under its ceiling is better than one over it. */
const margin = 1.05;

interface WordCosts {
  /** By number of letters, from 0. */
  readonly measured: readonly number[];
  /** What each further letter adds. */
  readonly further: number;
}

const lowerCase: WordCosts = { measured: [0, 100, 101, 104, 104, 105, 107, 111, 116, 122, 130, 165, 185], further: 40 };
const capitalized: WordCosts = {
  measured: [0, 100, 101, 103, 104, 106, 110, 112, 120, 126, 132, 150, 165],
  further: 40,
};
/** Mostly ids: random letters. */
const capitalsOnly: WordCosts = { measured: [0, 100, 112, 192, 240, 300, 355, 415, 470], further: 54 };
const mixedCase: WordCosts = { measured: [0, 100, 120, 175, 225, 220, 225, 250, 250, 250, 265], further: 30 };

const [underscore, spaceBefore, jsonEscape] = [95, 32, 92];

/**
 * `capitals` is the number of capital letters, which come first; `before` is the code of the character before the word,
 * or 0; `crowded` counts letters in sequences of consonants that words do not have.
 */
export function wordCost(capitals: number, length: number, before: number, crowded: number): number {
  const isLower = capitals === 0;
  const isCapitalized = capitals === 1 && length > 1;
  const form = isLower ? lowerCase : isCapitalized ? capitalized : capitals === length ? capitalsOnly : mixedCase;
  const { measured, further } = form;
  const over = length - measured.length + 1;
  const known = over <= 0 ? (measured[length] as number) : (measured[measured.length - 1] as number) + further * over;
  const own = form === capitalsOnly ? known : known + 35 * crowded;
  if (before === 0 || before === spaceBefore || length === 1) return margin * own;
  if (before === jsonEscape) return margin * (own + escaped);
  if (before === underscore) {
    const joined = length > 5 ? 40 : length > 2 ? 12 : 0;
    return margin * (own + (isLower ? joined : isCapitalized ? escaped : 20));
  }
  return margin * (own + (length === 2 && isLower ? 10 : length < 8 ? 40 : 70));
}

/** What an escape of JSON before a word adds: it is rarely one token with the word. */
const escaped = 104;

/** The cost of a run of punctuation; an escaped character of JSON is a token of its own in longer runs. */
export function punctuationCost(length: number, escapes: number): number {
  if (escapes > 0) return length < 3 ? margin * 100 : margin * (60 + 28 * length + 22 * escapes);
  return length < 4 ? margin * 100 : margin * (38 * length - 25);
}

/** The cost of a character beyond ASCII, by its UTF-16 code. */
export function foreignCost(code: number): number {
  for (const [end, cost] of scripts) if (code < end) return margin * cost;
  return margin * 300;
}

/** The first code behind each range, and the cost of one character in it. */
const scripts: readonly (readonly [number, number])[] = [
  [0x0250, 80], // Latin with accents, which also split the word around them
  [0x0530, 45], // Greek, Cyrillic
  [0x1100, 60], // Hebrew, Arabic, Indic scripts, Thai, Georgian
  [0x2000, 200],
  [0x2070, 105], // general punctuation
  [0x2600, 150], // arrows, mathematics, boxes
  [0x2e80, 200], // symbols
  [0x3040, 100], // ideographic punctuation
  [0x3100, 95], // kana
  [0x3400, 150],
  [0xa000, 92], // ideographs
  [0xac00, 200],
  [0xd800, 75], // Hangul
  [0xe000, 170], // half of a pair: emoji, rare ideographs
  [0xff00, 250],
  [0xfff0, 100], // full-width forms
];
