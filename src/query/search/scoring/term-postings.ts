/**
 * The postings of all terms of a query, within a budget: rare terms find the files, common ones are only looked for in the
 * files that those found. Each term has its inverse document frequency (idf).
 */
import type { FileVersion } from '../../../store/store.ts';
import { chunkLines } from '../../../text/chunks.ts';
import { weights } from '../../ranking/weights.ts';
import type { FileTable } from '../../view/file-table.ts';
import type { RefView } from '../../view/ref-view.ts';
import type { Term } from '../terms/query-terms.ts';
import { type Postings, postingsOf } from './postings.ts';

/** A term with the files that hold it. */
export interface TermPostings {
  readonly term: Term;
  /** What finding the term is worth: rare terms say more. */
  readonly idf: number;
  /** Absent for a term that was too common to fetch. */
  readonly postings?: Postings;
}

/** Chunks, symbols and paths that are fetched for one query, over all its terms: a common word costs time. */
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
    // Even one common word alone must find something.
    const affordable = term.count <= budget || budget === maxHolders;
    if (affordable) budget -= term.count;
    const postings = affordable ? await postingsOf(view, files, term.spellings, maxHolders) : undefined;
    const held = postings === undefined ? estimatedFiles(term.count, files) : postings.textCount;
    const idf = inverseFrequency(held, files.files.length);
    found[index] = { term, idf, ...(postings === undefined ? {} : { postings }) };
  }
  return found;
}

/** The terms in the doc comments of a file's symbols, as bits, by the id of the symbol. */
export function termsInDocs(terms: readonly TermPostings[], file: FileVersion): ReadonlyMap<number, number> {
  const bits = new Map<number, number>();
  for (const [position, { postings }] of terms.entries()) {
    postings?.eachDocOf(file, (symbolId) => bits.set(symbolId, (bits.get(symbolId) ?? 0) | (1 << position)));
  }
  return bits;
}

export interface ChunksHolding {
  /** By the position of the chunk: 1 where it holds some term. */
  readonly marks: Uint8Array;
  /** How many do, of all. */
  readonly share: number;
}

/**
 * Which of a file's chunks hold a term that was looked up; absent where that is not known of all terms, or where none does. A
 * term that was too common to be looked up says little where no other one is near.
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

/** A word that is in so many chunks is in about the same share of the files. */
function estimatedFiles(chunks: number, files: FileTable): number {
  return Math.min(1, chunks / Math.max(1, files.chunkCount)) * files.files.length;
}

/** Of BM25: near 0 for a word that is everywhere. */
function inverseFrequency(held: number, total: number): number {
  return Math.log(1 + (total - held + weights.idfSmoothing) / (held + weights.idfSmoothing));
}
