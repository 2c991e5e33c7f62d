/**
 * What a search is compared with, over the source files of one ref: BM25 with each file or each function as a document,
 * and files by how many of their lines contain a word of the query, as `rg -ic` counts them.
 */
import { stemmer } from 'stemmer';
import { functionKinds } from '../../build/languages/entity.js';
import { stopWords } from '../../build/query/search/terms/word-lists.js';
import { wordsOf } from '../../build/text/words.js';
import { keyOf } from './gold.mjs';

const k1 = 1.2;
const b = 0.75;
/** The rarest words of a query are counted. */
const maxCounted = 24;

/** `known` keeps the documents of file versions, which most refs of a repository share. */
export async function baselinesOf(view, known = new Map()) {
  const files = [];
  for (const file of (await view.files()).files) {
    if (file.outcome === 'none' || file.labels.length > 0) continue;
    if (!known.has(file.id)) known.set(file.id, await documentsOf(view, file));
    files.push(known.get(file.id));
  }
  const byFile = ranker(files.map(({ whole }) => whole));
  const byFunction = ranker(files.flatMap(({ functions }) => functions));
  return { files: byFile, functions: byFunction, counts: (query) => byLines(files, query) };
}

async function documentsOf(view, file) {
  const text = await view.store.text(file);
  const lines = text.split('\n');
  const symbols = (await view.store.symbols(file)).filter(({ kind }) => functionKinds.has(kind));
  return {
    lower: text.toLowerCase(),
    whole: documentOf(file.path, file.path, `${file.path} ${text}`),
    functions: symbols.map((symbol) =>
      documentOf(
        keyOf(file.path, symbol),
        file.path,
        `${file.path} ${lines.slice(symbol.lineStart - 1, symbol.lineEnd).join('\n')}`,
      ),
    ),
  };
}

function documentOf(key, path, text) {
  const counts = countsOf(text);
  return { key, path, counts, size: [...counts.values()].reduce((sum, count) => sum + count, 0) };
}

function ranker(documents) {
  const frequency = new Map();
  let length = 0;
  for (const { counts, size } of documents) {
    for (const word of counts.keys()) frequency.set(word, (frequency.get(word) ?? 0) + 1);
    length += size;
  }
  const mean = length / documents.length;
  return (query) => {
    const words = [...countsOf(query).keys()].filter((word) => frequency.has(word));
    return best(documents, (document) => scoreOf(document, words));
  };

  function scoreOf({ counts, size }, words) {
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

function byLines(files, query) {
  const words = [...new Set((query.match(/[\p{L}\p{N}_]{3,}/gu) ?? []).map((word) => word.toLowerCase()))]
    .filter((word) => !stopWords.has(word))
    .map((word) => ({ word, held: files.filter(({ lower }) => lower.includes(word)).length }))
    .filter(({ held }) => held > 0)
    .sort((x, y) => x.held - y.held)
    .slice(0, maxCounted);
  const linesWith = (lower) => words.reduce((sum, { word }) => sum + countLines(lower, word), 0);
  return best(files, ({ lower }) => linesWith(lower)).map(({ whole }) => whole);
}

function countLines(text, word) {
  let count = 0;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at)) {
    count++;
    at = text.indexOf('\n', at);
    if (at === -1) break;
  }
  return count;
}

function best(items, scoreOf) {
  return items
    .map((item) => ({ item, score: scoreOf(item) }))
    .filter(({ score }) => score > 0)
    .sort((x, y) => y.score - x.score)
    .slice(0, 50)
    .map(({ item }) => item);
}

function countsOf(text) {
  const counts = new Map();
  for (const identifier of text.match(/[\p{L}\p{N}_$]+/gu) ?? []) {
    for (const word of wordsOf(identifier)) {
      const stem = stemOf(word);
      counts.set(stem, (counts.get(stem) ?? 0) + 1);
    }
  }
  return counts;
}

const stems = new Map();

function stemOf(word) {
  let stem = stems.get(word);
  if (stem === undefined) {
    stem = stemmer(word);
    stems.set(word, stem);
  }
  return stem;
}
