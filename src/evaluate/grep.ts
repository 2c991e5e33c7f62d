/**
 * What grep would print: for each word of all questions, the lines that hold it as a whole word in any case, counted in one
 * pass over the files. Only sizes are kept, so a large repository costs time and little memory.
 */
import { wholeWord } from './content-words.ts';

export interface GrepCounts {
  readonly paths: readonly string[];
  /** Characters of each file. */
  readonly lengths: readonly number[];
  readonly words: ReadonlyMap<string, WordCount>;
}

export interface WordCount {
  /** Characters of all its lines, as `path:line:text`. */
  readonly printed: number;
  /** Matching lines by the file's place in `paths`. */
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

/** The files with most lines that match, over all words, most first; equal ones as they come. */
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
  /** Characters that were printed until a right file was among them. */
  readonly printed: number;
  /** Characters of the smallest right file that was listed; nothing if none was. */
  readonly read?: number;
}

/** Words that are tried, one grep each. */
const maxGreps = 3;

/**
 * The cheapest way by grep: the rarest word first, another if no right file was listed, and then the smallest of the right
 * ones, read whole. Whoever greps does not know which word and which file those are.
 */
export function bestGrep(counts: GrepCounts, asked: readonly string[], right: readonly string[]): GrepWay {
  const wanted = new Set(right);
  const found = asked.flatMap((word) => counts.words.get(word) ?? []).filter(({ lines }) => lines.size > 0);
  let printed = 0;
  for (const { printed: some, lines } of found.sort((a, b) => a.printed - b.printed).slice(0, maxGreps)) {
    printed += some;
    const listed = [...lines.keys()].filter((file) => wanted.has(counts.paths[file] as string));
    if (listed.length > 0) return { printed, read: Math.min(...listed.map((file) => counts.lengths[file] as number)) };
  }
  return { printed };
}

/** What it takes to grep for each word in turn, as one does who cannot know which is the best. */
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
