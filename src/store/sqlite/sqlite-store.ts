/** The store on SQLite: one file per project, written by the job writer, read through one connection per snapshot. */

import type { JobRecord, JobStart, JobWriter, RefRecord, Store, StoreSnapshot } from '../store.ts';
import { integrityErrors } from './check-integrity.ts';
import { assertFree, livingHolder } from './lease.ts';
import { readOwnBytes } from './read/read-versions.ts';
import { Reader, toJob } from './read/reader.ts';
import { SqliteReader } from './read/sqlite-reader.ts';
import { type Database, databaseBytes } from './sqlite.ts';
import { retriedWhileBusy, waitForLocks, waitInTurns } from './store-errors.ts';
import { compact, dropRefs, heldOnlyBy, retire } from './write/drop-refs.ts';
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
  readonly isReadOnly: boolean;

  /** Without `connect`, snapshots use the connection of the store: only for a store that is written before it is read. */
  constructor(database: Database, file: string, connect?: () => Database, isReadOnly = false) {
    super(new Reader(database));
    this.isReadOnly = isReadOnly;
    this.#database = database;
    this.#file = file;
    this.#connect = connect;
  }

  async snapshot(): Promise<StoreSnapshot> {
    const connect = this.#connect;
    if (connect === undefined) return new SqliteSnapshot(this.reader, () => {});
    const reader = this.#idle.pop() ?? (await retriedWhileBusy(() => new Reader(connect())));
    try {
      await retriedWhileBusy(() => beginSnapshot(reader));
    } catch (thrown) {
      reader.close();
      throw thrown;
    }
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

  jobs(limit: number): Promise<JobRecord[]> {
    return retriedWhileBusy(() =>
      this.reader.all('SELECT * FROM jobs ORDER BY created_at DESC, id DESC LIMIT ?', limit).map(toJob),
    );
  }

  job(id: string): Promise<JobRecord | undefined> {
    return retriedWhileBusy(() => {
      const row = this.reader.get('SELECT * FROM jobs WHERE id = ?', id);
      return row && toJob(row);
    });
  }

  override refs(): Promise<RefRecord[]> {
    return retriedWhileBusy(() => super.refs());
  }

  override ref(name: string): Promise<RefRecord | undefined> {
    return retriedWhileBusy(() => super.ref(name));
  }

  activeJob(): Promise<JobRecord | undefined> {
    return retriedWhileBusy(() => {
      const holder = livingHolder(this.#database);
      const row =
        holder && this.reader.get(`SELECT * FROM jobs WHERE id = ? AND status = 'running'`, holder.job_id as string);
      return row && toJob(row);
    });
  }

  interruptedJobs(): Promise<JobRecord[]> {
    return retriedWhileBusy(() => this.#interruptedJobs());
  }

  #interruptedJobs(): JobRecord[] {
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
    // Checked before waiting for a write lock, which a running job may hold for seconds.
    await retriedWhileBusy(() => assertFree(this.#database, start));
    return beginJob(this.#database, start);
  }

  async dropRefs(names: readonly string[]): Promise<number> {
    return dropRefs(this.#database, names);
  }

  heldOnlyBy(names: readonly string[]): Promise<{ versions: number; sourceBytes: number }> {
    return retriedWhileBusy(() => heldOnlyBy(this.#database, names));
  }

  ownBytes(): Promise<ReadonlyMap<number, number>> {
    return readOwnBytes(this.reader);
  }

  async compact(): Promise<void> {
    compact(this.#database);
  }

  async retire(): Promise<void> {
    retire(this.#database);
  }

  async integrityErrors(): Promise<string[]> {
    waitForLocks(this.#database);
    try {
      return integrityErrors(this.#database);
    } finally {
      waitInTurns(this.#database);
    }
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

/** Begins a read transaction. The first read takes the snapshot; later ones need no lock that another process can hold. */
function beginSnapshot(reader: Reader): void {
  reader.exec('BEGIN');
  try {
    reader.get('SELECT 1 FROM refs LIMIT 1');
  } catch (thrown) {
    try {
      reader.exec('ROLLBACK');
    } catch {
      // SQLite has already rolled back. The first error says why.
    }
    throw thrown;
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
