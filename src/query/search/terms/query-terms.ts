/**
 * A term is one word of a query with its weight and all spellings that match it (inflections that occur in the index).
 * Stop words are not terms.
 */
import { stemmer } from 'stemmer';
import type { WordCount } from '../../../store/store.ts';
import { wordsOf } from '../../../text/words.ts';
import { weights } from '../../ranking/weights.ts';
import type { RefView } from '../../view/ref-view.ts';
import { looksCompound } from '../classify-query.ts';
import { countWords } from './count-words.ts';
import { stopWords, synonymsOf } from './word-lists.ts';

export interface Term {
  /** As written in the query, in lower case. */
  readonly word: string;
  /** The words in the index that match it. */
  readonly spellings: readonly string[];
  /** Weight relative to a plain word of the query. */
  readonly weight: number;
  /** Number of chunks with each of its spellings, summed up. */
  readonly count: number;
  /** Index of the term that this is a synonym of; it counts where that term is missing. */
  readonly standsFor?: number;
}

/** Long messages repeat themselves; later words contribute little. */
const maxTerms = 24;
const maxCountedWords = 2 * maxTerms;
/** Sets of terms are stored as bits of a 32-bit integer. */
const maxTermsAndSynonyms = 31;
const maxSpellings = 12;

export async function termsOf(view: RefView, query: string, wholeNames = false): Promise<Term[]> {
  const terms: Term[] = [];
  const seen = new Set<string>();
  const add = async (word: string, weight: number): Promise<boolean> => {
    if (seen.has(word) || terms.length >= maxTerms) return false;
    const found = await inflections(view, word);
    seen.add(word);
    for (const each of found) seen.add(each.word);
    const spellings = [...new Set([word, ...found.map((each) => each.word)])];
    terms.push({ word, spellings, weight, count: sum(found) });
    return found.some((each) => each.word === word);
  };

  const identifiers = identifiersOf(query);
  const plain: string[] = [];
  await countAtOnce(view, identifiers);
  for (const identifier of identifiers) {
    const [whole = '', ...parts] = wordsOf(identifier);
    if (wholeNames) {
      if (whole !== '') await add(whole, 1);
      continue;
    }
    if (parts.length === 0 || !looksCompound(identifier)) {
      for (const word of parts.length === 0 ? [whole] : parts) if (counts(word)) plain.push(word);
      continue;
    }
    const known = await add(whole, 1 + weights.identifierPart * Math.min(parts.length, weights.identifierParts));
    for (const part of parts) if (counts(part)) await add(part, known ? weights.part : 1);
  }
  for (const word of plain) await add(word, 1);
  for (const [index, word] of plain.entries()) {
    if (terms.length >= maxTerms) break;
    await view.pause();
    const joined = word + (plain[index + 1] ?? '');
    if (joined !== word && (await countWords(view, [joined])).length > 0) await add(joined, weights.joined);
  }
  for (const word of plain) {
    if (terms.length >= maxTermsAndSynonyms) break;
    await view.pause();
    const standsFor = terms.findIndex((term) => term.word === word);
    const others = synonymsOf(word).filter((other) => !seen.has(other));
    if (standsFor === -1 || others.length === 0) continue;
    const found = (await Promise.all(others.map((other) => inflections(view, other)))).flat();
    const spellings = found.map((each) => each.word).filter((spelling) => !seen.has(spelling));
    if (spellings.length > 0 && terms.length < maxTermsAndSynonyms)
      terms.push({ word: `~${word}`, spellings, weight: weights.synonym, count: sum(found), standsFor });
  }
  return terms;
}

/** Fills the cache of word counts with one query to the store. */
async function countAtOnce(view: RefView, identifiers: readonly string[]): Promise<void> {
  const words = identifiers.flatMap(wordsOf).filter(counts).slice(0, maxCountedWords);
  const joined = words.map((word, index) => word + (words[index + 1] ?? ''));
  const meant = [...words, ...words.flatMap(synonymsOf)];
  await countWords(view, [...new Set([...meant.flatMap(formsOf), ...joined])]);
}

/** The identifiers and words of a text, in order. */
export function identifiersOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_$]+/gu) ?? [];
}

/** Whether a word of a query is a term. */
export function counts(word: string): boolean {
  return !stopWords.has(word) && (word.length > 1 || /[^\x00-\x7f]/.test(word));
}

function sum(found: readonly WordCount[]): number {
  return found.reduce((total, each) => total + each.count, 0);
}

/** Returns the words in the index with the same stem, including the word itself if it occurs; most frequent first. */
async function inflections(view: RefView, word: string): Promise<WordCount[]> {
  const found = await countWords(view, formsOf(word));
  return found.sort((a, b) => b.count - a.count).slice(0, maxSpellings);
}

const endings =
  ' s es d ed ing er ers or ors ion ions ation ations ator e ate ated ating able al ment ments ity ive ize ized'.split(
    ' ',
  );

const maxRememberedForms = 5_000;
const rememberedForms = new Map<string, readonly string[]>();

/** Returns a word with its inflections and derivations that have the same stem. */
export function formsOf(word: string): readonly string[] {
  let forms = rememberedForms.get(word);
  if (forms === undefined) {
    forms = /^[a-z]{3,}$/.test(word) ? formsOfStem(word, stemmer(word)) : [word];
    if (rememberedForms.size >= maxRememberedForms) rememberedForms.clear();
    rememberedForms.set(word, forms);
  }
  return forms;
}

function formsOfStem(word: string, stem: string): string[] {
  const roots = [word, stem, word.replace(/e$/, '')];
  const forms = [
    ...roots.flatMap((root) => endings.map((ending) => root + ending)),
    ...['ed', 'ing', 'er', 'ers', 'able'].map((ending) => stem + stem.at(-1) + ending),
    ...(stem.endsWith('i') ? ['y', 'ies', 'ied', 'ier'].map((ending) => stem.slice(0, -1) + ending) : []),
  ];
  return [...new Set(forms)].filter((form) => stemmer(form) === stem);
}
