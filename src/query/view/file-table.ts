/**
 * The files of a ref in memory, by path and by the ids of their chunks and symbols. Full-text tables cover all refs, so
 * this table also filters out hits that belong to other refs.
 */
import type { FileVersion } from '../../store/store.ts';

export interface FileMember {
  readonly file: FileVersion;
  /** Index among the chunks or symbols of the file, from 0. */
  readonly position: number;
}

export class FileTable {
  /** Sorted by path. */
  readonly files: readonly FileVersion[];
  readonly chunkCount: number;
  readonly meanBytes: number;
  readonly #byPath: ReadonlyMap<string, FileVersion>;
  /** Index in `files` by version id. */
  readonly #indexes: ReadonlyMap<number, number>;
  readonly #chunks: Ranges;
  readonly #symbols: Ranges;

  constructor(files: readonly FileVersion[]) {
    this.files = files;
    this.chunkCount = files.reduce((sum, file) => sum + file.chunkCount, 0);
    const bytes = files.reduce((sum, file) => sum + file.byteLength, 0);
    // Lengths are divided by the mean, which must not be 0 if all files are empty.
    this.meanBytes = Math.max(1, bytes / Math.max(1, files.length));
    this.#byPath = new Map(files.map((file) => [file.path, file]));
    this.#indexes = new Map(files.map((file, index) => [file.id, index]));
    this.#chunks = new Ranges(files, (file) => [file.firstChunk, file.chunkCount]);
    this.#symbols = new Ranges(files, (file) => [file.firstSymbol, file.symbolCount]);
  }

  byPath(path: string): FileVersion | undefined {
    return this.#byPath.get(path);
  }

  /** The paths of the file at this path or of those in the folder at this path. */
  pathsAtOrBelow(path: string): string[] {
    if (this.#byPath.has(path)) return [path];
    const paths: string[] = [];
    for (let index = this.#firstFrom(`${path}/`); index < this.files.length; index++) {
      const { path: found } = this.files[index] as FileVersion;
      if (!found.startsWith(`${path}/`)) break;
      paths.push(found);
    }
    return paths;
  }

  byId(id: number): FileVersion | undefined {
    const index = this.#indexes.get(id);
    return index === undefined ? undefined : this.files[index];
  }

  ofChunk(id: number): FileMember | undefined {
    return this.#chunks.find(id);
  }

  ofSymbol(id: number): FileMember | undefined {
    return this.#symbols.find(id);
  }

  /** Calls `visit` for each id that belongs to a file, with the index of the file in `files`; the ids must ascend. */
  eachChunk(ids: readonly number[], visit: (fileIndex: number, id: number) => void): void {
    this.#chunks.each(ids, visit);
  }

  eachSymbol(ids: readonly number[], visit: (fileIndex: number, id: number) => void): void {
    this.#symbols.each(ids, visit);
  }

  indexOfId(id: number): number | undefined {
    return this.#indexes.get(id);
  }

  /** The index of the first file whose path is not before this one. */
  #firstFrom(path: string): number {
    let low = 0;
    let high = this.files.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.files[middle] as FileVersion).path < path) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The languages of the files, most frequent first. */
  languages(): string[] {
    const counts = new Map<string, number>();
    for (const { language } of this.files) counts.set(language, (counts.get(language) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1]).map(([language]) => language);
  }
}

/** Disjoint ranges of ids, one per file, searched by bisection or in one pass. */
class Ranges {
  readonly #files: readonly FileVersion[];
  /** Sorted; `#indexes` has the file of each range. */
  readonly #starts: Float64Array;
  readonly #ends: Float64Array;
  readonly #indexes: Int32Array;

  constructor(files: readonly FileVersion[], rangeOf: (file: FileVersion) => [first: number, count: number]) {
    const ranges = files
      .map((file, index) => ({ index, first: rangeOf(file)[0], count: rangeOf(file)[1] }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => a.first - b.first);
    this.#files = files;
    this.#starts = Float64Array.from(ranges, ({ first }) => first);
    this.#ends = Float64Array.from(ranges, ({ first, count }) => first + count);
    this.#indexes = Int32Array.from(ranges, ({ index }) => index);
  }

  find(id: number): FileMember | undefined {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] as number) <= id) low = middle + 1;
      else high = middle;
    }
    const at = low - 1;
    const file = this.#files[this.#indexes[at] ?? -1];
    if (file === undefined || id >= (this.#ends[at] as number)) return undefined;
    return { file, position: id - (this.#starts[at] as number) };
  }

  each(ids: readonly number[], visit: (fileIndex: number, id: number) => void): void {
    let at = 0;
    for (const id of ids) {
      while (at < this.#ends.length && (this.#ends[at] as number) <= id) at++;
      if (at === this.#ends.length) return;
      if ((this.#starts[at] as number) <= id) visit(this.#indexes[at] as number, id);
    }
  }
}
