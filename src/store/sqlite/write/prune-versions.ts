/** Deletes the file versions that no ref contains, in small batches, so that readers do not wait long. */
import type { Database, Statement } from '../sqlite.ts';

const versionsPerStep = 200;

/** Runs each step in a transaction of the caller. Returns the number of deleted versions. */
export function pruneVersions(database: Database, inTransaction: (step: () => void) => void): number {
  const unreachable = database
    .prepare(
      `SELECT id, first_symbol, symbol_count, first_chunk, chunk_count FROM file_versions v
       WHERE NOT EXISTS (SELECT 1 FROM ref_files r WHERE r.version_id = v.id)`,
    )
    .all();
  if (unreachable.length === 0) return 0;
  const ofVersion = [
    'sources WHERE version_id = ?',
    'imports WHERE version_id = ?',
    'uses WHERE version_id = ?',
    'bindings WHERE version_id = ?',
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
