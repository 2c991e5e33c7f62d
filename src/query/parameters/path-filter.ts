/**
 * A path filter selects files by the `within` parameter: a file, a folder or a glob (`*`, `**`, `?`); a leading `!`
 * excludes. Without an including pattern, every file that is not excluded is selected.
 */
import { type Glob, GlobBuilder, globMatches } from '../../text/glob.ts';
import { stripEnd } from '../../text/strip.ts';

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
  const pattern = stripEnd(written.trim().replace(/^(?:\.?\/)+/, ''), '/');
  if (pattern === '' || pattern === '.') return () => true;
  if (!/[*?]/.test(pattern)) return (path) => path === pattern || path.startsWith(`${pattern}/`);
  // A glob without a slash matches names in any folder, as in git's ignore files.
  const glob = globOf(pattern.includes('/') ? pattern : `**/${pattern}`);
  return (path) => globMatches(glob, path, 0, { left: Number.POSITIVE_INFINITY }, true);
}

function globOf(pattern: string): Glob {
  const glob = new GlobBuilder();
  let isNameStart = true;
  for (const [token] of pattern.replace(/\*{3,}/g, '**').matchAll(/\*\*\/|\*\*|[\s\S]/gu)) {
    // Within a name, `**` is followed by a real slash: `a**/b` does not match `ab`.
    if (token === '**/' && isNameStart) glob.folders();
    else if (token === '**/') glob.deep().literal(slash);
    else if (token === '**') glob.deep();
    else if (token === '*') glob.star();
    else if (token === '?') glob.any();
    else glob.literal(token.codePointAt(0) as number);
    isNameStart = token.endsWith('/');
  }
  return glob.build();
}

const slash = '/'.charCodeAt(0);
