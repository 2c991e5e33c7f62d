/** Scores by file become paths in order, the best first; equal scores stand in the order of the files. */
export function rankByScore(scores, paths, limit) {
  return [...scores]
    .sort(([fileA, scoreA], [fileB, scoreB]) => scoreB - scoreA || fileA - fileB)
    .slice(0, limit)
    .map(([file]) => paths[file]);
}
