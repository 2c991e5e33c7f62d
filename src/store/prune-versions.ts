/** Deleting the file versions that no ref holds, a few at a time, so that no reader waits for long. */
import type { Database } from './sqlite.ts';

const versionsPerStep = 200;

/** Runs each step in a transaction of the caller's making; returns how many versions went. */
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
    'path_words WHERE rowid = ?',
    'file_versions WHERE id = ?',
  ].map((rows) => database.prepare(`DELETE FROM ${rows}`));
  const inRange = (table: string, id: string) => database.prepare(`DELETE FROM ${table} WHERE ${id} BETWEEN ? AND ?`);
  const ofSymbols = [inRange('symbol_words', 'rowid'), inRange('symbols', 'id')];
  const ofChunks = [inRange('chunk_words', 'rowid'), inRange('chunks', 'id')];

  for (let at = 0; at < unreachable.length; at += versionsPerStep) {
    inTransaction(() => {
      for (const row of unreachable.slice(at, at + versionsPerStep)) {
        const firstSymbol = Number(row.first_symbol);
        const firstChunk = Number(row.first_chunk);
        for (const statement of ofSymbols) statement.run(firstSymbol, firstSymbol + Number(row.symbol_count) - 1);
        for (const statement of ofChunks) statement.run(firstChunk, firstChunk + Number(row.chunk_count) - 1);
        for (const statement of ofVersion) statement.run(row.id as number);
      }
    });
  }
  return unreachable.length;
}
