/**
 * A line pattern decides which lines of a text match: a literal, or a regular expression whose search takes linear time
 * (RE2). A match never crosses the end of a line. `\r` before `\n` belongs to the end of the line.
 */
import { RE2JS } from 're2js';
import { foldCase } from '../../text/fold-case.ts';
import { patternInvalid, syntaxError } from './pattern-error.ts';
import { leastSize, requiredTexts, type TextSet } from './required-text.ts';

export interface WrittenPattern {
  readonly pattern: string;
  readonly regex: boolean;
  readonly case: 'smart' | 'sensitive' | 'insensitive';
  readonly word: boolean;
}

export interface LinePattern {
  readonly ignoresCase: boolean;
  /** Texts that every matching line contains, as they are in `searchable` texts. */
  readonly required: readonly TextSet[];
  /** The steps that a character of a line may cost. */
  readonly cost: number;
  /** The text in the form in which it is searched; every character keeps its place. */
  comparable(text: string): string;
  /** A comparable text in the form that contains the required texts. */
  searchable(comparable: string): string;
  /** Whether a line of a comparable text matches, without its end. */
  matches(line: string): boolean;
  /** Where the first match in a line of a comparable text starts; 0 without a match. */
  placeIn(line: string): number;
}

/** Larger expressions cost too much for every character. */
const maxSize = 3_000;

/** Throws `pattern_invalid`. */
export function linePattern(written: WrittenPattern): LinePattern {
  const { pattern, regex } = written;
  const lineEnd = pattern.search(/[\r\n]/);
  if (lineEnd !== -1) throw patternInvalid(pattern, lineEnd + 1, 'a match is within one line, so it has no line break');
  return regex ? expressionPattern(written) : literalPattern(written);
}

function literalPattern({ pattern, case: care, word }: WrittenPattern): LinePattern {
  const ignoresCase = care === 'insensitive' || (care === 'smart' && !/\p{Lu}/u.test(pattern));
  const comparable = ignoresCase ? folding(pattern) : same;
  const wanted = comparable(pattern);
  const placeFrom = (line: string): number => {
    let at = line.indexOf(wanted);
    while (at !== -1 && word && !isWord(line, at, at + wanted.length)) at = line.indexOf(wanted, at + 1);
    return at;
  };
  return {
    ignoresCase,
    required: [[wanted]],
    cost: 1,
    comparable,
    searchable: same,
    matches: (line) => placeFrom(line) !== -1,
    placeIn: (line) => Math.max(0, placeFrom(line)),
  };
}

function expressionPattern({ pattern, case: care, word }: WrittenPattern): LinePattern {
  const ignoresCase = care === 'insensitive' || (care === 'smart' && !hasCapital(pattern));
  const flags = ignoresCase ? RE2JS.CASE_INSENSITIVE : 0;
  if (leastSize(pattern) > maxSize) throw tooLarge(pattern);
  const plain = compiled(pattern, pattern, flags);
  const broken = lineBreakIn(pattern);
  if (broken !== -1) throw patternInvalid(pattern, broken + 1, 'a match is within one line, so it has no line break');
  const expression = word ? asWord(pattern, flags) : plain;
  // With flags of its own, an expression may ignore case in a part of it.
  const mayFold = ignoresCase || /\(\?[a-zU-]*i/.test(pattern);
  return {
    ignoresCase: mayFold,
    required: mayFold ? foldedSets(pattern) : requiredTexts(pattern),
    cost: expression.programSize(),
    comparable: mayFold ? withoutLookalikes(pattern) : same,
    searchable: mayFold ? lowered : same,
    matches: (line) => expression.test(line),
    placeIn(line) {
      const matcher = expression.matcher(line);
      return matcher.find() ? matcher.start() : 0;
    },
  };
}

/** Neither side of a match continues a word. The characters beside it are part of the match, which no line shows. */
function asWord(pattern: string, flags: number): RE2JS {
  const around = (inner: string) => `(?:^|${noWord})(?:${inner})(?:${noWord}|$)`;
  try {
    return compiled(pattern, around(pattern), flags);
  } catch (thrown) {
    // A quotation that the pattern does not end.
    if (pattern.includes('\\Q')) return compiled(pattern, around(`${pattern}\\E`), flags);
    throw thrown;
  }
}

function compiled(pattern: string, whole: string, flags: number): RE2JS {
  let expression: RE2JS;
  try {
    expression = RE2JS.compile(whole, flags);
  } catch (thrown) {
    throw syntaxError(pattern, thrown);
  }
  if (expression.programSize() > maxSize) throw tooLarge(pattern);
  return expression;
}

function tooLarge(pattern: string) {
  return patternInvalid(pattern, 1, 'it is too large; use smaller repetitions or fewer alternatives');
}

const wordCategories = String.raw`\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\x{200c}\x{200d}`;
const noWord = `[^${wordCategories}]`;
const wordCharacter = /[\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\u200c\u200d]/u;

/** Whether neither side of a match continues a word. */
function isWord(line: string, start: number, end: number): boolean {
  const before = line.slice(Math.max(0, start - 2), start);
  const last = isPair(before) ? before : before.slice(-1);
  const next = line.codePointAt(end);
  return !wordCharacter.test(last) && (next === undefined || !wordCharacter.test(String.fromCodePoint(next)));
}

function isPair(text: string): boolean {
  return text.length === 2 && (text.codePointAt(0) as number) > 0xffff;
}

function same(text: string): string {
  return text;
}

/** Characters beyond ASCII whose other case is an ASCII letter: the index has them as other words. */
const lookalikes = /[\u017f\u212a]/g;

/** They equal only themselves, unless the pattern has one; letters without case stand in for them. */
function withoutLookalikes(pattern: string): (text: string) => string {
  if (mayMeanLookalike(pattern)) return same;
  return (text) => text.replace(lookalikes, (found) => (found === '\u017f' ? '\u0138' : '\u2102'));
}

function mayMeanLookalike(pattern: string): boolean {
  return pattern.search(lookalikes) !== -1 || pattern.includes('\\x');
}

/** Folds the case of texts as it folds the pattern. */
function folding(pattern: string): (text: string) => string {
  const prepared = pattern.search(lookalikes) === -1 ? withoutLookalikes(pattern) : same;
  if (!/^[\x00-\x7f]*$/.test(pattern)) return (text) => foldCase(prepared(text));
  return (text) => lowered(prepared(text));
}

/** The lower case, as far as ASCII goes. */
function lowered(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : foldCase(text);
}

/** In lower case, and only what is ASCII: other letters may differ from the words of the index in their lower case. */
function foldedSets(pattern: string): readonly TextSet[] {
  if (mayMeanLookalike(pattern)) return [];
  const sets = requiredTexts(pattern).map((set) => set.map((text) => longestAscii(text).toLowerCase()));
  return sets.filter((set) => set.every((text) => text !== ''));
}

function longestAscii(text: string): string {
  let longest = '';
  for (const [run] of text.matchAll(/[\x00-\x7f]+/g)) if (run.length > longest.length) longest = run;
  return longest;
}

/** Whether an expression has a capital letter outside of escapes, names and flags. */
function hasCapital(pattern: string): boolean {
  const written = pattern.replace(/\\[pP]\{[\w^]*|\\x\{\w*|\\[pP].|\\x..|\\[\s\S]|\(\?P?<\w*>|\(\?[a-zA-Z-]*/gu, '');
  return /\p{Lu}/u.test(written);
}

/** The offset of `\n` or `\r` outside of a class, or -1. */
function lineBreakIn(pattern: string): number {
  let isInClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '\\') {
      if (!isInClass && (pattern[at + 1] === 'n' || pattern[at + 1] === 'r')) return at;
      at++;
    } else if (isInClass) isInClass = character !== ']';
    else if (character === '[') {
      isInClass = true;
      if (pattern[at + 1] === '^') at++;
      if (pattern[at + 1] === ']') at++;
    }
  }
  return -1;
}
