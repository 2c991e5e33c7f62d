/** Reads the file versions of a ref. */
import { decodeVersion, versionColumns } from '../../codec/version-columns.ts';
import type { FileVersion, RefRecord } from '../../store.ts';
import type { JsonRow, Reader } from '../reader.ts';
import { expressionsOf, select } from './selection.ts';

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
    .sort((a, b) => (a.path < b.path ? -1 : 1));
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
