/**
 * The calibrated size of a text in tokens. A tokenizer splits a text into pieces (a word with the character before it,
 * up to three digits, a run of punctuation) and each piece into tokens. Here the pieces are found in one pass, and each
 * costs what pieces of its form cost on average in real answers, plus a margin. `npm run bench:tokens` shows the error.
 */
import { foreignCost, punctuationCost, tokenCost, wordCost } from './piece-costs.ts';

/** Returns the number of tokens (o200k), deliberately a few percent too high rather than too low. */
export function estimateTokens(text: string): number {
  return text === '' ? 0 : withSpare(tokensOfPart(text));
}

/** The number of tokens of a text, given what its parts add up to. */
export function withSpare(tokens: number): number {
  return Math.ceil(tokens + spare);
}

/** Averages are less reliable for short texts. */
const spare = 5;

/**
 * Splits a long text into parts that can be measured one by one. No piece is split, so the parts together have as many
 * tokens as the text.
 */
export function* partsOf(text: string): Generator<string> {
  let start = 0;
  while (text.length - start > partLength) {
    let end = start + partLength;
    // Behind a word a new piece begins, whatever it is.
    while (end < text.length && !(isLetter(kindAt(text, end - 1)) && !isLetter(kindAt(text, end)))) end++;
    yield text.slice(start, end);
    start = end;
  }
  if (start < text.length) yield text.slice(start);
}

/** Some milliseconds of work. */
const partLength = 100_000;

/** Returns what a part adds to the tokens of a text. If that is more than `enough`, only the beginning is measured. */
export function tokensOfPart(text: string, enough = Number.POSITIVE_INFINITY): number {
  const enoughCost = enough * tokenCost;
  let cost = 0;
  let at = 0;
  while (at < text.length && cost <= enoughCost) {
    const code = text.charCodeAt(at);
    const kind = code > 127 ? foreign : (kinds[code] as number);
    let end = at + 1;
    if (kind === lower || kind === upper) {
      end = wordEnd(text, at);
      cost += wordCost(capitals, end - at, noPrefix, crowded);
    } else if (kind === digit) {
      while (end < at + 3 && kindAt(text, end) === digit) end++;
      cost += tokenCost;
    } else if (kind === foreign) {
      cost += foreignCost(code);
    } else if (isLetter(kindAt(text, end))) {
      // One character before a word belongs to it.
      const from = end;
      end = wordEnd(text, from);
      if (kind === newline) cost += tokenCost;
      cost += wordCost(capitals, end - from, kind === newline ? noPrefix : code, crowded);
    } else if (kind === space || kind === newline) {
      while (isBlank(kindAt(text, end))) end++;
      const following = kindAt(text, end);
      const isShared = following !== digit && following !== beyond && kindAt(text, end - 1) === space;
      // The last space belongs to the word or punctuation behind it.
      const own = isShared ? end - 1 - at : end - at;
      cost += tokenCost * Math.ceil(own / longestBlank);
      if (isShared && following === punctuation) {
        const from = end;
        end = punctuationEnd(text, from);
        cost += costOfPunctuation(text, from, end);
      } else if (isShared && isLetter(following)) end--;
    } else {
      end = punctuationEnd(text, at);
      cost += costOfPunctuation(text, at, end);
    }
    at = end;
  }
  return cost / tokenCost;
}

const noPrefix = 0;
const backslash = 92;
/** Tokens exist for runs of spaces up to about this length. */
const longestBlank = 64;

const [foreign, lower, upper, digit, space, newline, punctuation, beyond] = [0, 1, 2, 3, 4, 5, 6, 7] as const;

const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return lower;
  if (/[A-Z]/.test(character)) return upper;
  if (/[0-9]/.test(character)) return digit;
  if (/[\r\n]/.test(character)) return newline;
  return /\s/.test(character) ? space : punctuation;
});

/** The kind of the character at a position; `beyond` behind the end. */
function kindAt(text: string, at: number): number {
  if (at >= text.length) return beyond;
  const code = text.charCodeAt(at);
  return code > 127 ? foreign : (kinds[code] as number);
}

function isLetter(kind: number): boolean {
  return kind === lower || kind === upper;
}

function isBlank(kind: number): boolean {
  return kind === space || kind === newline;
}

/** Set by `wordEnd`, which is called for every word: two numbers are cheaper than an object. */
let capitals = 0;
let crowded = 0;

/**
 * Capital letters, then small letters: `HTTPServer` is one piece, `camelCase` are two. Also counts the capital letters,
 * and the letters in sequences of consonants that words do not have.
 */
function wordEnd(text: string, from: number): number {
  let end = from;
  let consonants = 0;
  let code = text.charCodeAt(end);
  crowded = 0;
  for (; code >= upperA && code <= upperZ; code = text.charCodeAt(++end)) {
    consonants = (vowels >> (code & 31)) & 1 ? 0 : consonants + 1;
    if (consonants > mostConsonants) crowded++;
  }
  capitals = end - from;
  for (; code >= lowerA && code <= lowerZ; code = text.charCodeAt(++end)) {
    consonants = (vowels >> (code & 31)) & 1 ? 0 : consonants + 1;
    if (consonants > mostConsonants) crowded++;
  }
  return end;
}

const [upperA, upperZ, lowerA, lowerZ] = [65, 90, 97, 122];
/** More consonants in a row occur in random letters, hardly in words. */
const mostConsonants = 4;
/** Bits for a, e, i, o, u and y; letters of both cases share their low five bits. */
const vowels = [1, 5, 9, 15, 21, 25].reduce((bits, letter) => bits | (1 << letter), 0);

/** Line ends behind punctuation belong to it. */
function punctuationEnd(text: string, from: number): number {
  let end = from;
  while (kindAt(text, end) === punctuation) end++;
  while (kindAt(text, end) === newline) end++;
  return end;
}

function costOfPunctuation(text: string, from: number, end: number): number {
  let escapes = 0;
  for (let at = from; at < end; at++) if (text.charCodeAt(at) === backslash) escapes++;
  return punctuationCost(end - from, escapes);
}
