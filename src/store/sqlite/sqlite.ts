/**
 * The SQLite driver: one small interface with two implementations, `node:sqlite` if the runtime has it, otherwise
 * `libsql`. With both, rows are plain objects and blobs are byte arrays.
 */
import { closeSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { devNull } from 'node:os';
import { pathToFileURL } from 'node:url';
import type { StoredValue } from '../codec/columns.ts';
import { targetAt } from '../entry.ts';

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

/** Returns the driver for this runtime. */
export function defaultDriver(): SqliteDriver {
  return hasNodeSqlite() ? 'node:sqlite' : 'libsql';
}

export function hasNodeSqlite(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 13);
}

/** Loads the driver ahead of its first use. A failure is reported when a database is opened. */
export function loadDriver(): void {
  try {
    const driver = defaultDriver();
    if (driver === 'libsql') requireLibsql();
    else require(driver);
  } catch {
    // Opening a database loads it again and reports the error.
  }
}

/**
 * `read`: nothing is written to the main file; `frozen`: no side file is created or read either, so it must be certain
 * that no other process writes.
 */
export type Access = 'write' | 'read' | 'frozen';

export function openDatabase(file: string, driver: SqliteDriver = defaultDriver(), access: Access = 'write'): Database {
  const location = access === 'write' ? file : `${pathToFileURL(file).href}?${modes[access]}`;
  return wrapping(driver === 'node:sqlite' ? openNodeSqlite(location) : openLibsql(location), file);
}

const modes = { read: 'mode=ro', frozen: 'mode=ro&immutable=1' } as const;

/** Runs the work in one write transaction. */
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
      // SQLite has already rolled back, for example because the disk is full.
    }
    throw thrown;
  }
}

export type DatabaseWrapping = (database: Database, file: string) => Database;
let wrapping: DatabaseWrapping = (database) => database;

/** Wraps every database that this process opens from now on, to observe it or to inject faults. */
export function wrapDatabases(wrap: DatabaseWrapping): void {
  wrapping = wrap;
}

/** Returns the SQLite version of this runtime, and whether it supports full-text search. */
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
        // The driver's `run` reads the last row id, and ids of full-text tables may exceed the range of a number.
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

/** Cached statements per connection; others are prepared each time. */
const maxKeptStatements = 500;

type Libsql = new (file: string) => LibsqlDatabase;

let libsql: Libsql | undefined;
let hasOpened = false;
/** More than its runtime opens, since other threads open files at the same time. */
const handlesOfLibsql = 20;

/**
 * Without enough file handles the library aborts the process while it is loaded, or while it opens its first database.
 * So they are tried first.
 */
function tryHandles(): void {
  const handles: number[] = [];
  try {
    while (handles.length < handlesOfLibsql) handles.push(openSync(devNull, 'r'));
  } finally {
    for (const handle of handles) closeSync(handle);
  }
}

function requireLibsql(): Libsql {
  if (libsql !== undefined) return libsql;
  tryHandles();
  libsql = require('libsql') as Libsql;
  return libsql;
}

function openLibsql(file: string): Database {
  const Libsql = requireLibsql();
  if (!hasOpened) tryHandles();
  const database = new Libsql(file);
  hasOpened = true;
  // A statement holds native memory that does not trigger garbage collection, so the cache has a limit.
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
          // `get` does not reset a failed statement, which would then fail on every call.
          kept.statement = undefined;
          throw thrown;
        }
      };
      return {
        // The driver's `run` returns an object, which takes as long as the row.
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

/** libsql adds a `_metadata` field to rows and returns blobs as `ArrayBuffer`. */
function fromLibsql(row: Record<string, unknown>): Row {
  if ('_metadata' in row) delete row._metadata;
  for (const key in row) {
    const value = row[key];
    if (value instanceof ArrayBuffer) row[key] = new Uint8Array(value);
  }
  return row as Row;
}

/** Returns the size of a database on disk, its write-ahead log included. */
export function databaseBytes(file: string): number {
  return ['', '-wal'].map((suffix) => targetAt(file + suffix)?.size ?? 0).reduce((sum, size) => sum + size, 0);
}
