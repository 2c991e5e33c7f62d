/**
 * The words of a question for the baselines. Both get the same ones without English stop words, which is the stronger
 * form of either: nobody greps for "the", and BM25 would only be misled by it. There is no stemming.
 */
import { contentWords, stopWords } from '../../build/evaluate/content-words.js';
import { wordsOf } from '../../build/text/words.js';

/** The words as the index splits them: identifiers as a whole and by their parts, each once. */
export function indexWords(text) {
  const identifiers = text.match(identifier) ?? [];
  return [...new Set(identifiers.flatMap(wordsOf))].filter((word) => !stopWords.has(word));
}

/** What the index takes for one identifier. */
export const identifier = /[\w$\u00c0-\u1fff\u2c00-\u2fff\u3005-\ufdff]+/g;
export { contentWords, wordsOf };
