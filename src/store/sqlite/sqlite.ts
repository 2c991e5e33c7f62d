/**
 * The SQLite driver: one small interface with two implementations, `node:sqlite` where the runtime has it and
 * `libsql` elsewhere. Rows are plain objects, blobs are byte arrays, whatever the driver gives.
 */
import { createRequire } from 'node:module';
import type { StoredValue } from '../codec/columns.ts';

export type SqlValue = StoredValue;
export type Row = Record<string, SqlValue>;

export interface Statement {
  run(...values: SqlValue[]): void;
  get(...values: SqlValue[]): Row | undefined;
  all(...values: SqlValue[]): Row[];
}

export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

export const sqliteDrivers = ['node:sqlite', 'libsql'] as const;
export type SqliteDriver = (typeof sqliteDrivers)[number];

const require = createRequire(import.meta.url);

/** The driver of this runtime. */
export function defaultDriver(): SqliteDriver {
  return hasNodeSqlite() ? 'node:sqlite' : 'libsql';
}

export function hasNodeSqlite(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 13);
}

/** Loads the driver of this runtime before there is anything to open; whoever opens hears of what is wrong with it. */
export function loadDriver(): void {
  try {
    require(defaultDriver());
  } catch {
    // It is loaded again then.
  }
}

export function openDatabase(file: string, driver: SqliteDriver = defaultDriver()): Database {
  return wrapping(driver === 'node:sqlite' ? openNodeSqlite(file) : openLibsql(file), file);
}

/** One write transaction: all of the work, or nothing of it. */
export function transaction<Result>(database: Database, work: () => Result): Result {
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
}

export type DatabaseWrapping = (database: Database, file: string) => Database;
let wrapping: DatabaseWrapping = (database) => database;

/** Puts something between us and every database opened from now on in this process: whoever watches, or lets it fail. */
export function wrapDatabases(wrap: DatabaseWrapping): void {
  wrapping = wrap;
}

/** What SQLite this runtime brings, and whether it can do full-text search. */
export async function inspectSqlite(): Promise<{ driver: SqliteDriver; sqliteVersion: string; fts5: boolean }> {
  const driver = defaultDriver();
  const database = openDatabase(':memory:', driver);
  try {
    const sqliteVersion = String(database.prepare('SELECT sqlite_version() AS version').get()?.version);
    let fts5 = true;
    try {
      database.exec(`CREATE VIRTUAL TABLE probe USING fts5(words, content='', contentless_delete=1, detail=none)`);
    } catch {
      fts5 = false;
    }
    return { driver, sqliteVersion, fts5 };
  } finally {
    database.close();
  }
}

interface NodeSqliteModule {
  DatabaseSync: new (
    file: string,
  ) => {
    exec(sql: string): void;
    prepare(sql: string): {
      get(...values: SqlValue[]): unknown;
      all(...values: SqlValue[]): unknown[];
    };
    close(): void;
  };
}

function openNodeSqlite(file: string): Database {
  const { DatabaseSync } = require('node:sqlite') as NodeSqliteModule;
  const database = new DatabaseSync(file);
  return {
    exec: (sql) => database.exec(sql),
    prepare(sql) {
      const statement = database.prepare(sql);
      return {
        // Its own `run` insists on the last row's id, and full-text tables have ids that no number can hold.
        run: (...values) => void statement.get(...values),
        get: (...values) => statement.get(...values) as Row | undefined,
        all: (...values) => statement.all(...values) as Row[],
      };
    },
    close: () => database.close(),
  };
}

interface LibsqlStatement {
  get(values: SqlValue[]): unknown;
  all(values: SqlValue[]): unknown[];
}

interface LibsqlDatabase {
  exec(sql: string): void;
  prepare(sql: string): LibsqlStatement;
  close(): void;
}

/** Of one connection; those beyond are made anew each time. */
const maxKeptStatements = 500;

function openLibsql(file: string): Database {
  const Libsql = require('libsql') as new (file: string) => LibsqlDatabase;
  const database = new Libsql(file);
  // A statement holds memory that the runtime does not see, until it collects garbage for other reasons.
  const statements = new Map<string, { statement: LibsqlStatement | undefined }>();
  return {
    exec: (sql) => database.exec(sql),
    prepare(sql) {
      const kept = statements.get(sql) ?? { statement: database.prepare(sql) };
      if (statements.size < maxKeptStatements) statements.set(sql, kept);
      const ask = <Answer>(question: (statement: LibsqlStatement) => Answer): Answer => {
        kept.statement ??= database.prepare(sql);
        try {
          return question(kept.statement);
        } catch (thrown) {
          // `get` leaves a statement that failed as it is, and it would fail for ever.
          kept.statement = undefined;
          throw thrown;
        }
      };
      return {
        // Its own `run` makes an object of what it did, which takes as long as the row.
        run: (...values) => void ask((statement) => statement.get(values.map(toLibsql))),
        get: (...values) => {
          const row = ask((statement) => statement.get(values.map(toLibsql)));
          return row === undefined ? undefined : fromLibsql(row as Record<string, unknown>);
        },
        all: (...values) =>
          ask((statement) => statement.all(values.map(toLibsql))).map((row) =>
            fromLibsql(row as Record<string, unknown>),
          ),
      };
    },
    close() {
      statements.clear();
      database.close();
    },
  };
}

/** libsql binds buffers only, not other byte arrays. */
function toLibsql(value: SqlValue): SqlValue {
  if (!(value instanceof Uint8Array) || Buffer.isBuffer(value)) return value;
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

/** libsql puts a `_metadata` of its own into rows and hands blobs out as `ArrayBuffer`. */
function fromLibsql(row: Record<string, unknown>): Row {
  if ('_metadata' in row) delete row._metadata;
  for (const key in row) {
    const value = row[key];
    if (value instanceof ArrayBuffer) row[key] = new Uint8Array(value);
  }
  return row as Row;
}
