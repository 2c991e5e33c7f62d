/**
 * The words of a question that mean something: the identifiers of its text as they stand, each once, without English stop
 * words; what one would give to grep, word by word.
 */
export function contentWords(text: string): string[] {
  const words = (text.match(wholeWord) ?? []).map((word) => word.toLowerCase());
  return [...new Set(words)].filter((word) => word.length > 1 && !stopWords.has(word));
}

/** What grep takes for a whole word. */
export const wholeWord = /[\p{L}\p{N}_]+/gu;

/** Lucene's classic list, the question words, and what is left of "it's" and "don't". */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this ' +
    'to was will with from when where what which who whom why how do does did has have had can could should would may ' +
    'might must we you i he she its our your s t don doesn didn isn also just so than too very up out about'
  ).split(' '),
);
