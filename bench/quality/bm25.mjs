/** The first baseline: textbook BM25 over whole files, with the same words as the index. */
import { indexWords } from './query-words.mjs';
import { rankByScore } from './rank-by-score.mjs';

const k1 = 1.2;
const b = 0.75;

/** Returns the best matching paths, best first. */
export function rankByBm25(counts, query, limit) {
  const { paths, lengths } = counts;
  const averageLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const scores = new Map();
  for (const word of indexWords(query)) {
    const posting = counts.words.get(word);
    if (posting === undefined || posting.files.length === 0) continue;
    const frequency = posting.files.length;
    const rarity = Math.log(1 + (paths.length - frequency + 0.5) / (frequency + 0.5));
    posting.files.forEach((file, at) => {
      const times = posting.counts[at];
      const weight = (times * (k1 + 1)) / (times + k1 * (1 - b + (b * lengths[file]) / averageLength));
      scores.set(file, (scores.get(file) ?? 0) + rarity * weight);
    });
  }
  return rankByScore(scores, paths, limit);
}
