/**
 * The files whose text may contain a literal: a superset, found by the full-text words. An identifier inside the
 * literal is a word of the index. The first and last one may be cut off, so they are parts of words. A literal without
 * identifiers may be in any file.
 */
import type { FileVersion } from '../../../store/store.ts';
import { identifierRuns, maxWordLength, wordlessMark, wordsOf } from '../../../text/words.ts';
import type { FileTable } from '../../view/file-table.ts';
import type { RefView } from '../../view/ref-view.ts';
import { countWords } from '../terms/count-words.ts';

/** Only the rarest words are looked up: common ones cost the most and select the least. */
const maxWords = 6;
/** Up to this many files, reading them costs less than looking up what is cut off. */
const maxFilesEasilyRead = 60;
/** Words that contain a cut-off identifier; with more of them, it selects too little. */
const maxWordsHolding = 2_000;

/** Sorted by path. With `mayBeCut`, the literal may start and end inside a word. */
export async function filesThatMayHold(
  view: RefView,
  files: FileTable,
  literal: string,
  mayBeCut: boolean,
): Promise<readonly FileVersion[]> {
  const runs = runsOf(literal, mayBeCut);
  let found: ReadonlySet<number> | undefined;
  for (const words of await wordsByLine(view, runs)) {
    found = both(found, filesOf(files, await view.store.holdersOfAll('text', words)));
  }
  for (const run of runs) {
    if (found !== undefined && found.size <= maxFilesEasilyRead) break;
    const ids = run.isWhole ? undefined : await holdersOfCut(view, run.text);
    if (ids !== undefined) found = both(found, filesOf(files, ids));
  }
  if (found === undefined) return files.files;
  const isCandidate = found;
  return files.files.filter(({ outcome }, index) => isCandidate.has(index) || outcome === 'no_words');
}

interface Run {
  readonly text: string;
  /** Differs between the lines of the literal. */
  readonly line: number;
  /** Whether the text has exactly this identifier, not one that contains it. */
  readonly isWhole: boolean;
}

/** The identifiers in a literal. */
function runsOf(literal: string, mayBeCut: boolean): Run[] {
  let line = 0;
  let at = 0;
  return identifierRuns(literal).map(({ start, end }) => {
    // Each kind of line break in a literal matches every kind in a file, so all of them begin a line.
    for (; at < start; at++) if (literal[at] === '\n' || literal[at] === '\r') line++;
    return { text: literal.slice(start, end), line, isWhole: !mayBeCut || (start > 0 && end < literal.length) };
  });
}

/** The rarest words of whole identifiers, by line: the words of one line are in one chunk, those of two may not be. */
async function wordsByLine(view: RefView, runs: readonly Run[]): Promise<string[][]> {
  const lineOf = new Map<string, number>();
  for (const { text, line, isWhole } of runs) {
    const word = isWhole ? (wordsOf(text)[0] ?? wordlessMark) : undefined;
    if (word !== undefined && !lineOf.has(word)) lineOf.set(word, line);
  }
  const counts = new Map((await countWords(view, [...lineOf.keys()])).map(({ word, count }) => [word, count]));
  const countOf = (word: string) => counts.get(word) ?? 0;
  const rarest = [...lineOf.keys()].sort((a, b) => countOf(a) - countOf(b)).slice(0, maxWords);
  const lines = new Map<number, string[]>();
  for (const word of rarest) {
    const line = lineOf.get(word) as number;
    lines.set(line, [...(lines.get(line) ?? []), word]);
  }
  return [...lines.values()];
}

/** The chunks with an identifier that may contain this part; undefined if too many words do. */
async function holdersOfCut(view: RefView, part: string): Promise<number[] | undefined> {
  // The lower case of a letter beyond ASCII may depend on its neighbours.
  if (!/^[\x00-\x7f]+$/.test(part)) return undefined;
  const words = part.length <= maxWordLength ? await wordsHolding(view, part.toLowerCase()) : [];
  return words && view.store.holders('text', [...new Set([...words, wordlessMark])]);
}

/** The words that contain a part; undefined if there are too many. */
async function wordsHolding(view: RefView, part: string): Promise<string[] | undefined> {
  const all = await view.derived(vocabulary);
  if (all === undefined) return view.store.wordsHolding('text', part, maxWordsHolding, () => view.pause());
  const words: string[] = [];
  for (let at = all.indexOf(part); at !== -1; ) {
    if (words.length === maxWordsHolding) return undefined;
    const end = all.indexOf('\n', at);
    words.push(all.slice(all.lastIndexOf('\n', at) + 1, end));
    at = all.indexOf(part, end);
  }
  return words;
}

/** The words of the index, with a line break around each; undefined if they would take too much memory. */
async function vocabulary(view: RefView): Promise<string | undefined> {
  const words = await view.store.wordsHolding('text', '', maxVocabulary, () => view.pause());
  return words && `\n${words.join('\n')}\n`;
}

/** Some megabytes; a repository of forty megabytes has a quarter of it. */
const maxVocabulary = 800_000;

function filesOf(files: FileTable, chunks: readonly number[]): ReadonlySet<number> {
  const found = new Set<number>();
  files.eachChunk(chunks, (index) => found.add(index));
  return found;
}

function both(known: ReadonlySet<number> | undefined, found: ReadonlySet<number>): ReadonlySet<number> {
  return known === undefined ? found : new Set([...found].filter((index) => known.has(index)));
}
