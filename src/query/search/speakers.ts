/**
 * The speakers for a term are the files that hold it, and how much each speaks for it. Queries on one repository share their
 * words, so they are remembered as long as the ref is not published anew.
 */
import type { FileVersion, WordIndex } from '../../store/store.ts';
import { firstAtOrAfter } from '../bisect.ts';
import type { FileTable } from '../file-table.ts';
import { weights } from '../rank.ts';
import { Recent } from '../recent.ts';
import type { RefView } from '../ref-view.ts';

/** Bytes of speakers that are remembered per publication; beyond it the oldest are forgotten. */
const maxRememberedBytes = 12_000_000;

/** The files that hold any of the spellings; of a word that is in more than `maxHolders` places, some of them. */
export async function speakersOf(
  view: RefView,
  files: FileTable,
  spellings: readonly string[],
  maxHolders: number,
): Promise<Speakers> {
  const known = await view.derived(noSpeakers);
  const key = `${maxHolders} ${spellings.join(' ')}`;
  return known.get(key) ?? known.set(key, await findSpeakers(view, files, spellings, maxHolders));
}

export class Speakers {
  /** Positions in the table of files, ascending. */
  readonly files: Int32Array;
  /** How many files hold the term in their text. */
  readonly textCount: number;
  /** By the text: how many of its chunks hold the term, in relation to its length. */
  readonly #text: Float32Array;
  /** By its path and by the names and doc comments of its symbols. */
  readonly #fields: Float32Array;
  /** Ids of the symbols whose doc comment holds the term, ascending. */
  readonly #docs: Float64Array;

  constructor(files: Int32Array, textCount: number, text: Float32Array, fields: Float32Array, docs: Float64Array) {
    this.files = files;
    this.textCount = textCount;
    this.#text = text;
    this.#fields = fields;
    this.#docs = docs;
  }

  /** How much the file speaks that is at this position in `files`. */
  amountAt(position: number): number {
    return (this.#text[position] as number) + (this.#fields[position] as number);
  }

  /** What a file says apart from its text. */
  fieldsOf(fileIndex: number): number {
    const position = firstAtOrAfter(this.files, fileIndex);
    return this.files[position] === fileIndex ? (this.#fields[position] as number) : 0;
  }

  eachDocOf(file: FileVersion, visit: (symbolId: number) => void): void {
    const end = file.firstSymbol + file.symbolCount;
    for (let at = firstAtOrAfter(this.#docs, file.firstSymbol); at < this.#docs.length; at++) {
      const id = this.#docs[at] as number;
      if (id >= end) return;
      visit(id);
    }
  }

  get byteLength(): number {
    return this.files.byteLength + this.#text.byteLength + this.#fields.byteLength + this.#docs.byteLength;
  }
}

async function findSpeakers(
  view: RefView,
  files: FileTable,
  spellings: readonly string[],
  maxHolders: number,
): Promise<Speakers> {
  const holders = (index: WordIndex) => view.store.holders(index, spellings, maxHolders);
  return speakersAmong(files, {
    text: await holders('text'),
    name: await holders('name'),
    doc: await holders('doc'),
    path: await holders('path'),
  });
}

/** Counts in tables of all files, which are cleared again: to make new ones for each term costs more than the counting. */
function speakersAmong(files: FileTable, holders: Readonly<Record<WordIndex, readonly number[]>>): Speakers {
  const { text, fields } = tablesFor(files.files.length);
  const speaking: number[] = [];
  const speak = (amounts: Float32Array, file: number, amount: number) => {
    if (text[file] === 0 && fields[file] === 0) speaking.push(file);
    amounts[file] = (amounts[file] as number) + amount;
  };
  files.eachChunk(holders.text, (file) => speak(text, file, weights.fields.text));
  const textCount = speaking.length;
  for (const file of speaking) {
    text[file] = (text[file] as number) / lengthPenalty(files, files.files[file] as FileVersion);
  }
  const docs: number[] = [];
  const speakBySymbols = (ids: readonly number[], field: number, found?: (symbolId: number) => void) => {
    let last = -1;
    files.eachSymbol(ids, (file, id) => {
      found?.(id);
      // The first symbol of a file that holds the word says most of what all of them say.
      speak(fields, file, file === last ? field / 8 : field);
      last = file;
    });
  };
  speakBySymbols(holders.name, weights.fields.name);
  speakBySymbols(holders.doc, weights.fields.doc, (id) => docs.push(id));
  for (const id of holders.path) {
    const file = files.indexOfId(id);
    if (file !== undefined) speak(fields, file, weights.fields.path);
  }
  const found = Int32Array.from(speaking).sort();
  return new Speakers(found, textCount, takenFrom(text, found), takenFrom(fields, found), Float64Array.from(docs));
}

let tables = { text: new Float32Array(), fields: new Float32Array() };

/** All zero. */
function tablesFor(count: number): typeof tables {
  if (tables.text.length < count) tables = { text: new Float32Array(count), fields: new Float32Array(count) };
  return tables;
}

/** The amounts at the positions, in their order; none is left in the table. */
function takenFrom(amounts: Float32Array, positions: Int32Array): Float32Array {
  const taken = new Float32Array(positions.length);
  for (let at = 0; at < positions.length; at++) {
    const position = positions[at] as number;
    taken[at] = amounts[position] as number;
    amounts[position] = 0;
  }
  return taken;
}

/** How much longer than others a file is, as BM25 takes it: what a word in it is worth is divided by this. */
export function lengthPenalty(files: FileTable, file: FileVersion): number {
  return 1 - weights.lengthPenalty + (weights.lengthPenalty * file.byteLength) / files.meanBytes;
}

function noSpeakers(): Recent<string, Speakers> {
  return new Recent(maxRememberedBytes, ({ byteLength }) => byteLength);
}
