/**
 * The results of a batch on their way from a worker to the store: what a job wants to know of each file, and the versions
 * packed into one block. They are unpacked batch by batch while they are written; as objects, those of a whole transaction
 * would survive one collection of garbage after the other, and take twenty megabytes more.
 */
import { deserialize, serialize } from 'node:v8';
import type { SkippedFile } from '../model.ts';
import type { EncodedVersion } from '../store/encode-facts.ts';
import type { ParseResult } from './parse-task.ts';

export interface PackedResults {
  /** Those that could not even be read. */
  readonly skipped: readonly SkippedFile[];
  /** The others, in the order of their versions. */
  readonly files: readonly ParsedFile[];
  readonly packed: Uint8Array;
}

export interface ParsedFile {
  readonly path: string;
  readonly hash: string;
  readonly byteLength: number;
  readonly symbols: number;
  /** Not so where it was read and skipped for its content. */
  readonly isIndexed: boolean;
}

export function packResults(results: readonly ParseResult[]): PackedResults {
  const skipped: SkippedFile[] = [];
  const files: ParsedFile[] = [];
  const versions: EncodedVersion[] = [];
  for (const result of results) {
    if ('skipped' in result) {
      skipped.push({ path: result.path, reason: result.skipped });
      continue;
    }
    const { version } = result;
    const { path, hash, byteLength, symbols } = version;
    files.push({ path, hash, byteLength, symbols: symbols.length, isIndexed: version.skipped === null });
    versions.push(version);
  }
  // A copy of its own, which can be handed to another thread.
  return { skipped, files, packed: new Uint8Array(serialize(versions)) };
}

export function* unpackVersions(batches: Iterable<PackedResults>): Generator<EncodedVersion> {
  for (const { packed } of batches) yield* deserialize(packed) as EncodedVersion[];
}
