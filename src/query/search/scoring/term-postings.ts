/**
 * The postings of all terms of a query, within a budget: rare terms select the files; common terms are only counted in
 * those files. Each term has its inverse document frequency (idf).
 */
import type { FileVersion } from '../../../store/store.ts';
import { chunkLines } from '../../../text/chunks.ts';
import { weights } from '../../ranking/weights.ts';
import type { FileTable } from '../../view/file-table.ts';
import type { RefView } from '../../view/ref-view.ts';
import type { Term } from '../terms/query-terms.ts';
import { type Postings, postingsOf } from './postings.ts';

/** A term with the files that contain it. */
export interface TermPostings {
  readonly term: Term;
  /** Inverse document frequency: rare terms are more significant. */
  readonly idf: number;
  /** Absent for a term that was too common to fetch. */
  readonly postings?: Postings;
}

/** Chunks, symbols and paths fetched for one query over all its terms: common words are slow to fetch. */
const maxHolders = 20_000;

export async function postingsOfTerms(
  view: RefView,
  files: FileTable,
  terms: readonly Term[],
): Promise<readonly TermPostings[]> {
  const found: TermPostings[] = [];
  let budget = maxHolders;
  const byCount = terms.map((term, index) => ({ term, index })).sort((a, b) => a.term.count - b.term.count);
  for (const { term, index } of byCount) {
    // A query of common words only must still find something.
    const affordable = term.count <= budget || budget === maxHolders;
    if (affordable) budget -= term.count;
    const postings = affordable ? await postingsOf(view, files, term.spellings, maxHolders) : undefined;
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
 * Returns the chunks of a file that contain a fetched term; undefined if the chunks of a fetched term are not all
 * known, or if no chunk has one. Terms that were too common to fetch are ignored: without another term nearby they mean
 * little.
 */
export function chunksHolding(terms: readonly TermPostings[], file: FileVersion): ChunksHolding | undefined {
  if (file.chunkCount !== Math.ceil(file.lineCount / chunkLines)) return undefined;
  const marks = new Uint8Array(file.chunkCount);
  for (const { postings } of terms) {
    if (postings === undefined) continue;
    if (!postings.knowsChunks) return undefined;
    postings.eachChunkOf(file, (id) => {
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
function inverseFrequency(held: number, total: number): number {
  return Math.log(1 + (total - held + weights.idfSmoothing) / (held + weights.idfSmoothing));
}
