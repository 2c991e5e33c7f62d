/** The baselines' answers to a list of questions, cached until the questions or this code change. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { depth } from '../../build/evaluate/score.js';
import { rankByBm25 } from './bm25.mjs';
import { cached } from './cached.mjs';
import { countWords } from './count-words.mjs';
import { rankByLineCount } from './line-count.mjs';
import { contentWords, indexWords } from './query-words.mjs';

/** The baselines by name. Each takes the counts, a query and a limit on paths. */
const baselines = { bm25: rankByBm25, 'line count': rankByLineCount };
/** The modules that the answers depend on. */
const modules = ['baselines', 'bm25', 'line-count', 'count-words', 'query-words', 'rank-by-score'].map(
  (name) => `${name}.mjs`,
);

/** Returns the ranked paths per baseline and question, in query order. */
export function askBaselines({ index, name, cache, queries }) {
  const key = createHash('sha256').update(JSON.stringify(queries)).digest('hex').slice(0, 16);
  return cached(join(cache, 'baselines'), `${name}-${key}`, modules, async () => {
    process.stderr.write('reading every file for the baselines …\n');
    const words = new Set(queries.flatMap(indexWords));
    const counts = await countWords(texts(index), words, new Set(queries.flatMap(contentWords)));
    return Object.fromEntries(
      Object.entries(baselines).map(([each, rank]) => [each, queries.map((query) => rank(counts, query, depth))]),
    );
  });
}

/** Reads the text from the index, so that all methods use the same files. */
async function* texts(index) {
  for (const file of await index.files()) {
    yield { path: file.path, text: await index.view((view) => view.store.text(file)) };
  }
}
