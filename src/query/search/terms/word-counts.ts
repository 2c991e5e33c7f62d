/**
 * Counts the chunks that contain a word. Counts are cached until the ref is published again, since queries repeat
 * words.
 */
import type { WordCount } from '../../../store/store.ts';
import type { RefView } from '../../view/ref-view.ts';

/** Above this size the cache is cleared. */
const maxRemembered = 50_000;

/** Returns the words that occur, with their counts. */
export async function countWords(view: RefView, words: readonly string[]): Promise<WordCount[]> {
  const known = await view.derived(noCounts);
  const unknown = words.filter((word) => !known.has(word));
  if (unknown.length > 0) {
    const found = new Map((await view.store.wordCounts('text', unknown)).map(({ word, count }) => [word, count]));
    if (known.size > maxRemembered) known.clear();
    for (const word of words) known.set(word, found.get(word) ?? known.get(word) ?? 0);
  }
  return words.map((word) => ({ word, count: known.get(word) ?? 0 })).filter(({ count }) => count > 0);
}

function noCounts(): Map<string, number> {
  return new Map();
}
