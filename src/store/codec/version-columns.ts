/** The stored columns of a file version. A new field of `FileVersion` needs a row here and a new schema version. */
import type { FileLabel, ParseOutcome, SkipReason } from '../../model.ts';
import type { FileVersion } from '../store.ts';
import { asNumber, asText, type ColumnsOf, type StoredValue } from './columns.ts';
import type { EncodedVersion } from './encode-facts.ts';

/** A version and the ids that the writer assigns. */
export interface VersionToStore {
  version: EncodedVersion;
  id: number;
  epoch: number;
  firstSymbol: number;
  firstChunk: number;
}

interface VersionRow extends FileVersion {
  readonly epoch: number;
  /** Versions skipped because of their content are stored, so that they are not read again. */
  readonly skipped: SkipReason | null;
}

export const versionColumns: ColumnsOf<VersionRow, VersionToStore> = {
  id: { column: 'id', type: 'key', encode: ({ id }) => id, decode: asNumber },
  path: { column: 'path', type: 'text', encode: ({ version }) => version.path, decode: asText },
  hash: { column: 'hash', type: 'bytes', encode: ({ version }) => Buffer.from(version.hash, 'hex'), decode: asText },
  epoch: {
    column: 'epoch',
    type: 'integer',
    note: 'A forced job writes every version again and keeps the old one until publication.',
    encode: ({ epoch }) => epoch,
    decode: asNumber,
  },
  skipped: {
    column: 'skipped',
    type: 'text',
    optional: true,
    encode: ({ version }) => version.skipped,
    decode: (stored) => stored as SkipReason | null,
  },
  byteLength: {
    column: 'byte_length',
    type: 'integer',
    encode: ({ version }) => version.byteLength,
    decode: asNumber,
  },
  lineCount: { column: 'line_count', type: 'integer', encode: ({ version }) => version.lineCount, decode: asNumber },
  language: { column: 'language', type: 'text', encode: ({ version }) => version.language, decode: asText },
  labels: {
    column: 'marks',
    type: 'text',
    encode: ({ version }) => version.labels.join(' '),
    decode: (stored) => (stored === '' ? [] : ((stored as string).split(' ') as FileLabel[])),
  },
  outcome: {
    column: 'outcome',
    type: 'text',
    encode: ({ version }) => version.outcome,
    decode: (stored) => stored as ParseOutcome,
  },
  module: { column: 'module', type: 'text', encode: ({ version }) => version.module, decode: asText },
  firstSymbol: { column: 'first_symbol', type: 'integer', encode: ({ firstSymbol }) => firstSymbol, decode: asNumber },
  symbolCount: {
    column: 'symbol_count',
    type: 'integer',
    encode: ({ version }) => version.symbols.length,
    decode: asNumber,
  },
  firstChunk: { column: 'first_chunk', type: 'integer', encode: ({ firstChunk }) => firstChunk, decode: asNumber },
  chunkCount: {
    column: 'chunk_count',
    type: 'integer',
    encode: ({ version }) => version.chunks.length,
    decode: asNumber,
  },
};

const columns = Object.values(versionColumns);

/** Returns the row to be written. */
export function encodeVersionRow(version: VersionToStore): StoredValue[] {
  return columns.map(({ encode }) => encode(version));
}

type Positions = Readonly<Record<keyof FileVersion, number>>;

/** `at` gives the position of each column in the row. */
export function decodeVersion(row: readonly StoredValue[], at: Positions): FileVersion {
  return {
    id: versionColumns.id.decode(row[at.id]),
    path: versionColumns.path.decode(row[at.path]),
    hash: versionColumns.hash.decode(row[at.hash]),
    byteLength: versionColumns.byteLength.decode(row[at.byteLength]),
    lineCount: versionColumns.lineCount.decode(row[at.lineCount]),
    language: versionColumns.language.decode(row[at.language]),
    labels: versionColumns.labels.decode(row[at.labels]),
    outcome: versionColumns.outcome.decode(row[at.outcome]),
    module: versionColumns.module.decode(row[at.module]),
    firstSymbol: versionColumns.firstSymbol.decode(row[at.firstSymbol]),
    symbolCount: versionColumns.symbolCount.decode(row[at.symbolCount]),
    firstChunk: versionColumns.firstChunk.decode(row[at.firstChunk]),
    chunkCount: versionColumns.chunkCount.decode(row[at.chunkCount]),
  };
}
