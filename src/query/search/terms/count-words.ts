/**
 * Counts the chunks of a ref that contain a word. Other refs in the store must not affect a ranking, so the totals of the
 * store count only if the ref has every chunk. Counts are cached until the ref is published again, since queries repeat
 * words.
 */
import type { WordCount } from '../../../store/store.ts';
import type { RefView } from '../../view/ref-view.ts';

/** Above this size the cache is cleared. */
const maxRemembered = 50_000;

/** Returns the words that occur in the ref, with their counts. */
export async function countWords(view: RefView, words: readonly string[]): Promise<WordCount[]> {
  const known = await view.derived(noCounts);
  const unknown = words.filter((word) => !known.has(word));
  if (unknown.length > 0) {
    const found = new Map<string, number>();
    for (const { word, count } of await view.store.wordCounts('text', unknown)) {
      found.set(word, (await view.derived(hasEveryChunk)) ? count : await countInRef(view, word));
    }
    if (known.size > maxRemembered) known.clear();
    for (const word of words) known.set(word, found.get(word) ?? known.get(word) ?? 0);
  }
  return words.map((word) => ({ word, count: known.get(word) ?? 0 })).filter(({ count }) => count > 0);
}

function noCounts(): Map<string, number> {
  return new Map();
}

async function hasEveryChunk(view: RefView): Promise<boolean> {
  return (await view.files()).chunkCount === (await view.store.lastChunk());
}

async function countInRef(view: RefView, word: string): Promise<number> {
  const files = await view.files();
  let count = 0;
  files.eachChunk(await view.store.holders('text', [word]), () => count++);
  return count;
}
