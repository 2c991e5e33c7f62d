/**
 * The words of a question for the baselines. Both get the same ones without English stop words, which is the stronger
 * form of either: nobody greps for "the", and BM25 would only be misled by it. There is no stemming.
 */
import { join, resolve } from 'node:path';

const { wordsOf } = await import(join(resolve(import.meta.dirname, '../../dist'), 'text/words.js'));

/** Lucene's classic list, the question words, and what is left of "it's" and "don't". */
const stopWords = new Set(
  (
    'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this ' +
    'to was will with from when where what which who whom why how do does did has have had can could should would may ' +
    'might must we you i he she its our your s t don doesn didn isn also just so than too very up out about'
  ).split(' '),
);

/** The identifiers of a text as they stand, each once: what one would give to grep, word by word. */
export function contentWords(text) {
  const words = (text.match(/[\p{L}\p{N}_]+/gu) ?? []).map((word) => word.toLowerCase());
  return [...new Set(words)].filter((word) => word.length > 1 && !stopWords.has(word));
}

/** The words as the index splits them: identifiers as a whole and by their parts, each once. */
export function indexWords(text) {
  const identifiers = text.match(identifier) ?? [];
  return [...new Set(identifiers.flatMap(wordsOf))].filter((word) => !stopWords.has(word));
}

/** What the index takes for one identifier. */
export const identifier = /[\w$\u00c0-\u1fff\u2c00-\u2fff\u3005-\ufdff]+/g;
export { wordsOf };
