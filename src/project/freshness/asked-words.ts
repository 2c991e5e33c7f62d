/**
 * The names and paths of a question. If more files have changed than can be indexed before the answer, those that
 * contain one of them come first.
 */
import { setImmediate } from 'node:timers/promises';
import type { LiveNeeds } from '../../query/view/live-needs.ts';
import { readWorkingFile } from '../../scan/content/read-file.ts';
import type { Name } from '../../scan/listing/names.ts';

export interface AskedWords {
  /** Texts that a file must contain as they are. */
  readonly texts: readonly string[];
  readonly paths: readonly string[];
}

export const noWords: AskedWords = { texts: [], paths: [] };

/** Changed files that are searched; reading them takes a part of the wait. */
const maxSearched = 1_000;
const maxFound = 20;
const filesAtOnce = 50;

export function wordsOf({ names = [], literals = [], paths = [], otherwise }: LiveNeeds): AskedWords {
  const texts = [...names.flatMap(({ spellings }) => spellings), ...literals];
  if (texts.length > 0 || paths.length > 0 || otherwise === undefined) return { texts, paths };
  return wordsOf(otherwise);
}

/** Returns the names of files that contain one of the texts, or whose path ends with one of the paths. */
export async function namesWith(
  root: string,
  names: readonly Name[],
  { texts, paths }: AskedWords,
  maxBytes: number,
): Promise<Name[]> {
  const found: Name[] = [];
  for (const [index, name] of names.slice(0, maxSearched).entries()) {
    if (found.length === maxFound) break;
    if (index % filesAtOnce === filesAtOnce - 1) await setImmediate();
    const isAsked = paths.some((path) => name.path === path || name.path.endsWith(`/${path}`));
    const bytes = isAsked || texts.length === 0 ? '' : readWorkingFile(root, name, maxBytes);
    if (isAsked || (typeof bytes !== 'string' && texts.some((text) => bytes.includes(text)))) found.push(name);
  }
  return found;
}
