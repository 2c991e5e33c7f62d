/** Statistics of a ref: its files by kind, parse outcome and skip reason. */

import type { RefStatistics } from '../../store.ts';
import type { Row, SqlValue } from '../sqlite.ts';

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
