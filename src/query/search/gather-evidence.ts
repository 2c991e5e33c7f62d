/**
 * Evidence is where the terms of a query occur: how much of each file speaks for each term, from its text, the names and
 * doc comments of its symbols, and its path. Rare terms find the files; common ones are only looked for in what those found.
 */
import type { StoreReader } from '../../store/store.ts';
import type { FileTable } from '../file-table.ts';
import { weights } from '../rank.ts';
import type { Term } from './query-terms.ts';

export interface TermEvidence {
  readonly term: Term;
  /** What finding the term is worth: rare terms say more. */
  readonly idf: number;
  /** How much each file speaks for the term, by its position in the table; absent for a term that was too common to fetch. */
  readonly perFile?: Float32Array;
}

export interface Evidence {
  readonly terms: readonly TermEvidence[];
  /** How much each symbol speaks for the query by its name and doc comment, by id. */
  readonly symbols: ReadonlyMap<number, number>;
}

/** Places that are fetched for one query, over all its terms: what a common word costs is time. */
const maxHolders = 60_000;
/** Even one common word alone must find something. */
const maxHoldersOfRarest = 40_000;

export async function gatherEvidence(store: StoreReader, files: FileTable, terms: readonly Term[]): Promise<Evidence> {
  const symbols = new Map<number, number>();
  const gathered: TermEvidence[] = [];
  let budget = maxHolders;
  const byCount = terms.map((term, index) => ({ term, index })).sort((a, b) => a.term.count - b.term.count);
  for (const { term, index } of byCount) {
    const affordable = term.count <= budget;
    const rarest = budget === maxHolders;
    const idf = inverseFrequency(term.count, files.chunkCount);
    if (!affordable && !rarest) {
      gathered[index] = { term, idf };
      continue;
    }
    budget -= term.count;
    const perFile = await filesSpeaking(store, files, term, idf, symbols);
    gathered[index] = { term, idf, perFile };
  }
  return { terms: gathered, symbols };
}

async function filesSpeaking(
  store: StoreReader,
  files: FileTable,
  term: Term,
  idf: number,
  symbols: Map<number, number>,
): Promise<Float32Array> {
  const perFile = new Float32Array(files.files.length);
  const { fields, evidence } = weights;
  const holders = (index: 'text' | 'name' | 'doc' | 'path') => store.holders(index, term.spellings, maxHoldersOfRarest);
  const meanChunks = files.chunkCount / Math.max(1, files.files.length);
  files.eachChunk(await holders('text'), (file) => {
    perFile[file] = (perFile[file] as number) + fields.text;
  });
  for (let file = 0; file < perFile.length; file++) {
    const found = perFile[file] as number;
    if (found === 0) continue;
    const length = (files.files[file]?.chunkCount ?? 1) / meanChunks;
    perFile[file] = found / (1 - weights.lengthPenalty + weights.lengthPenalty * length);
  }
  const worth = term.weight * idf;
  const speak = (ids: readonly number[], field: number, share: number) => {
    let last = -1;
    files.eachSymbol(ids, (file, id) => {
      // The first symbol of a file that holds the word says most of what all of them say.
      perFile[file] = (perFile[file] as number) + (file === last ? field / 8 : field);
      last = file;
      symbols.set(id, (symbols.get(id) ?? 0) + worth * share);
    });
  };
  speak(await holders('name'), fields.name, evidence.name);
  speak(await holders('doc'), fields.doc, evidence.doc / 2);
  for (const id of await holders('path')) {
    const file = files.indexOfId(id);
    if (file !== undefined) perFile[file] = (perFile[file] as number) + fields.path;
  }
  return perFile;
}

/** Of BM25: near 0 for a word that is everywhere. */
function inverseFrequency(count: number, total: number): number {
  const held = Math.min(count, total);
  return Math.log(1 + (total - held + 0.5) / (held + 0.5));
}
