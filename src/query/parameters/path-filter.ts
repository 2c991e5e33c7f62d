/**
 * A path filter selects files by the `within` or `path` parameter: a file, a folder or a glob (`*`, `**`, `?`); a leading `!`
 * excludes. Without an including pattern, every file that is not excluded is selected.
 */
import { type Glob, GlobBuilder, globMatches, type Steps } from '../../text/glob.ts';
import { stripEnd } from '../../text/strip.ts';
import { invalid } from './parameters.ts';

export type PathFilter = (path: string) => boolean;

/** The filter throws `invalid_input` if its globs take more steps than any useful ones. */
export function pathFilter(patterns: readonly string[] | undefined, parameter = 'within'): PathFilter {
  if (patterns === undefined) return () => true;
  const steps: Steps = { left: maxSteps };
  const isExcluding = (pattern: string) => pattern.startsWith('!');
  const excluding = patterns.filter(isExcluding).map((pattern) => matcher(pattern.slice(1), steps, parameter));
  const including = patterns
    .filter((pattern) => !isExcluding(pattern))
    .map((pattern) => matcher(pattern, steps, parameter));
  return (path) =>
    (including.length === 0 || including.some((matches) => matches(path))) &&
    !excluding.some((matches) => matches(path));
}

/** A hundred thousand paths and ten usual globs take a third of it; all of it takes less than a second. */
const maxSteps = 50_000_000;

/** A pattern matches a whole path, or a folder above it. */
function matcher(written: string, steps: Steps, parameter: string): PathFilter {
  const pattern = stripEnd(written.trim().replace(/^(?:\.?\/)+/, ''), '/');
  if (pattern === '' || pattern === '.') return () => true;
  if (!/[*?]/.test(pattern)) return (path) => path === pattern || path.startsWith(`${pattern}/`);
  // A glob without a slash matches names in any folder, as in git's ignore files.
  const glob = globOf(pattern.includes('/') ? pattern : `**/${pattern}`);
  return (path) => {
    const isMatch = globMatches(glob, path, 0, steps, true);
    if (steps.left < 0) throw invalid(parameter, 'has globs with too many wildcards for so many files');
    return isMatch;
  };
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
