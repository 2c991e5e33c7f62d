/** Link text is the content of a file that names a git folder: a `.git` file, or `commondir`. */

/** Returns the path that the text of a `.git` file names. */
export function gitFileTarget(text: string): string | undefined {
  const target = text.startsWith(prefix) ? withoutLineEnds(text.slice(prefix.length)) : '';
  return target === '' ? undefined : target;
}

const prefix = 'gitdir: ';

/** A regular expression would take quadratic time for many line ends before another character. */
export function withoutLineEnds(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--;
  return text.slice(0, end);
}
