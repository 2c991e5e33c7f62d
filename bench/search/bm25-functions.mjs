/** The baseline: BM25 with every function of a code file as a document, and the words of the whole query. */
import { stemmer } from 'stemmer';
import { functionKinds } from '../../build/languages/entity.js';
import { wordsOf } from '../../build/text/words.js';

const k1 = 1.2;
const b = 0.75;

export async function functionRanker(index) {
  const documents = [];
  const frequency = new Map();
  let length = 0;
  for (const file of await index.files()) {
    if (file.outcome === 'none' || file.labels.length > 0) continue;
    const [symbols, text] = await index.view(async (view) => [
      await view.store.symbols(file),
      await view.store.text(file),
    ]);
    const lines = text.split('\n');
    for (const symbol of symbols.filter(({ kind }) => functionKinds.has(kind))) {
      const counts = countsOf(`${file.path} ${lines.slice(symbol.lineStart - 1, symbol.lineEnd).join('\n')}`);
      const size = [...counts.values()].reduce((sum, count) => sum + count, 0);
      for (const word of counts.keys()) frequency.set(word, (frequency.get(word) ?? 0) + 1);
      documents.push({ key: `${file.path} ${symbol.stableId}`, path: file.path, counts, size });
      length += size;
    }
  }
  const mean = length / documents.length;
  return (query, limit) => {
    const words = [...countsOf(query).keys()].filter((word) => frequency.has(word));
    const scored = documents.map((document) => ({ document, score: score(document, words) }));
    return scored
      .sort((x, y) => y.score - x.score)
      .slice(0, limit)
      .map(({ document }) => document);
  };

  function score({ counts, size }, words) {
    let sum = 0;
    for (const word of words) {
      const count = counts.get(word) ?? 0;
      const held = frequency.get(word);
      const idf = Math.log(1 + (documents.length - held + 0.5) / (held + 0.5));
      sum += (idf * count * (k1 + 1)) / (count + k1 * (1 - b + (b * size) / mean));
    }
    return sum;
  }
}

function countsOf(text) {
  const counts = new Map();
  for (const identifier of text.match(/[\p{L}\p{N}_$]+/gu) ?? []) {
    for (const word of wordsOf(identifier)) {
      const stem = stemmer(word);
      counts.set(stem, (counts.get(stem) ?? 0) + 1);
    }
  }
  return counts;
}
