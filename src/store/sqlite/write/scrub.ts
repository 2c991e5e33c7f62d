/**
 * Scrubbing overwrites deleted data in the index. It runs after an indexed file has become a secret, and costs as much
 * as writing the index again. The publication that removes the secret marks the scrub as due, so that the next job does
 * it if this one ends early.
 */
import { putWordsTogether } from '../schema.ts';
import type { Database } from '../sqlite.ts';

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
