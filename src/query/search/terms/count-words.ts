/**
 * Counts the chunks of a ref that contain a word. Other refs in the store must not affect a ranking, so the totals of the
 * store count only if the ref has every chunk. Counts are cached until the ref is published again, since queries repeat
 * words, and the chunks themselves for the postings of the same words, which are read next.
 */
import type { WordCount } from '../../../store/store.ts';
import { LruCache } from '../../view/lru-cache.ts';
import type { RefView } from '../../view/ref-view.ts';

/** Above this size the cache is cleared. */
const maxRemembered = 50_000;
/** Size of the LRU cache of chunk ids per publication. */
const maxChunkBytes = 8_000_000;

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

/** Returns the ids of the chunks with any of the words, ascending; they may include chunks of other refs. */
export async function chunksWith(view: RefView, words: readonly string[]): Promise<readonly number[]> {
  const counted = await view.derived(noChunks);
  const lists = words.map((word) => counted.get(word));
  if (!lists.every((list) => list !== undefined)) return view.store.holders('text', words);
  const [only] = lists;
  return lists.length === 1 && only !== undefined ? Array.from(only) : merged(lists);
}

function merged(lists: readonly Float64Array[]): number[] {
  const all = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0));
  let filled = 0;
  for (const list of lists) {
    all.set(list, filled);
    filled += list.length;
  }
  all.sort();
  return Array.from(all).filter((id, at) => at === 0 || id !== all[at - 1]);
}

function noCounts(): Map<string, number> {
  return new Map();
}

function noChunks(): LruCache<string, Float64Array> {
  return new LruCache(maxChunkBytes, ({ byteLength }) => byteLength);
}

async function hasEveryChunk(view: RefView): Promise<boolean> {
  return (await view.files()).chunkCount === (await view.store.lastChunk());
}

async function countInRef(view: RefView, word: string): Promise<number> {
  const files = await view.files();
  const found: number[] = [];
  files.eachChunk(await view.store.holders('text', [word]), (_, id) => found.push(id));
  (await view.derived(noChunks)).set(word, Float64Array.from(found));
  return found.length;
}
