/**
 * The postings of a term: the files that contain it, each with a weighted count. Queries on one repository share words,
 * so postings are cached until the ref is published again.
 */
import type { FileVersion, WordIndex } from '../../../store/store.ts';
import { firstAtOrAfter } from '../../../text/bisect.ts';
import { chunkLines } from '../../../text/chunks.ts';
import { weights } from '../../ranking/weights.ts';
import type { FileTable } from '../../view/file-table.ts';
import { LruCache } from '../../view/lru-cache.ts';
import type { RefView } from '../../view/ref-view.ts';

import { chunksWith } from '../terms/count-words.ts';
import type { Term } from '../terms/query-terms.ts';

/** Size of the LRU cache of postings per publication. */
const maxCachedBytes = 12_000_000;

/** Returns the files that contain any of the spellings. */
async function postingsOf(view: RefView, files: FileTable, spellings: readonly string[]): Promise<Postings> {
  const known = await view.derived(postingsCache);
  const key = spellings.join(' ');
  return known.get(key) ?? known.set(key, await findPostings(view, files, spellings));
}

export class Postings {
  /** Positions in the table of files, ascending. */
  readonly files: Int32Array;
  /** Number of files with the term in their text. */
  readonly textCount: number;
  /** Count in the text: chunks with the term, normalized by length. */
  readonly #text: Float32Array;
  /** Count in the path and in the names and doc comments of symbols. */
  readonly #fields: Float32Array;
  /** Ids of the symbols with the term in their doc comment, ascending. */
  readonly #docs: Float64Array;
  /** Ids of the chunks with the term, ascending. */
  readonly #chunks: Float64Array;

  constructor(
    files: Int32Array,
    textCount: number,
    amounts: { readonly text: Float32Array; readonly fields: Float32Array },
    docs: Float64Array,
    chunks: Float64Array,
  ) {
    this.files = files;
    this.textCount = textCount;
    this.#text = amounts.text;
    this.#fields = amounts.fields;
    this.#docs = docs;
    this.#chunks = chunks;
  }

  /** The weighted count in the file at this position of `files`. */
  amountAt(position: number): number {
    return (this.#text[position] as number) + (this.#fields[position] as number);
  }

  /** The weighted count in a file, without its text. */
  fieldsOf(fileIndex: number): number {
    const position = firstAtOrAfter(this.files, fileIndex);
    return this.files[position] === fileIndex ? (this.#fields[position] as number) : 0;
  }

  eachDocOf(file: FileVersion, visit: (symbolId: number) => void): void {
    eachBetween(this.#docs, file.firstSymbol, file.firstSymbol + file.symbolCount, visit);
  }

  eachChunkOf(file: FileVersion, visit: (chunkId: number) => void): void {
    eachBetween(this.#chunks, file.firstChunk, file.firstChunk + file.chunkCount, visit);
  }

  get byteLength(): number {
    const arrays = [this.files, this.#text, this.#fields, this.#docs, this.#chunks];
    return arrays.reduce((sum, array) => sum + array.byteLength, 0);
  }
}

/** Visits the ids from `first` up to, but not including, `end`; the ids must ascend. */
function eachBetween(ids: Float64Array, first: number, end: number, visit: (id: number) => void): void {
  for (let at = firstAtOrAfter(ids, first); at < ids.length; at++) {
    const id = ids[at] as number;
    if (id >= end) return;
    visit(id);
  }
}

/** All holders are fetched: a part of them would be those of the oldest file versions, not the best ones. */
async function findPostings(view: RefView, files: FileTable, spellings: readonly string[]): Promise<Postings> {
  const holders = (index: WordIndex) => view.store.holders(index, spellings);
  return postingsAmong(files, {
    text: await chunksWith(view, spellings),
    name: await holders('name'),
    doc: await holders('doc'),
    path: await holders('path'),
  });
}

/** Counts in tables that are reused and cleared: allocating them for each term costs more than counting. */
function postingsAmong(files: FileTable, holders: Readonly<Record<WordIndex, readonly number[]>>): Postings {
  const { text, fields } = tablesFor(files.files.length);
  const matching: number[] = [];
  const add = (amounts: Float32Array, file: number, amount: number) => {
    if (text[file] === 0 && fields[file] === 0) matching.push(file);
    amounts[file] = (amounts[file] as number) + amount;
  };
  const chunks: number[] = [];
  files.eachChunk(holders.text, (file, id) => {
    add(text, file, weights.fileFields.text);
    chunks.push(id);
  });
  const textCount = matching.length;
  for (const file of matching) {
    text[file] = (text[file] as number) / lengthPenalty(files, files.files[file] as FileVersion);
  }
  const docs: number[] = [];
  const addSymbols = (ids: readonly number[], field: number, found?: (symbolId: number) => void) => {
    let last = -1;
    files.eachSymbol(ids, (file, id) => {
      found?.(id);
      add(fields, file, file === last ? field / weights.furtherSymbols : field);
      last = file;
    });
  };
  addSymbols(holders.name, weights.fileFields.name);
  addSymbols(holders.doc, weights.fileFields.doc, (id) => docs.push(id));
  for (const id of holders.path) {
    const file = files.indexOfId(id);
    if (file !== undefined) add(fields, file, weights.fileFields.path);
  }
  const found = Int32Array.from(matching).sort();
  return new Postings(
    found,
    textCount,
    { text: takenFrom(text, found), fields: takenFrom(fields, found) },
    Float64Array.from(docs),
    Float64Array.from(chunks),
  );
}

let tables = { text: new Float32Array(), fields: new Float32Array() };

/** Returns tables of zeros; callers clear what they set. */
function tablesFor(count: number): typeof tables {
  if (tables.text.length < count) tables = { text: new Float32Array(count), fields: new Float32Array(count) };
  return tables;
}

/** Returns the amounts at the positions, in order, and clears them in the table. */
function takenFrom(amounts: Float32Array, positions: Int32Array): Float32Array {
  const taken = new Float32Array(positions.length);
  for (let at = 0; at < positions.length; at++) {
    const position = positions[at] as number;
    taken[at] = amounts[position] as number;
    amounts[position] = 0;
  }
  return taken;
}

/** The BM25 length normalization of a file: counts are divided by it. */
export function lengthPenalty(files: FileTable, file: FileVersion): number {
  return 1 - weights.lengthPenalty + (weights.lengthPenalty * file.byteLength) / files.meanBytes;
}

function postingsCache(): LruCache<string, Postings> {
  return new LruCache(maxCachedBytes, ({ byteLength }) => byteLength);
}

// The postings of all terms of a query, within a budget: rare terms select the files; common terms are only counted in
// those files. Each term has its inverse document frequency (idf).

/** A term with the files that contain it. */
export interface TermPostings {
  readonly term: Term;
  /** Inverse document frequency: rare terms are more significant. */
  readonly idf: number;
  /** Absent for a term that was too common to fetch. */
  readonly postings?: Postings;
}

/** Chunks fetched for one query over all its terms, unless the rarest term alone has more: common words are slow. */
const maxHolders = 20_000;

export async function postingsOfTerms(
  view: RefView,
  files: FileTable,
  terms: readonly Term[],
  most = maxHolders,
): Promise<readonly TermPostings[]> {
  const found: TermPostings[] = [];
  let budget = most;
  const byCount = terms.map((term, index) => ({ term, index })).sort((a, b) => a.term.count - b.term.count);
  for (const { term, index } of byCount) {
    // A query of common words only must still find something.
    const affordable = term.count <= budget || budget === most;
    if (affordable) budget -= term.count;
    const postings = affordable ? await postingsOf(view, files, term.spellings) : undefined;
    const held = postings === undefined ? estimatedFiles(term.count, files) : postings.textCount;
    const idf = inverseFrequency(held, files.files.length);
    found[index] = { term, idf, ...(postings === undefined ? {} : { postings }) };
  }
  return found;
}

/** Returns the terms in the doc comments of a file's symbols, as bits by symbol id. */
export function termsInDocs(terms: readonly TermPostings[], file: FileVersion): ReadonlyMap<number, number> {
  const bits = new Map<number, number>();
  for (const [position, { postings }] of terms.entries()) {
    postings?.eachDocOf(file, (symbolId) => bits.set(symbolId, (bits.get(symbolId) ?? 0) | (1 << position)));
  }
  return bits;
}

export interface ChunksHolding {
  /** By position of the chunk: 1 if it contains a term. */
  readonly marks: Uint8Array;
  /** The share of marked chunks. */
  readonly share: number;
}

/**
 * Returns the chunks of a file that contain a fetched term; undefined if no chunk has one. Terms that were too common
 * to fetch are ignored: without another term nearby they mean little.
 */
export function chunksHolding(terms: readonly TermPostings[], file: FileVersion): ChunksHolding | undefined {
  if (file.chunkCount !== Math.ceil(file.lineCount / chunkLines)) return undefined;
  const marks = new Uint8Array(file.chunkCount);
  for (const { postings } of terms) {
    postings?.eachChunkOf(file, (id) => {
      marks[id - file.firstChunk] = 1;
    });
  }
  const count = marks.reduce((sum, mark) => sum + mark, 0);
  return count === 0 ? undefined : { marks, share: count / marks.length };
}

/** Estimates the share of files with a word by its share of chunks. */
function estimatedFiles(chunks: number, files: FileTable): number {
  return Math.min(1, chunks / Math.max(1, files.chunkCount)) * files.files.length;
}

/** The idf of BM25: near 0 for a word that occurs everywhere. */
export function inverseFrequency(held: number, total: number): number {
  return Math.log(1 + (total - held + weights.idfSmoothing) / (held + weights.idfSmoothing));
}
