/**
 * Scrubbing an index: what was deleted is overwritten, not only left out. It is done when a file that was indexed has become
 * a secret, and costs as much as writing the index once more. That it is due is marked by the publication that hides the
 * secret, so that a job which ends before it has scrubbed leaves that to the next one.
 */
import { putWordsTogether } from '../schema.ts';
import type { Database } from '../sqlite.ts';

/** To be called inside the transaction of the publication. The mark is a table, which needs no room in an index without it. */
export function markScrubDue(database: Database): void {
  database.exec('CREATE TABLE IF NOT EXISTS scrub_due (only_one INTEGER)');
}

export function isScrubDue(database: Database): boolean {
  return database.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'scrub_due'`).get() !== undefined;
}

export function forgetScrub(database: Database): void {
  database.exec('DROP TABLE IF EXISTS scrub_due');
}

/** Outside any transaction, after the versions that no ref holds were deleted. */
export function scrub(database: Database, inTransaction: (step: () => void) => void): void {
  inTransaction(() => {
    // The number of a name stays taken, since readers may have it; the name itself goes.
    database.exec(
      `UPDATE names SET name = char(1) || id WHERE id NOT IN (
         SELECT name_id FROM symbols UNION SELECT scope_id FROM symbols UNION SELECT name_id FROM uses
         UNION SELECT source_id FROM imports UNION SELECT coalesce(name_id, 0) FROM imports
         UNION SELECT coalesce(alias_id, 0) FROM imports)`,
    );
    // A full-text index keeps the words of deleted rows until its parts are merged.
    putWordsTogether(database);
  });
  database.exec('VACUUM');
  // Readers hold on to the log for moments only; if one does not, the next job shortens it.
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
}
