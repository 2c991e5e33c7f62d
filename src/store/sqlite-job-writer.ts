/** The writer of a job on SQLite. Each call is one transaction, and each transaction first makes sure of the lease. */
import { randomUUID } from 'node:crypto';
import { type FileVersionKey, type JobProgress, noProgress } from '../model.ts';
import type { EncodedVersion } from './encode-facts.ts';
import { assertLease, beat, giveLeaseBack, type Lease, takeLease } from './lease.ts';
import { pruneVersions } from './prune-versions.ts';
import { publishRef } from './publish-ref.ts';
import { readMany } from './read-many.ts';
import { toJob } from './rows.ts';
import { completeSchema } from './schema.ts';
import { forgetScrub, isScrubDue, markScrubDue, scrub } from './scrub.ts';
import type { Database } from './sqlite.ts';
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
import { transaction } from './transaction.ts';
import { VersionIds } from './version-ids.ts';
import { VersionWriter } from './version-writer.ts';

const jobsKept = 100;
/** Full-text tables are merged page by page, over and over. */
const writingCacheKb = 32_000;
const sampleSize = 60;

export function beginJob(database: Database, start: JobStart): JobWriter {
  database.exec(`PRAGMA cache_size = -${writingCacheKb}`);
  const lease: Lease = { token: randomUUID(), jobId: randomUUID().replaceAll('-', '').slice(0, 12) };
  const writer = transaction(database, () => {
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
    return new SqliteJobWriter(database, lease, job, Number(dead?.count));
  });
  // In the main file as well, the lease tells that a log belongs to it (lost-log.ts).
  database.prepare('PRAGMA wal_checkpoint(PASSIVE)').all();
  return writer;
}

class SqliteJobWriter implements JobWriter {
  readonly job: JobRecord;
  readonly foundInterrupted: number;
  readonly #database: Database;
  readonly #lease: Lease;
  readonly #versions: VersionWriter;
  readonly #startedAt = performance.now();
  #ids: VersionIds | undefined;
  /** Whether a job before this one has left its scrubbing undone. */
  readonly #wasScrubDue: boolean;

  constructor(database: Database, lease: Lease, job: JobRecord, foundInterrupted: number) {
    this.job = job;
    this.foundInterrupted = foundInterrupted;
    this.#database = database;
    this.#lease = lease;
    this.#wasScrubDue = isScrubDue(database);
    const last = Number(database.prepare('SELECT coalesce(max(epoch), 0) AS epoch FROM file_versions').get()?.epoch);
    this.#versions = new VersionWriter(database, job.mode === 'force' ? last + 1 : last);
  }

  async knownVersions(): Promise<KnownVersions> {
    const ids = this.#versionIds();
    return { count: ids.count, idOf: (key) => ids.get(key) };
  }

  async rememberedStats(root: string): Promise<Map<string, RememberedStat>> {
    const columns = 'path, size, mtime_us, ctime_us, inode, lower(hex(hash))';
    const rows = readMany(this.#database, columns, 'remembered_stats WHERE root = ?', root);
    return new Map(
      (rows as [string, number, number, number, number, string][]).map(
        ([path, size, mtimeUs, ctimeUs, inode, hash]) => [path, { size, mtimeUs, ctimeUs, inode, hash }],
      ),
    );
  }

  async mainLanguage(): Promise<string | undefined> {
    const last = Number(this.#database.prepare('SELECT max(id) AS id FROM file_versions').get()?.id);
    const sample = Array.from({ length: sampleSize }, (_, at) => Math.ceil((last * (at + 1)) / sampleSize));
    const rows = this.#database
      .prepare(
        `SELECT language, count(*) AS files FROM file_versions
         WHERE id IN (SELECT value FROM json_each(?)) AND outcome <> 'none' GROUP BY language ORDER BY files DESC`,
      )
      .all(JSON.stringify(sample));
    const total = rows.reduce((sum, row) => sum + Number(row.files), 0);
    return Number(rows[0]?.files) > total / 2 ? (rows[0]?.language as string) : undefined;
  }

  async write(versions: readonly EncodedVersion[], stats: readonly StatToRemember[], root: string): Promise<void> {
    this.#transaction(() => {
      beat(this.#database, this.#lease);
      const ids = this.#versionIds();
      const written = this.#versions.write(versions, stats, root);
      for (const [at, version] of versions.entries()) ids.set(version, written[at] as number);
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

  async prepareToPublish(): Promise<void> {
    this.#transaction(() => completeSchema(this.#database));
  }

  async publish(publication: Publication): Promise<{ ref: RefRecord; changedFiles: number }> {
    return this.#transaction(() => {
      const published = publishRef(this.#database, publication, this.#wanted(publication.versions), this.#lease.jobId);
      this.#endJob('published', { changedFiles: published.changedFiles, progress: publication.progress });
      if (published.hasNewSecrets) markScrubDue(this.#database);
      return published;
    });
  }

  async prune(): Promise<number> {
    this.#ids = undefined;
    const inTransaction = (step: () => void) =>
      this.#transaction(() => {
        beat(this.#database, this.#lease);
        step();
      });
    const count = pruneVersions(this.#database, inTransaction);
    if (isScrubDue(this.#database)) {
      // Where nothing was deleted, nothing is left of it.
      if (count > 0 || this.#wasScrubDue) scrub(this.#database, inTransaction);
      inTransaction(() => forgetScrub(this.#database));
    }
    return count;
  }

  async abandon(status: 'failed' | 'cancelled', error: { code: string; message: string }): Promise<void> {
    this.#transaction(() => this.#endJob(status, { error }));
  }

  async release(): Promise<void> {
    transaction(this.#database, () => giveLeaseBack(this.#database, this.#lease));
    // Readers may hold on to the log; it is not worth waiting for them, since the next writer shortens it too.
    this.#database.exec('PRAGMA busy_timeout = 0');
    this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
    this.#database.exec('PRAGMA busy_timeout = 10000');
  }

  #wanted(keys: readonly FileVersionKey[]): Map<number, string> {
    const ids = this.#versionIds();
    return new Map(
      keys.map((key) => {
        const id = ids.get(key);
        if (id === undefined) throw new Error(`The version ${key.hash} of ${key.path} was never written.`);
        return [id, key.path];
      }),
    );
  }

  /** What is stored, or for a forced job what it has written itself; the newest where there are several. */
  #versionIds(): VersionIds {
    if (this.#ids === undefined) {
      this.#ids = new VersionIds();
      if (this.job.mode !== 'force') this.#ids.read(this.#database);
    }
    return this.#ids;
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
      return transaction(this.#database, () => {
        assertLease(this.#database, this.#lease);
        return work();
      });
    } catch (thrown) {
      this.#versions.reset();
      this.#ids = undefined;
      throw thrown;
    }
  }
}
