/** The writer of a job on SQLite. Each call is one transaction, and each transaction first makes sure of the lease. */
import { randomUUID } from 'node:crypto';
import type { JobProgress } from '../model.ts';
import type { EncodedVersion } from './encode-facts.ts';
import { assertLease, beat, giveLeaseBack, type Lease, takeLease } from './lease.ts';
import { pruneVersions } from './prune-versions.ts';
import { publishRef } from './publish-ref.ts';
import { toJob } from './rows.ts';
import { createIndexes } from './schema.ts';
import type { Database } from './sqlite.ts';
import { storeError } from './sqlite-errors.ts';
import type {
  JobRecord,
  JobStart,
  JobWriter,
  KnownVersions,
  Publication,
  RefRecord,
  RememberedStat,
  StatToRemember,
} from './store.ts';
import { VersionWriter } from './version-writer.ts';

const jobsKept = 100;

const noProgress: JobProgress = {
  stage: 'discovery',
  filesScanned: 0,
  filesParsed: 0,
  filesIndexed: 0,
  filesTotal: 0,
  symbolsExtracted: 0,
  percentage: 0,
};

export function beginJob(database: Database, file: string, start: JobStart): JobWriter {
  const lease: Lease = { token: randomUUID(), jobId: randomUUID().replaceAll('-', '').slice(0, 12) };
  return transaction(database, file, () => {
    takeLease(database, lease);
    const dead = database.prepare(`SELECT count(*) AS count FROM jobs WHERE status = 'running'`).get();
    database
      .prepare(`UPDATE jobs SET status = 'interrupted', finished_at = ? WHERE status = 'running'`)
      .run(new Date().toISOString());
    const isFirst = database.prepare('SELECT 1 FROM refs WHERE name = ?').get(start.ref) === undefined;
    const mode = start.force ? 'force' : isFirst ? 'full' : 'incremental';
    database
      .prepare(
        `INSERT INTO jobs (id, ref, operation, mode, status, created_at, progress) VALUES (?, ?, ?, ?, 'running', ?, ?)`,
      )
      .run(lease.jobId, start.ref, start.operation, mode, new Date().toISOString(), JSON.stringify(noProgress));
    database
      .prepare('DELETE FROM jobs WHERE id NOT IN (SELECT id FROM jobs ORDER BY created_at DESC LIMIT ?)')
      .run(jobsKept);
    const job = toJob(database.prepare('SELECT * FROM jobs WHERE id = ?').get(lease.jobId) as never);
    return new SqliteJobWriter(database, file, lease, job, Number(dead?.count));
  });
}

class SqliteJobWriter implements JobWriter {
  readonly job: JobRecord;
  readonly foundInterrupted: number;
  readonly #database: Database;
  readonly #file: string;
  readonly #lease: Lease;
  readonly #versions: VersionWriter;
  readonly #startedAt = performance.now();

  constructor(database: Database, file: string, lease: Lease, job: JobRecord, foundInterrupted: number) {
    this.job = job;
    this.foundInterrupted = foundInterrupted;
    this.#database = database;
    this.#file = file;
    this.#lease = lease;
    const last = Number(database.prepare('SELECT coalesce(max(epoch), 0) AS epoch FROM file_versions').get()?.epoch);
    this.#versions = new VersionWriter(database, job.mode === 'force' ? last + 1 : last);
  }

  async knownVersions(): Promise<KnownVersions> {
    const ids = new Map<string, number>();
    const rows =
      this.job.mode === 'force'
        ? []
        : this.#database.prepare('SELECT id, path, lower(hex(hash)) AS hash FROM file_versions ORDER BY epoch').all();
    for (const row of rows) ids.set(`${row.hash} ${row.path}`, row.id as number);
    return { count: ids.size, idOf: (key) => ids.get(`${key.hash} ${key.path}`) };
  }

  async rememberedStats(root: string): Promise<Map<string, RememberedStat>> {
    const rows = this.#database
      .prepare(
        'SELECT path, size, mtime_us, ctime_us, inode, lower(hex(hash)) AS hash FROM remembered_stats WHERE root = ?',
      )
      .all(root);
    return new Map(
      rows.map((row) => [
        row.path as string,
        {
          size: row.size as number,
          mtimeUs: row.mtime_us as number,
          ctimeUs: row.ctime_us as number,
          inode: row.inode as number,
          hash: row.hash as string,
        },
      ]),
    );
  }

  async write(versions: readonly EncodedVersion[], stats: readonly StatToRemember[], root: string): Promise<void> {
    this.#transaction(() => {
      beat(this.#database, this.#lease);
      this.#versions.write(versions, stats, root);
    });
  }

  async progress(progress: JobProgress): Promise<void> {
    this.#transaction(() => {
      beat(this.#database, this.#lease);
      this.#database
        .prepare('UPDATE jobs SET progress = ? WHERE id = ?')
        .run(JSON.stringify(progress), this.#lease.jobId);
    });
  }

  async heartbeat(): Promise<void> {
    this.#transaction(() => beat(this.#database, this.#lease));
  }

  async prepareToPublish(): Promise<void> {
    this.#transaction(() => createIndexes(this.#database));
  }

  async publish(publication: Publication): Promise<{ ref: RefRecord; changedFiles: number }> {
    return this.#transaction(() => {
      const published = publishRef(this.#database, publication, this.#lease.jobId);
      this.#endJob('published', { changedFiles: published.changedFiles, progress: publication.progress });
      return published;
    });
  }

  async prune(): Promise<number> {
    return pruneVersions(this.#database, (step) =>
      this.#transaction(() => {
        beat(this.#database, this.#lease);
        step();
      }),
    );
  }

  async abandon(status: 'failed' | 'cancelled', error: { code: string; message: string }): Promise<void> {
    this.#transaction(() => this.#endJob(status, { error }));
  }

  async release(): Promise<void> {
    transaction(this.#database, this.#file, () => giveLeaseBack(this.#database, this.#lease));
    // Readers may hold on to the log; then the next writer moves it into the file.
    this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
  }

  #endJob(
    status: 'published' | 'failed' | 'cancelled',
    outcome: { changedFiles?: number; progress?: JobProgress; error?: { code: string; message: string } },
  ): void {
    this.#database
      .prepare(
        `UPDATE jobs SET status = ?, finished_at = ?, duration_ms = ?, changed_files = ?, error_code = ?,
           error_message = ?, progress = coalesce(?, progress) WHERE id = ?`,
      )
      .run(
        status,
        new Date().toISOString(),
        Math.round(performance.now() - this.#startedAt),
        outcome.changedFiles ?? null,
        outcome.error?.code ?? null,
        outcome.error?.message ?? null,
        outcome.progress === undefined ? null : JSON.stringify({ ...outcome.progress, percentage: 100 }),
        this.#lease.jobId,
      );
  }

  #transaction<Result>(work: () => Result): Result {
    try {
      return transaction(this.#database, this.#file, () => {
        assertLease(this.#database, this.#lease);
        return work();
      });
    } catch (thrown) {
      this.#versions.reset();
      throw thrown;
    }
  }
}

function transaction<Result>(database: Database, file: string, work: () => Result): Result {
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
