/**
 * The files of a ref in memory: by path, and by the chunk or symbol that belongs to them. Full-text tables know nothing
 * of refs, so asking this table is also what keeps another ref's places out of an answer.
 */
import type { FileVersion } from '../store/store.ts';

export interface Place {
  readonly file: FileVersion;
  /** Which of the file's chunks or symbols it is, from 0. */
  readonly position: number;
}

export class FileTable {
  /** By path. */
  readonly files: readonly FileVersion[];
  readonly chunkCount: number;
  readonly #byPath: ReadonlyMap<string, FileVersion>;
  readonly #byId: ReadonlyMap<number, FileVersion>;
  readonly #chunks: Ranges;
  readonly #symbols: Ranges;

  constructor(files: readonly FileVersion[]) {
    this.files = files;
    this.chunkCount = files.reduce((sum, file) => sum + file.chunkCount, 0);
    this.#byPath = new Map(files.map((file) => [file.path, file]));
    this.#byId = new Map(files.map((file) => [file.id, file]));
    this.#chunks = new Ranges(files, (file) => [file.firstChunk, file.chunkCount]);
    this.#symbols = new Ranges(files, (file) => [file.firstSymbol, file.symbolCount]);
  }

  byPath(path: string): FileVersion | undefined {
    return this.#byPath.get(path);
  }

  byId(id: number): FileVersion | undefined {
    return this.#byId.get(id);
  }

  ofChunk(id: number): Place | undefined {
    return this.#chunks.find(id);
  }

  ofSymbol(id: number): Place | undefined {
    return this.#symbols.find(id);
  }

  /** The languages of the files, the most frequent first. */
  languages(): string[] {
    const counts = new Map<string, number>();
    for (const { language } of this.files) counts.set(language, (counts.get(language) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1]).map(([language]) => language);
  }
}

/** Ranges of ids that do not overlap, one per file, searched by bisection. */
class Ranges {
  readonly #starts: Float64Array;
  readonly #files: readonly FileVersion[];
  readonly #rangeOf: (file: FileVersion) => [first: number, count: number];

  constructor(files: readonly FileVersion[], rangeOf: (file: FileVersion) => [first: number, count: number]) {
    this.#rangeOf = rangeOf;
    this.#files = files.filter((file) => rangeOf(file)[1] > 0).sort((a, b) => rangeOf(a)[0] - rangeOf(b)[0]);
    this.#starts = Float64Array.from(this.#files, (file) => rangeOf(file)[0]);
  }

  find(id: number): Place | undefined {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] as number) <= id) low = middle + 1;
      else high = middle;
    }
    const file = this.#files[low - 1];
    if (file === undefined) return undefined;
    const [first, count] = this.#rangeOf(file);
    return id < first + count ? { file, position: id - first } : undefined;
  }
}
