/**
 * The words of a question for the baselines. Both get the same words without English stop words, which makes both
 * stronger. There is no stemming.
 */
import { contentWords, stopWords } from '../../build/evaluate/content-words.js';
import { wordsOf } from '../../build/text/words.js';

/** Returns the distinct words as the index splits them: whole identifiers and their parts. */
export function indexWords(text) {
  const identifiers = text.match(identifier) ?? [];
  return [...new Set(identifiers.flatMap(wordsOf))].filter((word) => !stopWords.has(word));
}

/** Matches one identifier as the index does. */
export const identifier = /[\w$\u00c0-\u1fff\u2c00-\u2fff\u3005-\ufdff]+/g;
export { contentWords, wordsOf };
