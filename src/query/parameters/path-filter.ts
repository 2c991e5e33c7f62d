/**
 * A path filter selects files by the `within` parameter: a file, a folder or a glob (`*`, `**`, `?`); a leading `!`
 * excludes. Without an including pattern, every file that is not excluded is selected.
 */

export type PathFilter = (path: string) => boolean;

export function pathFilter(patterns: readonly string[] | undefined): PathFilter {
  if (patterns === undefined) return () => true;
  const excluding = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => matcher(pattern.slice(1)));
  const including = patterns.filter((pattern) => !pattern.startsWith('!')).map(matcher);
  return (path) =>
    (including.length === 0 || including.some((matches) => matches(path))) &&
    !excluding.some((matches) => matches(path));
}

/** A pattern matches a whole path, or a folder above it. */
function matcher(written: string): PathFilter {
  const pattern = written.trim().replace(/^(?:\.?\/)+|\/+$/g, '');
  if (pattern === '' || pattern === '.') return () => true;
  if (!/[*?]/.test(pattern)) return (path) => path === pattern || path.startsWith(`${pattern}/`);
  // A glob without a slash matches names in any folder, as in git's ignore files.
  const tokens = (pattern.includes('/') ? pattern : `**/${pattern}`).match(/\*\*\/|\*\*|[\s\S]/gu) ?? [];
  return (path) => matchesGlob(tokens, path);
}

/** Follows all ways to match at once: a regular expression could take exponential time. */
function matchesGlob(tokens: readonly string[], path: string): boolean {
  let states = withSkipped(tokens, new Set([0]));
  for (const character of path) {
    if (character === '/' && states.has(tokens.length)) return true;
    const next = new Set<number>();
    for (const at of states) {
      const token = tokens[at];
      if (token === '**' || (token === '*' && character !== '/')) next.add(at);
      else if (token === '**/') next.add(at).add(character === '/' ? at + 1 : at);
      else if (token === character || (token === '?' && character !== '/')) next.add(at + 1);
    }
    states = withSkipped(tokens, next, character === '/');
  }
  return states.has(tokens.length);
}

/** Adds the states after stars that match nothing; `**` with a slash matches nothing only where a name begins. */
function withSkipped(tokens: readonly string[], states: Set<number>, isNameStart = true): Set<number> {
  for (const at of states) {
    const token = tokens[at];
    if (token === '*' || token === '**' || (token === '**/' && isNameStart)) states.add(at + 1);
  }
  return states;
}
