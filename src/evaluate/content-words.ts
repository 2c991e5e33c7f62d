/**
 * The content words of a question: its distinct identifiers, unchanged, without English stop words. These are the
 * words a person would grep for.
 */
export function contentWords(text: string): string[] {
  const words = (text.match(wholeWord) ?? []).map((word) => word.toLowerCase());
  return [...new Set(words)].filter((word) => word.length > 1 && !stopWords.has(word));
}

/** Matches whole words as `grep -w` does. */
export const wholeWord = /[\p{L}\p{N}_]+/gu;

/** Lucene's classic list, question words, and the fragments of "it's" and "don't". */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this ' +
    'to was will with from when where what which who whom why how do does did has have had can could should would may ' +
    'might must we you i he she its our your s t don doesn didn isn also just so than too very up out about'
  ).split(' '),
);
