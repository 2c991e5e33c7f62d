/** Deletes the file versions that no ref contains, in small batches, so that readers do not wait long. */

import { putWordsTogether } from '../schema.ts';
import type { Database, Statement } from '../sqlite.ts';
import { reserveIds } from './version-ids.ts';

const versionsPerStep = 200;

/** Runs each step in a transaction of the caller; looks only among `ids` if given. Returns the number of deleted versions. */
export function pruneVersions(
  database: Database,
  inTransaction: (step: () => void) => void,
  ids?: readonly number[],
): number {
  const among = ids === undefined ? '' : 'id IN (SELECT value FROM json_each(?)) AND';
  const unreachable = database
    .prepare(
      `SELECT id, first_symbol, symbol_count, first_chunk, chunk_count FROM file_versions v
       WHERE ${among} NOT EXISTS (SELECT 1 FROM ref_files r WHERE r.version_id = v.id)`,
    )
    .all(...(ids === undefined ? [] : [JSON.stringify(ids)]));
  if (unreachable.length === 0) return 0;
  inTransaction(() => reserveIds(database));
  const ofVersion = [
    'sources WHERE version_id = ?',
    'imports WHERE version_id = ?',
    'uses WHERE version_id = ?',
    'bindings WHERE version_id = ?',
    'vectors WHERE version_id = ?',
    'path_words WHERE rowid = ?',
    'file_versions WHERE id = ?',
  ].map((rows) => database.prepare(`DELETE FROM ${rows}`));
  // Full-text tables scan all rows for a range, but find a single row directly.
  const ofSymbol = [
    database.prepare('DELETE FROM symbol_words WHERE rowid = ?'),
    database.prepare('DELETE FROM symbols WHERE id = ?'),
  ];
  const ofChunk = [
    database.prepare('DELETE FROM chunk_words WHERE rowid = ?'),
    database.prepare('DELETE FROM chunks WHERE id = ?'),
  ];
  const each = (first: unknown, count: unknown, statements: readonly Statement[]) => {
    for (let id = Number(first); id < Number(first) + Number(count); id++) for (const one of statements) one.run(id);
  };

  for (let at = 0; at < unreachable.length; at += versionsPerStep) {
    inTransaction(() => {
      for (const row of unreachable.slice(at, at + versionsPerStep)) {
        each(row.first_symbol, row.symbol_count, ofSymbol);
        each(row.first_chunk, row.chunk_count, ofChunk);
        for (const statement of ofVersion) statement.run(row.id as number);
      }
    });
  }
  return unreachable.length;
}

// Scrubbing overwrites deleted data in the index. It runs after an indexed file has become a secret, and costs as much
// as writing the index again. The publication that removes the secret marks the scrub as due, so that the next job does
// it if this one ends early.

/** Must be called inside the transaction of the publication. The mark is a table, which takes no space when absent. */
export function markScrubDue(database: Database): void {
  database.exec('CREATE TABLE IF NOT EXISTS scrub_due (only_one INTEGER)');
}

export function isScrubDue(database: Database): boolean {
  return database.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'scrub_due'`).get() !== undefined;
}

export function forgetScrub(database: Database): void {
  database.exec('DROP TABLE IF EXISTS scrub_due');
}

/** Must be called outside any transaction, after unreferenced versions were deleted. */
export function scrub(database: Database, inTransaction: (step: () => void) => void): void {
  inTransaction(() => {
    // The number of a name stays reserved, because readers may use it; the name itself is overwritten.
    database.exec(
      `UPDATE names SET name = char(1) || id WHERE id NOT IN (
         SELECT name_id FROM symbols UNION SELECT scope_id FROM symbols UNION SELECT name_id FROM uses
         UNION SELECT source_id FROM imports UNION SELECT coalesce(name_id, 0) FROM imports
         UNION SELECT coalesce(alias_id, 0) FROM imports)`,
    );
    // A full-text index keeps the words of deleted rows until its segments are merged.
    putWordsTogether(database);
  });
  database.exec('VACUUM');
  // Readers block the truncation of the WAL only briefly. If one does not, the next job truncates it.
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
}
