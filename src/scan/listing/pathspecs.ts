/** The arguments by which git lists some paths only. Whoever asks must sift what git lists: it may be everything. */

/** Git compares every entry of its index with every pattern, and a program takes 2 MB of arguments on most systems. */
const maxPatterns = 5_000;
const maxBytes = 512 << 10;

export function pathspecs(patterns: readonly string[]): string[] {
  const bytes = patterns.reduce((sum, pattern) => sum + Buffer.byteLength(pattern) + 1, 0);
  return patterns.length > maxPatterns || bytes > maxBytes ? [] : ['--', ...patterns];
}

export function asText(path: string): string {
  return `:(literal)${path}`;
}
