/**
 * Aligns a printed message with source text. The message has values where the source has placeholders, so its words
 * match in order, in runs: literal fragments, which may be joined from several strings. A run counts by the worth of its
 * words; what stands where the source has a hole is explained and costs nothing.
 */
import { isWordCharacter } from '../../../text/words.ts';
import { weights } from '../../ranking/weights.ts';
import type { MessageWord } from './message-words.ts';

/** Where a message may be printed. */
export interface MessagePlace {
  /** Offsets of the first and last matching character. */
  readonly start: number;
  readonly end: number;
  /** By the share of the message that the place has or explains, 0 to 1. */
  readonly share: number;
  /** The longest literal fragment, as in the source. */
  readonly fragment: string;
}

/** A word of the source that is a word of the message, and the best alignment that ends with it. */
interface Match {
  /** Index of the word in the message. */
  readonly word: number;
  readonly start: number;
  readonly end: number;
  value: number;
  /** The worth of the words that are part of a run. */
  literal: number;
  explained: number;
  /** Words of the run that ends here, and where it starts. */
  run: number;
  runStart: number;
  isLone: boolean;
  first: Match;
  longest: { readonly start: number; readonly end: number; readonly words: number };
}

/** Matches that may come before another one in an alignment. */
const maxBack = 24;
/** Characters of source between two fragments. */
const maxGap = 160;
const maxMatches = 2_000;
/** Fewer adjacent words are no fragment of a message. */
const minRun = 2;

export class MessageAligner {
  readonly #message: string;
  readonly #words: readonly MessageWord[];
  readonly #byText = new Map<string, number[]>();
  readonly #all: number;

  constructor(message: string, words: readonly MessageWord[]) {
    this.#message = message;
    this.#words = words;
    for (const [index, { text }] of this.#words.entries()) {
      const known = this.#byText.get(text);
      if (known === undefined) this.#byText.set(text, [index]);
      else known.push(index);
    }
    this.#all = this.#worthBetween(0, this.#words.length);
  }

  /** The places in a range of a text, best first. Prose has no holes. */
  placesIn(text: string, from: number, to: number, hasHoles: boolean): MessagePlace[] {
    if (this.#all === 0) return [];
    const matches = this.#matchesIn(text, from, to, hasHoles);
    const ends = matches.filter(({ longest }) => longest.words >= minRun).sort((a, b) => b.value - a.value);
    const places: MessagePlace[] = [];
    for (const match of ends) {
      const { start } = match.first;
      if (places.some((place) => start <= place.end && place.start <= match.end)) continue;
      const share = this.#shareOf(text, match, hasHoles);
      places.push({ start, end: match.end, share, fragment: text.slice(match.longest.start, match.longest.end) });
      if (places.length === maxPlaces) break;
    }
    return places.sort((a, b) => b.share - a.share);
  }

  #matchesIn(text: string, from: number, to: number, hasHoles: boolean): Match[] {
    const matches: Match[] = [];
    for (let at = from; at < to && matches.length < maxMatches; at++) {
      if (!isWordCharacter(text.charCodeAt(at))) continue;
      let start = at;
      while (at < to && isWordCharacter(text.charCodeAt(at))) at++;
      if (at - start > maxWordLength) continue;
      // In `\nUsage` and `%dth` the first letter belongs to the escape or the placeholder.
      const before = text[start - 1];
      if ((before === '\\' || before === '%') && at - start > 1) start++;
      const known = this.#byText.get(text.slice(start, at).toLowerCase());
      if (known === undefined) continue;
      const earlier = matches.length;
      for (const word of known) {
        const match = this.#alone(word, start, at);
        const least = Math.max(0, earlier - maxBack);
        for (let index = earlier - 1; index >= least; index--) {
          const previous = matches[index] as Match;
          if (start - previous.end > maxGap) break;
          if (previous.word < word) this.#linkTo(match, previous, text, hasHoles);
        }
        matches.push(match);
      }
    }
    return matches;
  }

  #alone(word: number, start: number, end: number): Match {
    const value = (this.#words[word] as MessageWord).worth * weights.message.lone;
    const match = { word, start, end, value, literal: 0, explained: 0, run: 1, runStart: start, isLone: true };
    const made = { ...match, longest: { start, end, words: 1 } } as Match;
    made.first = made;
    return made;
  }

  /** Continues the alignment of `previous` with `match`, if that is better than what it continues already. */
  #linkTo(match: Match, previous: Match, text: string, hasHoles: boolean): void {
    const [own, before] = [this.#words[match.word] as MessageWord, this.#words[previous.word] as MessageWord];
    const source = text.slice(previous.end, match.start);
    const between = this.#message.slice(before.end, own.start);
    const isNext = match.word === previous.word + 1 && isSameText(source, between);
    let { value, literal, explained } = previous;
    if (isNext) {
      const gained = own.worth + (previous.isLone ? before.worth : 0);
      literal += gained;
      value += gained - (previous.isLone ? before.worth * weights.message.lone : 0);
    } else {
      value += own.worth * weights.message.lone;
      const skipped = this.#worthBetween(previous.word + 1, match.word);
      if (!hasHoles || !isHole(source)) value -= weights.message.gap;
      else {
        explained += skipped;
        value += skipped * weights.message.explained;
      }
    }
    if (value <= match.value) return;
    match.value = value;
    match.literal = literal;
    match.explained = explained;
    match.first = previous.first;
    // The parts of `strings.ToLower` are one word of prose.
    match.run = isNext ? previous.run + (/\s/.test(between) ? 1 : 0) : 1;
    match.isLone = !isNext;
    match.runStart = isNext ? previous.runStart : match.start;
    match.longest =
      match.run > previous.longest.words
        ? { start: match.runStart, end: match.end, words: match.run }
        : previous.longest;
  }

  /** Half of it by all words, half by those that no hole explains: a template of holes alone says little. */
  #shareOf(text: string, { first, word, end, literal, explained }: Match, hasHoles: boolean): number {
    const begins = hasHoles && beginsAfterHole(text, first.start);
    const ends = hasHoles && endsBeforeHole(text, end);
    const before = begins ? this.#worthBetween(0, first.word) : 0;
    const behind = ends ? this.#worthBetween(word + 1, this.#words.length) : 0;
    const values = explained + weights.message.edge * (before + behind);
    const meant = Math.max(literal, this.#all - values);
    const { ofAll, power, prosePower } = weights.message;
    const share = meant === 0 ? 0 : ofAll * (literal / this.#all) + (1 - ofAll) * (literal / meant);
    // A part of a sentence is often a part of other sentences.
    return share ** (begins || ends || explained > 0 ? power : prosePower);
  }

  #worthBetween(from: number, to: number): number {
    let sum = 0;
    for (let index = from; index < to; index++) sum += (this.#words[index] as MessageWord).worth;
    return sum;
  }
}

const maxPlaces = 12;
const maxWordLength = 64;

/** Something that a value may stand for: a placeholder, the end of a string, an interpolation. */
const hole = /[%{}$"'`<>:@#]/;

/** Not if a statement ends there: then the fragments are of two messages. */
function isHole(source: string): boolean {
  return hole.test(source) && !/[;)}][ \t]*\n/.test(source);
}

/** Whether two pieces of text between words are equal, apart from escapes, breaks and joints of strings. */
function isSameText(source: string, message: string): boolean {
  if (source === message) return true;
  return withoutJoints(source) === message.replace(/\s/g, '');
}

/** Without blanks, escapes, and what stands between two strings that are one: `" + "`, `' \` and a new line. */
function withoutJoints(source: string): string {
  const bare = source.replace(/\\[nrt]?/g, '').replace(/\s/g, '');
  return bare.replace(/["'`](?:\+|\.|,|&|<<|\.\.)?(?:[fFrRbBuU]{0,2})["'`]/g, '').replaceAll('%%', '%');
}

function beginsAfterHole(text: string, start: number): boolean {
  return hole.test(text.slice(Math.max(0, start - maxEdge), start));
}

function endsBeforeHole(text: string, end: number): boolean {
  return hole.test(text.slice(end, end + maxEdge));
}

/** Punctuation and a blank may stand between a word and the hole or the end of the string. */
const maxEdge = 3;
