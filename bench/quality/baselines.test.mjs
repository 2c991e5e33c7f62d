import { describe, expect, test } from 'vitest';
import { rankByBm25 } from './bm25.mjs';
import { countWords } from './count-words.mjs';
import { rankByLineCount } from './line-count.mjs';
import { contentWords, indexWords } from './query-words.mjs';

const corpus = {
  'often.txt': 'cache cache cache cache cache cache cache cache\ncache again\n',
  'once.txt': 'one cache among many other words that are here and make it long\n',
  'rare.txt': 'the eviction of a cache\n',
  'camel.txt': 'evictCache(); evict_cache()\n',
  'none.txt': 'nothing of the kind\n',
};

async function countsFor(query) {
  const files = Object.entries(corpus).map(([path, text]) => ({ path, text }));
  return countWords(files, new Set(indexWords(query)), new Set(contentWords(query)));
}

describe('BM25', () => {
  function check(query, first, excluded) {
    test(`${query} → ${first}`, async () => {
      const ranked = rankByBm25(await countsFor(query), query, 10);
      expect(ranked[0]).toBe(first);
      expect(ranked).not.toContain(excluded);
    });
  }

  check('cache', 'often.txt', 'none.txt');
  check('eviction of the cache', 'rare.txt', 'none.txt');
  check('evict cache', 'camel.txt', 'none.txt');
  check('evict_cache', 'camel.txt', 'none.txt');

  test('counts the words of each file, including parts of identifiers', async () => {
    const counts = await countsFor('eviction');
    expect(counts.words.get('eviction')).toMatchObject({ files: [2], counts: [1] });
    expect(counts.lengths).toEqual([10, 13, 5, 6, 4]);
  });
});

describe('the line count', () => {
  function check(query, ranked) {
    test(`${query} → ${ranked.join(', ')}`, async () => {
      expect(rankByLineCount(await countsFor(query), query, 10)).toEqual(ranked);
    });
  }

  check('cache', ['often.txt', 'once.txt', 'rare.txt']);
  check('Eviction of CACHE', ['often.txt', 'rare.txt', 'once.txt']);
  check('evict', []);
  check('the', []);
});
