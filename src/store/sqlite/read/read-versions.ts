/** Reads the file versions of a ref. */
import { setImmediate as turn } from 'node:timers/promises';
import { decodeVersion, versionColumns } from '../../codec/version-columns.ts';
import type { FileVersion, KnownVersions, RefRecord, RefStatistics } from '../../store.ts';
import type { Row, SqlValue } from '../sqlite.ts';
import { expressionsOf, type JsonRow, type Reader, select } from './reader.ts';

const { epoch, skipped, ...columns } = versionColumns;
const { sql, at } = select(expressionsOf(columns, 'v'), Object.keys(columns) as (keyof typeof columns)[]);

/** Returns the indexed versions, sorted by path. */
export function readVersions(reader: Reader, ref: RefRecord): FileVersion[] {
  return reader
    .many(
      sql,
      'ref_files r JOIN file_versions v ON v.id = r.version_id WHERE r.ref_id = ? AND v.skipped IS NULL',
      ref.id,
    )
    .map(toVersion)
    .sort(byPath);
}

/** The same, reading only the versions that are not known. */
export function readOtherVersions(reader: Reader, ref: RefRecord, known: KnownVersions): FileVersion[] {
  const row = reader.get('SELECT json_group_array(version_id) AS ids FROM ref_files WHERE ref_id = ?', ref.id);
  const ids: number[] = JSON.parse(row?.ids as string);
  const versions: FileVersion[] = [];
  const others: number[] = [];
  for (const id of ids) {
    const version = known.byId(id);
    if (version === undefined) others.push(id);
    else versions.push(version);
  }
  return [...versions, ...readVersionsById(reader, ref, others)].sort(byPath);
}

function byPath(a: FileVersion, b: FileVersion): number {
  return a.path < b.path ? -1 : 1;
}

export function readVersion(reader: Reader, ref: RefRecord, path: string): FileVersion | undefined {
  const [row] = reader.many(
    sql,
    // Start from the path: it has few versions, while a ref has as many files as the repository.
    `file_versions v CROSS JOIN ref_files r ON r.version_id = v.id AND r.ref_id = ?
     WHERE v.path = ? AND v.skipped IS NULL`,
    ref.id,
    path,
  );
  return row && toVersion(row);
}

/** Returns the given versions that the ref contains. */
export function readVersionsById(reader: Reader, ref: RefRecord, versionIds: Iterable<number>): FileVersion[] {
  return reader
    .many(
      sql,
      `json_each(?) j CROSS JOIN ref_files r ON r.version_id = j.value AND r.ref_id = ?
       JOIN file_versions v ON v.id = r.version_id WHERE v.skipped IS NULL`,
      JSON.stringify([...new Set(versionIds)]),
      ref.id,
    )
    .map(toVersion);
}

function toVersion(row: JsonRow): FileVersion {
  return decodeVersion(row, at);
}

// Statistics of a ref: its files by kind, parse outcome and skip reason.

export type ReadRows = (sql: string, ...values: SqlValue[]) => Row[];

export interface CountedRef {
  /** Includes versions that were read and skipped because of their content. */
  readonly versions: number;
  readonly statistics: RefStatistics;
}

export function countRef(read: ReadRows, refId: number): CountedRef {
  const rows = read(
    `SELECT v.skipped, v.outcome, v.language, count(*) AS files, sum(v.symbol_count) AS symbols,
       sum(v.byte_length) AS bytes
     FROM ref_files r JOIN file_versions v ON v.id = r.version_id WHERE r.ref_id = ?
     GROUP BY v.skipped, v.outcome, v.language`,
    refId,
  );
  const skips = read('SELECT reason, count(*) AS files FROM ref_skips WHERE ref_id = ? GROUP BY reason', refId);
  let versions = 0;
  const statistics = {
    indexed: 0,
    symbols: 0,
    sourceBytes: 0,
    skipped: {} as Record<string, number>,
    outcomes: {} as Record<string, number>,
    languages: {} as Record<string, number>,
  };
  const add = (counts: Record<string, number>, key: SqlValue | undefined, count: SqlValue | undefined) => {
    counts[String(key)] = (counts[String(key)] ?? 0) + Number(count);
  };
  for (const row of rows) {
    versions += Number(row.files);
    if (row.skipped !== null) {
      add(statistics.skipped, row.skipped, row.files);
      continue;
    }
    statistics.indexed += Number(row.files);
    statistics.symbols += Number(row.symbols);
    statistics.sourceBytes += Number(row.bytes);
    add(statistics.outcomes, row.outcome, row.files);
    add(statistics.languages, row.language, row.files);
  }
  for (const row of skips) add(statistics.skipped, row.reason, row.files);
  return { versions, statistics };
}

/** Ids of versions in one turn; a range takes a few milliseconds. */
const idsPerTurn = 20_000;

/** The bytes of the versions that only one ref contains, by the id of that ref. Other work goes on between the ranges. */
export async function readOwnBytes(reader: Reader): Promise<ReadonlyMap<number, number>> {
  const bytes = new Map<number, number>();
  const { last } = reader.get('SELECT coalesce(max(version_id), 0) AS last FROM ref_files') as { last: number };
  for (let from = 1; from <= last; from += idsPerTurn) {
    const rows = reader.all(
      `SELECT f.ref_id AS ref, sum(v.byte_length) AS bytes
       FROM (SELECT min(ref_id) AS ref_id, version_id FROM ref_files
         WHERE version_id BETWEEN ? AND ? GROUP BY version_id HAVING count(*) = 1) f
       JOIN file_versions v ON v.id = f.version_id WHERE v.skipped IS NULL GROUP BY f.ref_id`,
      from,
      from + idsPerTurn - 1,
    );
    for (const row of rows) {
      const ref = row.ref as number;
      bytes.set(ref, (bytes.get(ref) ?? 0) + (row.bytes as number));
    }
    await turn();
  }
  return bytes;
}
