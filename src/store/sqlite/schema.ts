/** The schema of a project's index: its version, and how the tables (tables.ts) and their indexes are made. */
import { type Database, transaction } from './sqlite.ts';
import { tableDefinitions, wordTables } from './tables.ts';

/** Raised whenever what is stored, or how it is found in the source, changes: an older index must be built anew. */
export const schemaVersion = 3;

/** Marks the file as ours (`CCmp`), so that a foreign database is not taken for a damaged index. */
export const applicationId = 0x43436d70;

/** Built before the first publication rather than kept up row by row, which would cost several times as much. */
const indexes = `
-- With all that tells namesakes apart, of whom there may be thousands: looking each one up would cost far more.
CREATE INDEX symbols_by_name ON symbols (name_id, version_id, kind, visibility, scope_id, line_start);
CREATE INDEX uses_by_name ON uses (name_id);
CREATE INDEX ref_files_by_version ON ref_files (version_id);
`;

/** How many pieces of a full-text table are put together as it grows; the engine's own default. */
const usualMerging = 4;

export function createSchema(database: Database): void {
  transaction(database, () =>
    database.exec(`${tableDefinitions()}
${setMerging(0)}
PRAGMA application_id = ${applicationId};
PRAGMA user_version = ${schemaVersion};`),
  );
}

/** What the first publication needs, once: the indexes, and each full-text table in one piece, which is faster to ask. */
export function completeSchema(database: Database): void {
  if (database.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'symbols_by_name'`).get() !== undefined) return;
  database.exec(indexes);
  putWordsTogether(database);
  database.exec(setMerging(usualMerging));
}

/** Rewrites each full-text table as one piece, without the words of what was deleted. */
export function putWordsTogether(database: Database): void {
  for (const table of wordTables) database.exec(`INSERT INTO ${table}(${table}) VALUES ('optimize')`);
}

/** Until the first publication nothing is put together bit by bit, since all of it is in the end. */
function setMerging(pieces: number): string {
  return wordTables.map((table) => `INSERT INTO ${table}(${table}, rank) VALUES ('automerge', ${pieces});`).join('\n');
}
