/**
 * Reads the full-text tables: which chunks, symbols or files contain a word, how many contain it, and which words
 * exist. The tables do not know refs; the caller filters the results by ref.
 */
import { searchWords } from '../../../text/word-collector.ts';
import type { WordCount, WordIndex } from '../../store.ts';
import type { Reader } from './reader.ts';

interface WordTable {
  readonly table: string;
  /** Set if the table has several columns. */
  readonly column?: string;
}

const tables: Readonly<Record<WordIndex, WordTable>> = {
  text: { table: 'chunk_words' },
  name: { table: 'symbol_words', column: 'name' },
  doc: { table: 'symbol_words', column: 'doc' },
  path: { table: 'path_words' },
};

/** Returns the ids of chunks, symbols or file versions that contain any of the words, ascending. */
export function readHolders(reader: Reader, index: WordIndex, words: readonly string[], limit?: number): number[] {
  const valid = words.filter(isWord);
  if (valid.length === 0) return [];
  return holders(reader, index, valid.map(quoted).join(' OR '), limit);
}

/** The same for ids that contain all of the words. */
export function readHoldersOfAll(reader: Reader, index: WordIndex, words: readonly string[], limit?: number): number[] {
  if (words.length === 0 || !words.every(isWord)) return [];
  return holders(reader, index, words.map(quoted).join(' AND '), limit);
}

/** The same for words that start with `prefix`. */
export function readHoldersOfPrefix(reader: Reader, index: WordIndex, prefix: string, limit?: number): number[] {
  return isWord(prefix) ? holders(reader, index, `${quoted(prefix)} *`, limit) : [];
}

export function readWordCounts(reader: Reader, index: WordIndex, words: readonly string[]): WordCount[] {
  return reader
    .many(
      'term, doc',
      `${vocabularyOf(reader, index)} WHERE term IN (SELECT value FROM json_each(?))`,
      JSON.stringify(words),
    )
    .map(([word, count]) => ({ word: word as string, count: count as number }));
}

export function readLastChunk(reader: Reader): number {
  return (reader.get('SELECT max(id) AS id FROM chunks')?.id ?? 0) as number;
}

/** Yields the words that contain the piece in parts, each of which takes some milliseconds. Scans the vocabulary. */
export function* readWordsHolding(reader: Reader, index: WordIndex, piece: string): Generator<string[]> {
  const page = `(SELECT term FROM ${vocabularyOf(reader, index)} WHERE term > ? LIMIT ${wordsAtOnce})`;
  for (let last: unknown = ''; last !== null; ) {
    const row = reader.get(
      `SELECT max(term) AS last, json_group_array(term) FILTER (WHERE instr(term, ?) > 0) AS words FROM ${page}`,
      piece,
      last as string,
    );
    last = row?.last ?? null;
    if (last !== null) yield JSON.parse(row?.words as string) as string[];
  }
}

const wordsAtOnce = 5_000;

/** The vocabulary is a view that SQLite keeps per connection. */
function vocabularyOf(reader: Reader, index: WordIndex): string {
  const { table } = tables[index];
  const vocabulary = `vocabulary_of_${table}`;
  reader.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.${vocabulary} USING fts5vocab('main', '${table}', 'row')`);
  return `temp.${vocabulary}`;
}

/** The length of the shortest piece in characters. */
function shortestOf(pieces: readonly string[]): number {
  return pieces.reduce((least, piece) => Math.min(least, [...piece].length), Number.POSITIVE_INFINITY);
}

/** Yields the names in parts, each of which takes some milliseconds at most. */
export function* readNamesHolding(
  reader: Reader,
  pieces: readonly string[],
  minLength: number,
  maxLength: number,
): Generator<string[]> {
  if (pieces.length === 0) return;
  // A name is at least as long as the piece it contains. The length costs the least, so it is checked first.
  const shortest = Math.max(minLength, shortestOf(pieces));
  if (shortest > maxLength) return;
  // Plain parameters: SQLite would parse a JSON list again for each name.
  const holds = pieces.map((_, index) => `instr(replace(lower(name), '_', ''), ?${index + 5}) > 0`).join(' OR ');
  const last = (reader.get('SELECT max(id) AS id FROM names')?.id ?? 0) as number;
  for (let first = 0; first <= last; first += namesAtOnce) {
    const rows = reader.many(
      'name',
      `names WHERE id BETWEEN ?3 AND ?4 AND length(name) BETWEEN ?1 AND ?2 AND (${holds})`,
      shortest,
      maxLength,
      first,
      first + namesAtOnce - 1,
      ...pieces,
    );
    yield rows.map(([name]) => name as string);
  }
}

const namesAtOnce = 2_000;

/** SQLite reads a negative limit as none. */
function holders(reader: Reader, index: WordIndex, match: string, limit = -1): number[] {
  const { table, column } = tables[index];
  const ids = reader.get(
    `SELECT group_concat(rowid) AS ids FROM (SELECT rowid FROM ${table} WHERE ${table} MATCH ? LIMIT ?)`,
    column === undefined ? match : `${column} : (${match})`,
    limit,
  )?.ids;
  return typeof ids === 'string' ? numbersIn(ids) : [];
}

/** Parses comma-separated numbers. There are thousands of them, and `split` would cost more than the query. */
function numbersIn(text: string): number[] {
  const numbers: number[] = [];
  let number = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === comma) {
      numbers.push(number);
      number = 0;
    } else {
      number = number * 10 + code - zero;
    }
  }
  numbers.push(number);
  return numbers;
}

const comma = 44;
const zero = 48;

/** Anything but a single word by our own rules matches nothing, and must not reach the engine as query syntax. */
function isWord(word: string): boolean {
  return word !== '' && searchWords(word).split(' ', 1)[0] === word;
}

function quoted(word: string): string {
  return `"${word}"`;
}
