/** One write transaction: all of the work, or nothing of it. What the engine throws becomes an error of ours. */
import type { Database } from './sqlite.ts';
import { storeError } from './sqlite-errors.ts';

export function transaction<Result>(database: Database, file: string, work: () => Result): Result {
  try {
    database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      database.exec('COMMIT');
      return result;
    } catch (thrown) {
      try {
        database.exec('ROLLBACK');
      } catch {
        // SQLite has rolled back by itself, as it does when the disk is full.
      }
      throw thrown;
    }
  } catch (thrown) {
    throw storeError(thrown, file);
  }
}
