/** The store on SQLite: one file per project, written by the job writer, read through one connection per snapshot. */

import type { JobRecord, JobStart, JobWriter, Store, StoreSnapshot } from '../store.ts';
import { integrityErrors } from './check-integrity.ts';
import { livingHolder } from './lease.ts';
import { Reader, toJob } from './read/reader.ts';
import { SqliteReader } from './read/sqlite-reader.ts';

import { type Database, databaseBytes } from './sqlite.ts';

import { compact, dropRefs, heldOnlyBy } from './write/drop-refs.ts';
import { beginJob } from './write/sqlite-job-writer.ts';

/** Further connections free their page cache after use. */
const maxWarmConnections = 2;

export class SqliteStore extends SqliteReader implements Store {
  readonly #database: Database;
  readonly #file: string;
  readonly #connect: (() => Database) | undefined;
  /**
   * Connections are reused, not closed: libsql keeps the files of a closed connection open until all its rows are
   * collected, so a busy server would run out of file handles.
   */
  readonly #idle: Reader[] = [];
  #isClosed = false;

  /** Without `connect`, snapshots use the connection of the store: only for a store that is written before it is read. */
  constructor(database: Database, file: string, connect?: () => Database) {
    super(new Reader(database));
    this.#database = database;
    this.#file = file;
    this.#connect = connect;
  }

  async snapshot(): Promise<StoreSnapshot> {
    if (this.#connect === undefined) return new SqliteSnapshot(this.reader, () => {});
    const reader = this.#idle.pop() ?? new Reader(this.#connect());
    reader.exec('BEGIN');
    return new SqliteSnapshot(reader, () => {
      try {
        reader.exec('COMMIT');
      } catch (thrown) {
        // A connection without its transaction must not be reused.
        reader.close();
        throw thrown;
      }
      if (this.#isClosed) return reader.close();
      if (this.#idle.length >= maxWarmConnections) reader.exec('PRAGMA shrink_memory');
      this.#idle.push(reader);
    });
  }

  async jobs(limit: number): Promise<JobRecord[]> {
    return this.reader.all('SELECT * FROM jobs ORDER BY created_at DESC, id DESC LIMIT ?', limit).map(toJob);
  }

  async activeJob(): Promise<JobRecord | undefined> {
    const holder = livingHolder(this.#database);
    const row =
      holder && this.reader.get(`SELECT * FROM jobs WHERE id = ? AND status = 'running'`, holder.job_id as string);
    return row && toJob(row);
  }

  async interruptedJobs(): Promise<JobRecord[]> {
    const living = livingHolder(this.#database)?.job_id ?? '';
    return this.reader
      .all(
        `SELECT * FROM jobs j WHERE (status = 'interrupted' OR (status = 'running' AND id <> ?))
         AND NOT EXISTS (SELECT 1 FROM jobs later
           WHERE later.ref = j.ref AND later.status = 'published' AND later.finished_at >= j.created_at)
       ORDER BY created_at DESC`,
        living as string,
      )
      .map((row) => ({ ...toJob(row), status: 'interrupted' as const }));
  }

  async beginJob(start: JobStart): Promise<JobWriter> {
    return beginJob(this.#database, start);
  }

  async dropRefs(names: readonly string[]): Promise<number> {
    return dropRefs(this.#database, names);
  }

  async heldOnlyBy(names: readonly string[]): Promise<{ versions: number; sourceBytes: number }> {
    return heldOnlyBy(this.#database, names);
  }

  async compact(): Promise<void> {
    compact(this.#database);
  }

  async integrityErrors(): Promise<string[]> {
    return integrityErrors(this.#database);
  }

  async byteLength(): Promise<number> {
    return this.#connect === undefined ? 0 : databaseBytes(this.#file);
  }

  async rest(): Promise<void> {
    for (const reader of [...this.#idle, this.reader]) reader.exec('PRAGMA shrink_memory');
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const reader of this.#idle.splice(0)) reader.close();
    this.reader.close();
  }
}

class SqliteSnapshot extends SqliteReader implements StoreSnapshot {
  #release: (() => void) | undefined;

  constructor(reader: Reader, release: () => void) {
    super(reader);
    this.#release = release;
  }

  async close(): Promise<void> {
    const release = this.#release;
    this.#release = undefined;
    release?.();
  }
}
