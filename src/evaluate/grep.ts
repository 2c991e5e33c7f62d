/**
 * Simulates grep: for each word of all questions, counts the lines that contain it as a whole word in any case, in
 * one pass over the files. Only sizes are kept, so memory use stays small on large repositories.
 */
import { wholeWord } from './content-words.ts';

export interface GrepCounts {
  readonly paths: readonly string[];
  /** Characters of each file. */
  readonly lengths: readonly number[];
  readonly words: ReadonlyMap<string, WordCount>;
}

export interface WordCount {
  /** Characters of all matching lines, as `path:line:text`. */
  readonly printed: number;
  /** Matching lines by index into `paths`. */
  readonly lines: ReadonlyMap<number, number>;
}

export async function countLines(
  files: AsyncIterable<{ readonly path: string; readonly text: string }>,
  words: Iterable<string>,
): Promise<GrepCounts> {
  const counts = new Map([...words].map((word) => [word, { printed: 0, lines: new Map<number, number>() }]));
  const paths: string[] = [];
  const lengths: number[] = [];
  for await (const { path, text } of files) {
    const file = paths.push(path) - 1;
    lengths.push(text.length);
    let start = 0;
    for (let number = 1; start <= text.length; number++) {
      const newline = text.indexOf('\n', start);
      const end = newline === -1 ? text.length : newline;
      const printed = path.length + String(number).length + (end - start) + 3;
      for (const word of wordsOfLine(text.slice(start, end), counts)) {
        const count = counts.get(word);
        if (count === undefined) continue;
        count.printed += printed;
        count.lines.set(file, (count.lines.get(file) ?? 0) + 1);
      }
      start = end + 1;
    }
  }
  return { paths, lengths, words: counts };
}

function wordsOfLine(line: string, wanted: ReadonlyMap<string, unknown>): Set<string> {
  const found = new Set<string>();
  for (const match of line.match(wholeWord) ?? []) {
    const word = match.toLowerCase();
    if (wanted.has(word)) found.add(word);
  }
  return found;
}

/** Ranks files by their number of matching lines over all words. Ties keep the order of `paths`. */
export function rankByLines({ words, paths }: GrepCounts, asked: readonly string[], limit: number): string[] {
  const scores = new Map<number, number>();
  for (const word of asked) {
    for (const [file, lines] of words.get(word)?.lines ?? []) scores.set(file, (scores.get(file) ?? 0) + lines);
  }
  return [...scores]
    .sort(([fileA, a], [fileB, b]) => b - a || fileA - fileB)
    .slice(0, limit)
    .map(([file]) => paths[file] as string);
}

export interface GrepWay {
  /** Characters printed until a right file was listed. */
  readonly printed: number;
  /** Characters of the smallest right file listed; undefined if none was. */
  readonly read?: number;
}

/** The number of words tried, one grep each. */
const maxGreps = 3;

/**
 * The cheapest use of grep: starts with the rarest word, tries another if no right file was listed, then reads the
 * smallest right file whole. A real user knows neither the word nor the file, so this is a lower bound.
 */
export function bestGrep(counts: GrepCounts, asked: readonly string[], right: readonly string[]): GrepWay {
  const wanted = new Set(right);
  const found = asked.flatMap((word) => counts.words.get(word) ?? []).filter(({ lines }) => lines.size > 0);
  let printed = 0;
  for (const { printed: some, lines } of found.sort((a, b) => a.printed - b.printed).slice(0, maxGreps)) {
    printed += some;
    const listed = [...lines.keys()].filter((file) => wanted.has(counts.paths[file] as string));
    if (listed.length > 0)
      return {
        printed,
        read: listed.reduce((least, file) => Math.min(least, counts.lengths[file] as number), Number.POSITIVE_INFINITY),
      };
  }
  return { printed };
}

/** The cost of grepping for each word in turn, for a user who does not know the best word. */
export function everyGrep(
  { words, paths }: GrepCounts,
  asked: readonly string[],
  right: readonly string[],
): { readonly characters: number; readonly found: boolean } {
  const wanted = new Set(right);
  const found = asked.flatMap((word) => words.get(word) ?? []);
  return {
    characters: found.reduce((sum, { printed }) => sum + printed, 0),
    found: found.some(({ lines }) => [...lines.keys()].some((file) => wanted.has(paths[file] as string))),
  };
}
