/** The writer of a job on SQLite. Each call is one transaction, and each transaction first checks the lease. */
import { randomUUID } from 'node:crypto';
import { type FileVersionKey, type JobProgress, noProgress } from '../../../model.ts';
import type { EncodedVersion } from '../../codec/encode-facts.ts';
import { newJobId } from '../../job-id.ts';
import type {
  DeltaPublication,
  FileStatRecord,
  JobRecord,
  JobStart,
  JobWriter,
  NewFileStat,
  Publication,
  Published,
  PublishedDelta,
} from '../../store.ts';
import { assertLease, beat, giveLeaseBack, type Lease, takeLease } from '../lease.ts';
import { toJob } from '../read/reader.ts';
import { completeSchema } from '../schema.ts';
import { type Database, transaction } from '../sqlite.ts';
import { waitForLocks, waitInTurns } from '../store-errors.ts';
import { deleteRefs } from './drop-refs.ts';
import { forgetScrub, isScrubDue, markScrubDue, pruneVersions, scrub } from './prune-versions.ts';
import { publishDelta } from './publish-delta.ts';
import { publishRef } from './publish-ref.ts';

import { findVersionIds } from './version-ids.ts';
import { VersionWriter } from './version-writer.ts';

/** Jobs kept besides those that published a ref, which date the listing of that ref. */
const jobsKept = 100;
/** Full-text tables are merged repeatedly, page by page; a larger cache brings no measurable gain. */
const writingCacheKb = 12_000;
const sampleSize = 60;

export function beginJob(database: Database, start: JobStart): JobWriter {
  waitForLocks(database);
  database.exec(`PRAGMA cache_size = -${writingCacheKb}`);
  const lease: Lease = { token: randomUUID(), jobId: start.id ?? newJobId() };
  const writer = transaction(database, () => {
    takeLease(database, lease, start);
    const nowMs = Date.now();
    const { listedAtMs = nowMs } = start;
    // A listing from the future: the clock was set back, so the time of the listing says nothing.
    const hasListed = start.listedAtMs !== undefined && !start.isPartial;
    const isListingOutdated = listedAtMs > nowMs || (hasListed && hasJobSince(database, listedAtMs));
    const createdAt = new Date(isListingOutdated ? nowMs : listedAtMs).toISOString();
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
      .run(lease.jobId, start.ref, start.operation, mode, createdAt, JSON.stringify(noProgress));
    // If the clock was set back, this job seems to be the oldest.
    database
      .prepare(
        `DELETE FROM jobs WHERE id <> ? AND id NOT IN (SELECT id FROM jobs ORDER BY created_at DESC LIMIT ?)
           AND id NOT IN (SELECT job_id FROM refs)`,
      )
      .run(lease.jobId, jobsKept);
    const job = toJob(database.prepare('SELECT * FROM jobs WHERE id = ?').get(lease.jobId) as never);
    return new SqliteJobWriter(database, lease, { job, foundInterrupted: Number(dead?.count), isListingOutdated });
  });
  // The lease must be in the main file too: there it shows that a WAL should exist (check-integrity.ts).
  try {
    database.prepare('PRAGMA wal_checkpoint(PASSIVE)').all();
  } catch (thrown) {
    // The caller gets no writer that could release it.
    transaction(database, () => giveLeaseBack(database, lease));
    throw thrown;
  }
  return writer;
}

/** Whether a job began or ended at this time or later. */
function hasJobSince(database: Database, timeMs: number): boolean {
  const since = new Date(timeMs).toISOString();
  const found = database.prepare('SELECT 1 FROM jobs WHERE created_at >= ? OR finished_at >= ?').get(since, since);
  return found !== undefined;
}

class SqliteJobWriter implements JobWriter {
  readonly job: JobRecord;
  readonly foundInterrupted: number;
  readonly isListingOutdated: boolean;
  readonly #database: Database;
  readonly #lease: Lease;
  readonly #versions: VersionWriter;
  readonly #startedAt = performance.now();
  /** Whether an earlier job ended before its scrub. */
  readonly #wasScrubDue: boolean;
  /** The versions that `publishDelta` replaced. */
  #replaced: readonly number[] | undefined;

  constructor(
    database: Database,
    lease: Lease,
    begun: Pick<JobWriter, 'job' | 'foundInterrupted' | 'isListingOutdated'>,
  ) {
    this.job = begun.job;
    this.foundInterrupted = begun.foundInterrupted;
    this.isListingOutdated = begun.isListingOutdated;
    this.#database = database;
    this.#lease = lease;
    this.#wasScrubDue = isScrubDue(database);
    // Epochs ascend with ids, and a search for the highest would read every version.
    const last = Number(database.prepare('SELECT epoch FROM file_versions ORDER BY id DESC LIMIT 1').get()?.epoch ?? 0);
    this.#versions = new VersionWriter(database, this.#isForced ? last + 1 : last);
  }

  async hasVersions(): Promise<boolean> {
    return !this.#isForced && this.#database.prepare('SELECT 1 FROM file_versions LIMIT 1').get() !== undefined;
  }

  async versionIds(keys: readonly FileVersionKey[]): Promise<(number | undefined)[]> {
    return this.#isForced ? keys.map(() => undefined) : findVersionIds(this.#database, keys);
  }

  async fileStats(root: string): Promise<Map<string, FileStatRecord>> {
    return readFileStats(this.#database, root);
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

  async write(versions: Iterable<EncodedVersion>, stats: readonly NewFileStat[], root: string): Promise<number[]> {
    return this.#transaction(() => {
      beat(this.#database, this.#lease);
      return this.#versions.write(versions, stats, root);
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

  async publish(publication: Publication): Promise<Published> {
    return this.#transaction(() => {
      const published = publishRef(this.#database, publication, this.#lease.jobId);
      this.#endJob('published', { changedFiles: published.changedFiles, progress: publication.progress });
      if (published.hasNewSecrets) markScrubDue(this.#database);
      return published;
    });
  }

  async publishDelta(publication: DeltaPublication): Promise<PublishedDelta | undefined> {
    return this.#transaction(() => {
      const published = publishDelta(this.#database, publication, this.#lease.jobId);
      if (published === undefined) return undefined;
      this.#replaced = published.replaced;
      const changedFiles = publication.versions.length + publication.skipped.length;
      this.#endJob('published', { changedFiles, progress: publication.progress });
      if (published.hasNewSecrets) markScrubDue(this.#database);
      return published;
    });
  }

  async dropRefs(names: readonly string[]): Promise<void> {
    this.#transaction(() => {
      beat(this.#database, this.#lease);
      deleteRefs(this.#database, names);
    });
  }

  async prune(): Promise<number> {
    const inTransaction = (step: () => void) =>
      this.#transaction(() => {
        beat(this.#database, this.#lease);
        step();
      });
    // A delta is published while a caller waits. The next full job finds what this leaves, and scrubs.
    if (this.#replaced !== undefined) return pruneVersions(this.#database, inTransaction, this.#replaced);
    const count = pruneVersions(this.#database, inTransaction);
    if (isScrubDue(this.#database)) {
      // If nothing was deleted, there is nothing to overwrite.
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
    // Readers may block the truncation of the WAL. Do not wait for them: the next writer truncates it too.
    this.#database.exec('PRAGMA busy_timeout = 0');
    try {
      this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
    } finally {
      // The connection reads from now on.
      waitInTurns(this.#database);
    }
  }

  /** A forced job reuses no stored versions. */
  get #isForced(): boolean {
    return this.job.mode === 'force';
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
      throw thrown;
    }
  }
}

// Reads the stats that the files of a root had when they were last read, with their versions. A sync reads all of them,
// so they are a few JSON values rather than an array per row. Small and large numbers are in separate lists: in a mixed
// list the runtime stores small numbers as doubles, and comparisons and lookups with them are slow.

/** Marks content that is not in the store. */
const noVersion = 0;

function readFileStats(database: Database, root: string): Map<string, FileStatRecord> {
  const version =
    '(SELECT v.id FROM file_versions v WHERE v.path = s.path AND v.hash = s.hash ORDER BY v.epoch DESC LIMIT 1)';
  const row = database
    .prepare(
      `SELECT json_group_array(path) AS paths, json_group_array(inode) AS inodes,
         '[' || group_concat(size || ',' || coalesce(${version}, ${noVersion})) || ']' AS sizes,
         '[' || group_concat(mtime_us || ',' || ctime_us) || ']' AS times
       FROM remembered_stats s WHERE root = ?`,
    )
    .get(root);
  const paths: string[] = JSON.parse(row?.paths as string);
  const inodes: number[] = JSON.parse(row?.inodes as string);
  const sizes: number[] = JSON.parse((row?.sizes ?? '[]') as string);
  const times: number[] = JSON.parse((row?.times ?? '[]') as string);
  const stats = new Map<string, FileStatRecord>();
  for (let index = 0; index < paths.length; index++) {
    const size = sizes[2 * index] as number;
    const versionId = sizes[2 * index + 1] as number;
    const mtimeUs = times[2 * index] as number;
    const ctimeUs = times[2 * index + 1] as number;
    const inode = inodes[index] as number;
    const stat =
      versionId === noVersion ? { size, mtimeUs, ctimeUs, inode } : { size, mtimeUs, ctimeUs, inode, versionId };
    stats.set(paths[index] as string, stat);
  }
  return stats;
}
