/**
 * Extracts names of symbols that a question mentions indirectly: `rate limiting` may refer to `rate_limit`,
 * `rateLimiter` or `RateLimit`. Only names of symbols on the ref are returned.
 */
import { stemmer } from 'stemmer';
import { wordsOf } from '../../text/words.ts';
import { looksCompound } from '../search/classify-query.ts';
import { identifiersOf } from '../search/terms/query-terms.ts';
import { stopWords } from '../search/terms/word-lists.ts';
import type { RefView } from '../view/ref-view.ts';
import { findExactly } from './find-by-name.ts';
import { candidatesById, type SymbolCandidate } from './symbol-candidates.ts';

export interface ExtractedName {
  readonly name: string;
  /** The words of the question that led to it. */
  readonly written: string;
  readonly kind: string;
  readonly language: string;
}

const maxNames = 5;
const maxPhrases = 24;
const maxPhraseWords = 3;
const maxHolders = 400;

/** Best first: identifiers in the text, then longer phrases before shorter ones. */
export async function existingNames(view: RefView, text: string): Promise<ExtractedName[]> {
  const found = new Map<string, ExtractedName>();
  for (const written of namesIn(text)) {
    for (const symbol of await findExactly(view, written)) add(found, symbol, written);
  }
  for (const phrase of phrasesOf(text)) {
    if (found.size >= maxNames) break;
    for (const symbol of await symbolsOfPhrase(view, phrase)) add(found, symbol, phrase.join(' '));
  }
  return [...found.values()].slice(0, maxNames);
}

/** The identifiers in a text: words with an underscore, an inner capital or call parentheses. */
export function namesIn(text: string): string[] {
  const called = [...text.matchAll(/(?<![\p{L}\p{N}_$])\p{N}*([\p{L}_$][\p{L}\p{N}_$]*)\(/gu)].map(
    (match) => match[1] as string,
  );
  const alone = /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(text.trim()) ? [text.trim()] : [];
  return [...new Set([...alone, ...called, ...identifiersOf(text).filter(looksCompound)])];
}

/** The words of a name; a name of one word has only itself. */
export function wordsWithin(name: string): string[] {
  const words = identifiersOf(name).flatMap((identifier) => {
    const [whole = '', ...parts] = wordsOf(identifier);
    return parts.length > 0 ? parts : [whole];
  });
  return [...new Set(words)].filter((word) => word.length > 1);
}

function add(found: Map<string, ExtractedName>, { name, kind, file }: SymbolCandidate, written: string): void {
  if (!found.has(name)) found.set(name, { name, written, kind, language: file.language });
}

/** Sequences of three, two and one adjacent words of the question, without stop words. */
function phrasesOf(text: string): string[][] {
  const words = identifiersOf(text)
    .map((word) => word.toLowerCase())
    .filter((word) => word.length > 2 && !stopWords.has(word));
  const lengths = Array.from({ length: maxPhraseWords }, (_, index) => maxPhraseWords - index);
  const phrases = lengths.flatMap((length) =>
    words.map((_, start) => words.slice(start, start + length)).filter((phrase) => phrase.length === length),
  );
  return phrases.slice(0, maxPhrases);
}

/** Finds symbols whose names consist of exactly these words, in any inflection. */
async function symbolsOfPhrase(view: RefView, phrase: readonly string[]): Promise<SymbolCandidate[]> {
  const stems = phrase.map(stemmer);
  // A single word is too unspecific for a prefix search; it must match as a whole.
  const isWord = phrase.length === 1;
  const prefix = isWord ? (phrase[0] as string) : (stems[0] as string);
  const ids = isWord
    ? await view.store.holders('name', [prefix], maxHolders)
    : await view.store.holdersOfPrefix('name', prefix, maxHolders);
  const symbols = await candidatesById(view, ids);
  return symbols
    .filter((symbol) => {
      const words = wordsWithin(symbol.name).map(stemmer);
      return words.length === stems.length && stems.every((stem) => words.some((word) => isAlike(word, stem)));
    })
    .sort((a, b) => a.file.labels.length - b.file.labels.length || a.name.length - b.name.length);
}

/** Treats `limiter`, `limiting` and `limit` as the same word. */
function isAlike(word: string, stem: string): boolean {
  const [shorter, longer] = word.length < stem.length ? [word, stem] : [stem, word];
  return longer.startsWith(shorter) && longer.length - shorter.length <= 2 && shorter.length >= 3;
}
