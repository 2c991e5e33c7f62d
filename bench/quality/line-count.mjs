/** The second baseline: the lines that `rg -c -i -w WORD` finds in a file, summed over the words of the question. */
import { contentWords } from './query-words.mjs';
import { rankByScore } from './rank-by-score.mjs';

/** Returns the paths with the most matching lines, most first. */
export function rankByLineCount(counts, query, limit) {
  const scores = new Map();
  for (const word of contentWords(query)) {
    const posting = counts.lines.get(word);
    posting?.files.forEach((file, at) => {
      scores.set(file, (scores.get(file) ?? 0) + posting.counts[at]);
    });
  }
  return rankByScore(scores, counts.paths, limit);
}
