/** Link text is the content of a file that names a git folder: a `.git` file, or `commondir`. */
import { stripEnd } from '../../../text/strip.ts';

/** Returns the path that the text of a `.git` file names. */
export function gitFileTarget(text: string): string | undefined {
  const target = text.startsWith(prefix) ? withoutLineEnds(text.slice(prefix.length)) : '';
  return target === '' ? undefined : target;
}

const prefix = 'gitdir: ';

export function withoutLineEnds(text: string): string {
  return stripEnd(text, '\r\n');
}
