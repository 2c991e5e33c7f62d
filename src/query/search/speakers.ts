/**
 * The speakers for a term are the files that hold it, and how much each speaks for it. Queries on one repository share their
 * words, so they are remembered as long as the ref is not published anew.
 */
import type { FileVersion, WordIndex } from '../../store/store.ts';
import { firstAtOrAfter } from '../bisect.ts';
import type { FileTable } from '../file-table.ts';
import { weights } from '../rank.ts';
import type { RefView } from '../ref-view.ts';

/** Bytes of speakers that are remembered per publication; beyond it the oldest are forgotten. */
const maxRememberedBytes = 4_000_000;

/** The files that hold any of the spellings; of a word that is in more than `maxHolders` places, some of them. */
export async function speakersOf(
  view: RefView,
  files: FileTable,
  spellings: readonly string[],
  maxHolders: number,
): Promise<Speakers> {
  const known = await view.derived(noSpeakers);
  const key = `${maxHolders} ${spellings.join(' ')}`;
  const speakers = known.get(key) ?? (await findSpeakers(view, files, spellings, maxHolders));
  known.keep(key, speakers);
  return speakers;
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
  const text = new Float32Array(files.files.length);
  const fields = new Float32Array(files.files.length);
  const holders = (index: WordIndex) => view.store.holders(index, spellings, maxHolders);
  const speaking: number[] = [];
  const speak = (amounts: Float32Array, file: number, amount: number) => {
    if (text[file] === 0 && fields[file] === 0) speaking.push(file);
    amounts[file] = (amounts[file] as number) + amount;
  };
  files.eachChunk(await holders('text'), (file) => speak(text, file, weights.fields.text));
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
  speakBySymbols(await holders('name'), weights.fields.name);
  speakBySymbols(await holders('doc'), weights.fields.doc, (id) => docs.push(id));
  for (const id of await holders('path')) {
    const file = files.indexOfId(id);
    if (file !== undefined) speak(fields, file, weights.fields.path);
  }
  const found = Int32Array.from(speaking).sort();
  const amounts = (of: Float32Array) => Float32Array.from(found, (file) => of[file] as number);
  return new Speakers(found, textCount, amounts(text), amounts(fields), Float64Array.from(docs));
}

/** How much longer than others a file is, as BM25 takes it: what a word in it is worth is divided by this. */
export function lengthPenalty(files: FileTable, file: FileVersion): number {
  return 1 - weights.lengthPenalty + (weights.lengthPenalty * file.byteLength) / files.meanBytes;
}

function noSpeakers(): RememberedSpeakers {
  return new RememberedSpeakers();
}

class RememberedSpeakers {
  readonly #kept = new Map<string, Speakers>();
  #bytes = 0;

  get(key: string): Speakers | undefined {
    return this.#kept.get(key);
  }

  /** The latest asked for is the last to be forgotten. */
  keep(key: string, speakers: Speakers): void {
    if (!this.#kept.delete(key)) this.#bytes += speakers.byteLength;
    this.#kept.set(key, speakers);
    for (const [oldest, { byteLength }] of this.#kept) {
      if (this.#bytes <= maxRememberedBytes) break;
      this.#kept.delete(oldest);
      this.#bytes -= byteLength;
    }
  }
}
