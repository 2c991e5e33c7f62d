/**
 * The results of a batch on their way from a worker to the store: what a job wants to know of each file, and the versions
 * packed into one block. Each is packed as soon as it is there and unpacked when it is written; as objects, those of a batch
 * would survive one collection of garbage after the other.
 */
import { deserialize, serialize } from 'node:v8';
import type { SkippedFile } from '../../model.ts';
import type { EncodedVersion } from '../../store/codec/encode-facts.ts';
import type { ParseResult } from './parse-task.ts';

export interface PackedResults {
  /** Those that could not even be read. */
  readonly skipped: readonly SkippedFile[];
  /** The others, in the order of their versions. */
  readonly files: readonly ParsedFile[];
  readonly packed: Uint8Array<ArrayBuffer>;
}

export interface ParsedFile {
  readonly path: string;
  readonly hash: string;
  readonly byteLength: number;
  readonly symbols: number;
  /** Not so where it was read and skipped for its content. */
  readonly isIndexed: boolean;
  /** Of its version. */
  readonly packedBytes: number;
}

export class ResultPacker {
  readonly #skipped: SkippedFile[] = [];
  readonly #files: ParsedFile[] = [];
  readonly #versions: Buffer[] = [];

  add(result: ParseResult): void {
    if ('skipped' in result) {
      this.#skipped.push({ path: result.path, reason: result.skipped });
      return;
    }
    const { version } = result;
    const { path, hash, byteLength, symbols } = version;
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
