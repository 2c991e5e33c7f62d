/**
 * The tables of a project's index. Facts hang on a file version and are written once; a ref is a set of file
 * versions. Ids of symbols and chunks run on within a file version, so a version knows its own by range.
 */
import type { Database } from './sqlite.ts';

/** Raised whenever what is stored, or how it is found in the source, changes: an older index must be built anew. */
export const schemaVersion = 3;

/** Marks the file as ours (`CCmp`), so that a foreign database is not taken for a damaged index. */
export const applicationId = 0x43436d70;

const tables = `
CREATE TABLE names (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
);

CREATE TABLE file_versions (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL,
  hash BLOB NOT NULL,
  -- A forced job writes every version anew beside the old one.
  epoch INTEGER NOT NULL,
  skipped TEXT,
  byte_length INTEGER NOT NULL,
  line_count INTEGER NOT NULL,
  language TEXT NOT NULL,
  marks TEXT NOT NULL,
  outcome TEXT NOT NULL,
  module TEXT NOT NULL,
  first_symbol INTEGER NOT NULL,
  symbol_count INTEGER NOT NULL,
  first_chunk INTEGER NOT NULL,
  chunk_count INTEGER NOT NULL,
  UNIQUE (path, hash, epoch)
);

CREATE TABLE sources (
  version_id INTEGER PRIMARY KEY,
  -- The text as UTF-8, deflated.
  source BLOB NOT NULL
);

CREATE TABLE symbols (
  id INTEGER PRIMARY KEY,
  version_id INTEGER NOT NULL,
  name_id INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  parent INTEGER NOT NULL,
  scope_id INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  visibility INTEGER NOT NULL,
  line_start INTEGER NOT NULL,
  line_end INTEGER NOT NULL,
  modifier TEXT,
  signature TEXT NOT NULL,
  doc TEXT
);

CREATE TABLE imports (
  version_id INTEGER NOT NULL,
  position INTEGER NOT NULL,
  source_id INTEGER NOT NULL,
  name_id INTEGER,
  alias_id INTEGER,
  reexport INTEGER NOT NULL,
  line_start INTEGER NOT NULL,
  line_end INTEGER NOT NULL,
  within INTEGER NOT NULL,
  PRIMARY KEY (version_id, position)
) WITHOUT ROWID;

-- One row per name and file version; the places are packed (packed-references.ts).
CREATE TABLE uses (
  version_id INTEGER NOT NULL,
  name_id INTEGER NOT NULL,
  sites BLOB NOT NULL,
  PRIMARY KEY (version_id, name_id)
) WITHOUT ROWID;

-- The variables that calls are made on, packed (packed-bindings.ts); only where there are any.
CREATE TABLE bindings (
  version_id INTEGER PRIMARY KEY,
  packed BLOB NOT NULL
);

CREATE TABLE chunks (
  id INTEGER PRIMARY KEY,
  version_id INTEGER NOT NULL,
  line_start INTEGER NOT NULL,
  line_end INTEGER NOT NULL
);

CREATE VIRTUAL TABLE chunk_words USING fts5(
  words, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '_$'"
);
CREATE VIRTUAL TABLE symbol_words USING fts5(
  name, doc, content='', contentless_delete=1, detail=column, tokenize="ascii tokenchars '_$'"
);
CREATE VIRTUAL TABLE path_words USING fts5(
  words, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '_$'"
);

CREATE TABLE refs (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  commit_id TEXT,
  source TEXT NOT NULL,
  root TEXT NOT NULL,
  -- Counts the publications, so that whatever is derived from a ref knows when to be derived again.
  generation INTEGER NOT NULL,
  published_at TEXT NOT NULL,
  job_id TEXT NOT NULL,
  file_count INTEGER NOT NULL,
  symbol_count INTEGER NOT NULL
);

CREATE TABLE ref_files (
  ref_id INTEGER NOT NULL,
  version_id INTEGER NOT NULL,
  PRIMARY KEY (ref_id, version_id)
) WITHOUT ROWID;

CREATE TABLE ref_skips (
  ref_id INTEGER NOT NULL,
  path TEXT NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (ref_id, path)
) WITHOUT ROWID;

-- Which content a working file had when it was last read, to know by its stat alone that it still has it.
CREATE TABLE remembered_stats (
  root TEXT NOT NULL,
  path TEXT NOT NULL,
  size INTEGER NOT NULL,
  mtime_us INTEGER NOT NULL,
  ctime_us INTEGER NOT NULL,
  inode INTEGER NOT NULL,
  hash BLOB NOT NULL,
  PRIMARY KEY (root, path)
) WITHOUT ROWID;

CREATE TABLE jobs (
  id TEXT PRIMARY KEY,
  ref TEXT NOT NULL,
  operation TEXT NOT NULL,
  mode TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL,
  finished_at TEXT,
  duration_ms INTEGER,
  progress TEXT NOT NULL,
  changed_files INTEGER,
  error_code TEXT,
  error_message TEXT
) WITHOUT ROWID;

-- At most one row: the job that may write, and the sign that it lives.
CREATE TABLE lease (
  only_one INTEGER PRIMARY KEY CHECK (only_one = 1),
  token TEXT NOT NULL,
  job_id TEXT NOT NULL,
  pid INTEGER NOT NULL,
  host TEXT NOT NULL,
  heartbeat_ms INTEGER NOT NULL
);
`;

/** Built before the first publication rather than kept up row by row, which would cost several times as much. */
const indexes = `
-- With all that tells namesakes apart, of whom there may be thousands: looking each one up would cost far more.
CREATE INDEX symbols_by_name ON symbols (name_id, version_id, kind, visibility, scope_id, line_start);
CREATE INDEX uses_by_name ON uses (name_id);
CREATE INDEX ref_files_by_version ON ref_files (version_id);
`;

const wordTables = ['chunk_words', 'symbol_words', 'path_words'];
/** How many pieces of a full-text table are put together as it grows; the engine's own default. */
const usualMerging = 4;

export function createSchema(database: Database): void {
  database.exec(`BEGIN IMMEDIATE;${tables}
${setMerging(0)}
PRAGMA application_id = ${applicationId};
PRAGMA user_version = ${schemaVersion};
COMMIT;`);
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
