/**
 * Evidence is where the terms of a query occur: how much of each file speaks for each term, from its text, the names and
 * doc comments of its symbols, and its path. Rare terms find the files; common ones are only looked for in what those found.
 */
import type { FileVersion, StoreReader, WordIndex } from '../../store/store.ts';
import type { FileTable } from '../file-table.ts';
import { weights } from '../rank.ts';
import type { Term } from './query-terms.ts';

export interface TermEvidence {
  readonly term: Term;
  /** What finding the term is worth: rare terms say more. */
  readonly idf: number;
  /** By the file's position in the table; absent for a term that was too common to fetch. */
  readonly perFile?: FileAmounts;
}

/** How much each file speaks for a term. */
export interface FileAmounts {
  /** By its text: how many of its chunks hold the term, in relation to its length. */
  readonly text: Float32Array;
  /** How many files hold it in their text. */
  readonly textCount: number;
  /** By its path and by the names and doc comments of its symbols. */
  readonly fields: Float32Array;
}

export interface Evidence {
  readonly terms: readonly TermEvidence[];
  /** The terms in the doc comment of a symbol, by its id, as bits. */
  readonly docs: ReadonlyMap<number, number>;
}

/** Places that are fetched for one query, over all its terms: what a common word costs is time. */
const maxHolders = 20_000;
/** Even one common word alone must find something. */
const maxHoldersOfRarest = 20_000;

export async function gatherEvidence(store: StoreReader, files: FileTable, terms: readonly Term[]): Promise<Evidence> {
  const gathered: TermEvidence[] = [];
  const docs = new Map<number, number>();
  let budget = maxHolders;
  const byCount = terms.map((term, index) => ({ term, index })).sort((a, b) => a.term.count - b.term.count);
  for (const { term, index } of byCount) {
    const affordable = term.count <= budget || budget === maxHolders;
    if (affordable) budget -= term.count;
    const perFile = affordable
      ? await filesSpeaking(store, files, term, (symbol) => docs.set(symbol, (docs.get(symbol) ?? 0) | (1 << index)))
      : undefined;
    const held = perFile === undefined ? estimatedFiles(term.count, files) : perFile.textCount;
    const idf = inverseFrequency(held, files.files.length);
    gathered[index] = { term, idf, ...(perFile === undefined ? {} : { perFile }) };
  }
  return { terms: gathered, docs };
}

async function filesSpeaking(
  store: StoreReader,
  files: FileTable,
  term: Term,
  foundInDoc: (symbolId: number) => void,
): Promise<FileAmounts> {
  const text = new Float32Array(files.files.length);
  const fields = new Float32Array(files.files.length);
  const holders = (index: WordIndex) => store.holders(index, term.spellings, maxHoldersOfRarest);
  // Most files hold most terms nowhere: only those that do are gone through again.
  const holding: number[] = [];
  files.eachChunk(await holders('text'), (file) => {
    if (text[file] === 0) holding.push(file);
    text[file] = (text[file] as number) + weights.fields.text;
  });
  for (const file of holding) {
    text[file] = (text[file] as number) / lengthPenalty(files, files.files[file] as FileVersion);
  }
  const speak = (ids: readonly number[], field: number, found?: (symbolId: number) => void) => {
    let last = -1;
    files.eachSymbol(ids, (file, id) => {
      found?.(id);
      // The first symbol of a file that holds the word says most of what all of them say.
      fields[file] = (fields[file] as number) + (file === last ? field / 8 : field);
      last = file;
    });
  };
  speak(await holders('name'), weights.fields.name);
  speak(await holders('doc'), weights.fields.doc, foundInDoc);
  for (const id of await holders('path')) {
    const file = files.indexOfId(id);
    if (file !== undefined) fields[file] = (fields[file] as number) + weights.fields.path;
  }
  return { text, textCount: holding.length, fields };
}

/** How much longer than others a file is, as BM25 takes it: what a word in it is worth is divided by this. */
export function lengthPenalty(files: FileTable, file: FileVersion): number {
  return 1 - weights.lengthPenalty + (weights.lengthPenalty * file.byteLength) / files.meanBytes;
}

/** A word that is in so many chunks is in about the same share of the files. */
function estimatedFiles(chunks: number, files: FileTable): number {
  return Math.min(1, chunks / Math.max(1, files.chunkCount)) * files.files.length;
}

/** Of BM25: near 0 for a word that is everywhere. */
function inverseFrequency(held: number, total: number): number {
  return Math.log(1 + (total - held + 0.5) / (held + 0.5));
}
