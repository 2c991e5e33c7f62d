/** Sorts paths by score, best first. Ties keep the order of the files. */
export function rankByScore(scores, paths, limit) {
  return [...scores]
    .sort(([fileA, scoreA], [fileB, scoreB]) => scoreB - scoreA || fileA - fileB)
    .slice(0, limit)
    .map(([file]) => paths[file]);
}
