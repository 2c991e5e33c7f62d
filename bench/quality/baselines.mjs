/** What the baselines answer to a list of questions; kept, since it changes only with the questions and with this code. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { depth } from '../../build/evaluate/score.js';
import { rankByBm25 } from './bm25.mjs';
import { cached } from './cached.mjs';
import { countWords } from './count-words.mjs';
import { rankByLineCount } from './line-count.mjs';
import { contentWords, indexWords } from './query-words.mjs';

/** The baselines by name; each takes the counts, a query and how many paths are wanted. */
const baselines = { bm25: rankByBm25, 'line count': rankByLineCount };
/** What the answers depend on besides the questions. */
const modules = ['baselines', 'bm25', 'line-count', 'count-words', 'query-words', 'rank-by-score'].map(
  (name) => `${name}.mjs`,
);

/** The ranked paths per baseline and question, in the order of the queries. */
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

/** The text that the index holds, so that all see the same files. */
async function* texts(index) {
  for (const file of await index.files()) {
    yield { path: file.path, text: await index.view((view) => view.store.text(file)) };
  }
}
