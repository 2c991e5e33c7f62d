/**
 * The results of a batch on their way from a worker to the store: a summary of each file, and the versions packed into
 * one block. A version is packed as soon as it is parsed and unpacked when it is written. As objects, the versions of a
 * batch would survive several garbage collections.
 */
import { deserialize, serialize } from 'node:v8';
import type { SkippedFile } from '../../model.ts';
import type { EncodedVersion } from '../../store/codec/encode-facts.ts';
import type { ParseResult } from './parse-task.ts';

export interface PackedResults {
  /** Files that could not be read. */
  readonly skipped: readonly SkippedFile[];
  /** The other files, in the order of their versions. */
  readonly files: readonly ParsedFile[];
  readonly packed: Uint8Array<ArrayBuffer>;
}

export interface ParsedFile {
  readonly path: string;
  readonly hash: string;
  readonly byteLength: number;
  readonly symbols: number;
  /** False if the file was read and skipped because of its content. */
  readonly isIndexed: boolean;
  /** The packed size of its version. */
  readonly packedBytes: number;
}

export class ResultPacker {
  readonly #skipped: SkippedFile[] = [];
  readonly #files: ParsedFile[] = [];
  readonly #versions: Buffer[] = [];
  /** The size of the files so far. */
  byteLength = 0;

  add(result: ParseResult): void {
    if ('skipped' in result) {
      this.#skipped.push({ path: result.path, reason: result.skipped });
      return;
    }
    const { version } = result;
    const { path, hash, byteLength, symbols } = version;
    this.byteLength += byteLength;
    const packed = serialize(version);
    this.#versions.push(packed);
    this.#files.push({
      path,
      hash,
      byteLength,
      symbols: symbols.length,
      isIndexed: version.skipped === null,
      packedBytes: packed.length,
    });
  }

  results(): PackedResults {
    const packed = new Uint8Array(this.#versions.reduce((sum, version) => sum + version.length, 0));
    let end = 0;
    for (const version of this.#versions) {
      packed.set(version, end);
      end += version.length;
    }
    return { skipped: this.#skipped, files: this.#files, packed };
  }
}

export function* unpackVersions(batches: Iterable<PackedResults>): Generator<EncodedVersion> {
  for (const { files, packed } of batches) {
    let end = 0;
    for (const { packedBytes } of files) {
      const start = end;
      end += packedBytes;
      yield deserialize(packed.subarray(start, end)) as EncodedVersion;
    }
  }
}
