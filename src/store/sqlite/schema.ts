/** The schema of a project's index: its version, and the creation of tables (tables.ts) and indexes. */
import { type Database, transaction } from './sqlite.ts';
import { tableDefinitions, wordTables } from './tables.ts';

/** Increase it whenever the stored data or its extraction changes: older indexes must be rebuilt. */
export const schemaVersion = 3;

/** Identifies our files (`CCmp`), so that a foreign database is not mistaken for a damaged index. */
export const applicationId = 0x43436d70;

/** Created before the first publication: maintaining them row by row would cost several times as much. */
const indexes = `
-- A covering index of what distinguishes symbols of one name: there may be thousands, and row lookups cost far more.
CREATE INDEX symbols_by_name ON symbols (name_id, version_id, kind, visibility, scope_id, line_start);
CREATE INDEX uses_by_name ON uses (name_id);
CREATE INDEX ref_files_by_version ON ref_files (version_id);
`;

/** The number of segments that FTS5 merges at once as a table grows; its own default. */
const usualMerging = 4;

export function createSchema(database: Database): void {
  transaction(database, () =>
    database.exec(`${tableDefinitions()}
${setMerging(0)}
PRAGMA application_id = ${applicationId};
PRAGMA user_version = ${schemaVersion};`),
  );
}

/** Prepares the first publication: creates the indexes and merges each full-text table, which makes queries faster. */
export function completeSchema(database: Database): void {
  if (database.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'symbols_by_name'`).get() !== undefined) return;
  database.exec(indexes);
  putWordsTogether(database);
  database.exec(setMerging(usualMerging));
}

/** Merges each full-text table into one segment, without the words of deleted rows. */
export function putWordsTogether(database: Database): void {
  for (const table of wordTables) database.exec(`INSERT INTO ${table}(${table}) VALUES ('optimize')`);
}

/** Merging is off until the first publication, which merges everything anyway. */
function setMerging(pieces: number): string {
  return wordTables.map((table) => `INSERT INTO ${table}(${table}, rank) VALUES ('automerge', ${pieces});`).join('\n');
}
