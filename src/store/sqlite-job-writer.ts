/** The writer of a job on SQLite. Each call is one transaction, and each transaction first makes sure of the lease. */
import { randomUUID } from 'node:crypto';
import type { FileVersionKey, JobProgress } from '../model.ts';
import { BulkInsert } from './bulk-insert.ts';
import type { EncodedVersion } from './encode-facts.ts';
import { assertLease, beat, giveLeaseBack, type Lease, takeLease } from './lease.ts';
import { NameTable } from './name-table.ts';
import { toJob, toRef } from './rows.ts';
import { createIndexes } from './schema.ts';
import type { Database, SqlValue } from './sqlite.ts';
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

const prunedPerTransaction = 200;
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
  readonly #names: NameTable;
  readonly #inserts: ReturnType<typeof bulkInserts>;
  readonly #startedAt = performance.now();
  readonly #epoch: number;
  #nextVersion = 0;
  #nextSymbol = 0;
  #nextChunk = 0;

  constructor(database: Database, file: string, lease: Lease, job: JobRecord, foundInterrupted: number) {
    this.job = job;
    this.foundInterrupted = foundInterrupted;
    this.#database = database;
    this.#file = file;
    this.#lease = lease;
    this.#names = new NameTable(database);
    this.#inserts = bulkInserts(database);
    const lastEpoch = Number(
      database.prepare('SELECT coalesce(max(epoch), 0) AS epoch FROM file_versions').get()?.epoch,
    );
    this.#epoch = job.mode === 'force' ? lastEpoch + 1 : lastEpoch;
    this.#readNextIds();
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
      for (const version of versions) this.#writeVersion(version);
      const { rememberedStats } = this.#inserts;
      for (const stat of stats) {
        const { path, size, mtimeUs, ctimeUs, inode, hash } = stat;
        rememberedStats.add(root, path, size, mtimeUs, ctimeUs, inode, Buffer.from(hash, 'hex'));
      }
      for (const insert of Object.values(this.#inserts)) insert.flush();
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
      const refId = this.#upsertRef(publication);
      const changedFiles = this.#swapFiles(refId, this.#versionIds(publication.versions), publication);
      this.#database
        .prepare(
          `UPDATE refs SET
             file_count = (SELECT count(*) FROM ref_files r JOIN file_versions v ON v.id = r.version_id
               WHERE r.ref_id = refs.id AND v.skipped IS NULL),
             symbol_count = (SELECT coalesce(sum(v.symbol_count), 0) FROM ref_files r
               JOIN file_versions v ON v.id = r.version_id WHERE r.ref_id = refs.id)
           WHERE id = ?`,
        )
        .run(refId);
      this.#endJob('published', { changedFiles, progress: publication.progress });
      return {
        ref: toRef(this.#database.prepare('SELECT * FROM refs WHERE id = ?').get(refId) as never),
        changedFiles,
      };
    });
  }

  async prune(): Promise<number> {
    const unreachable = this.#database
      .prepare(
        `SELECT id, first_symbol, symbol_count, first_chunk, chunk_count FROM file_versions v
         WHERE NOT EXISTS (SELECT 1 FROM ref_files r WHERE r.version_id = v.id)`,
      )
      .all();
    const perVersion = [
      'DELETE FROM sources WHERE version_id = ?',
      'DELETE FROM imports WHERE version_id = ?',
      'DELETE FROM uses WHERE version_id = ?',
      'DELETE FROM path_words WHERE rowid = ?',
      'DELETE FROM file_versions WHERE id = ?',
    ].map((sql) => this.#database.prepare(sql));
    const symbolRanges = ['symbol_words WHERE rowid', 'symbols WHERE id'].map((what) =>
      this.#database.prepare(`DELETE FROM ${what} BETWEEN ? AND ?`),
    );
    const chunkRanges = ['chunk_words WHERE rowid', 'chunks WHERE id'].map((what) =>
      this.#database.prepare(`DELETE FROM ${what} BETWEEN ? AND ?`),
    );
    for (let at = 0; at < unreachable.length; at += prunedPerTransaction) {
      this.#transaction(() => {
        beat(this.#database, this.#lease);
        for (const row of unreachable.slice(at, at + prunedPerTransaction)) {
          const firstSymbol = Number(row.first_symbol);
          const firstChunk = Number(row.first_chunk);
          for (const statement of symbolRanges) statement.run(firstSymbol, firstSymbol + Number(row.symbol_count) - 1);
          for (const statement of chunkRanges) statement.run(firstChunk, firstChunk + Number(row.chunk_count) - 1);
          for (const statement of perVersion) statement.run(row.id as number);
        }
      });
    }
    return unreachable.length;
  }

  async abandon(status: 'failed' | 'cancelled', error: { code: string; message: string }): Promise<void> {
    this.#transaction(() => this.#endJob(status, { error }));
  }

  async release(): Promise<void> {
    transaction(this.#database, this.#file, () => giveLeaseBack(this.#database, this.#lease));
    // Readers may hold on to the log; then the next writer moves it into the file.
    this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
  }

  #writeVersion(version: EncodedVersion): void {
    const id = this.#nextVersion++;
    const names = this.#names;
    const { versions, sources, symbols, symbolWords, imports, uses, chunks, chunkWords, pathWords } = this.#inserts;
    versions.add(
      id,
      version.path,
      Buffer.from(version.hash, 'hex'),
      this.#epoch,
      version.skipped,
      version.byteLength,
      version.lineCount,
      version.language,
      version.marks.join(' '),
      version.outcome,
      version.module,
      this.#nextSymbol,
      version.symbols.length,
      this.#nextChunk,
      version.chunks.length,
    );
    if (version.source === null) return;
    sources.add(id, version.source);
    pathWords.add(id, version.pathWords);
    for (const symbol of version.symbols) {
      const symbolId = this.#nextSymbol++;
      symbols.add(
        symbolId,
        id,
        names.idOf(symbol.name),
        symbol.kind,
        symbol.parent,
        names.idOf(symbol.scope),
        symbol.ordinal,
        symbol.visibility,
        symbol.lineStart,
        symbol.lineEnd,
        symbol.modifier,
        symbol.signature,
        symbol.doc,
      );
      symbolWords.add(symbolId, symbol.nameWords, symbol.docWords);
    }
    version.imports.forEach((fact, position) => {
      imports.add(
        id,
        position,
        names.idOf(fact.source),
        fact.name === undefined ? null : names.idOf(fact.name),
        fact.alias === undefined ? null : names.idOf(fact.alias),
        fact.reexport ? 1 : 0,
        fact.lineStart,
        fact.lineEnd,
        fact.within,
      );
    });
    let start = 0;
    version.useNames.forEach((name, index) => {
      const end = version.useEnds[index] as number;
      uses.add(id, names.idOf(name), version.useSites.subarray(start, end));
      start = end;
    });
    for (const chunk of version.chunks) {
      const chunkId = this.#nextChunk++;
      chunks.add(chunkId, id, chunk.lineStart, chunk.lineEnd);
      chunkWords.add(chunkId, chunk.words);
    }
  }

  #versionIds(keys: readonly FileVersionKey[]): Set<number> {
    const rows = this.#database
      .prepare('SELECT id, path, lower(hex(hash)) AS hash FROM file_versions ORDER BY epoch')
      .all();
    const ids = new Map(rows.map((row) => [`${row.hash} ${row.path}`, row.id as number]));
    return new Set(
      keys.map(({ path, hash }) => {
        const id = ids.get(`${hash} ${path}`);
        if (id === undefined) throw new Error(`The version ${hash} of ${path} was never written.`);
        return id;
      }),
    );
  }

  #upsertRef(publication: Publication): number {
    this.#database
      .prepare(
        `INSERT INTO refs (name, commit_id, source, root, generation, published_at, job_id, file_count, symbol_count)
         VALUES (?, ?, ?, ?, 1, ?, ?, 0, 0)
         ON CONFLICT (name) DO UPDATE SET commit_id = excluded.commit_id, source = excluded.source,
           root = excluded.root, generation = generation + 1, published_at = excluded.published_at,
           job_id = excluded.job_id`,
      )
      .run(
        publication.ref,
        publication.commit ?? null,
        publication.source,
        publication.root,
        new Date().toISOString(),
        this.#lease.jobId,
      );
    return Number(this.#database.prepare('SELECT id FROM refs WHERE name = ?').get(publication.ref)?.id);
  }

  /** Returns how many paths came, went or changed. */
  #swapFiles(refId: number, wanted: Set<number>, publication: Publication): number {
    const held = new Set(
      this.#database
        .prepare('SELECT version_id FROM ref_files WHERE ref_id = ?')
        .all(refId)
        .map((row) => row.version_id as number),
    );
    const pathOf = this.#database.prepare('SELECT path FROM file_versions WHERE id = ?');
    const changed = new Set<SqlValue | undefined>();
    const remove = this.#database.prepare('DELETE FROM ref_files WHERE ref_id = ? AND version_id = ?');
    const forget = this.#database.prepare('DELETE FROM remembered_stats WHERE root = ? AND path = ?');
    const present = new Set(publication.versions.map(({ path }) => path));
    for (const id of held) {
      if (wanted.has(id)) continue;
      const path = pathOf.get(id)?.path as string;
      changed.add(path);
      remove.run(refId, id);
      if (publication.source === 'worktree' && !present.has(path)) forget.run(publication.root, path);
    }
    for (const id of wanted) {
      if (held.has(id)) continue;
      if (held.size > 0) changed.add(pathOf.get(id)?.path);
      this.#inserts.refFiles.add(refId, id);
    }
    this.#database.prepare('DELETE FROM ref_skips WHERE ref_id = ?').run(refId);
    for (const { path, reason } of publication.skipped) this.#inserts.refSkips.add(refId, path, reason);
    this.#inserts.refFiles.flush();
    this.#inserts.refSkips.flush();
    return held.size > 0 ? changed.size : wanted.size;
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

  #readNextIds(): void {
    const next = (table: string) =>
      Number(this.#database.prepare(`SELECT coalesce(max(id), 0) + 1 AS id FROM ${table}`).get()?.id);
    this.#nextVersion = next('file_versions');
    this.#nextSymbol = next('symbols');
    this.#nextChunk = next('chunks');
  }

  #transaction<Result>(work: () => Result): Result {
    try {
      return transaction(this.#database, this.#file, () => {
        assertLease(this.#database, this.#lease);
        return work();
      });
    } catch (thrown) {
      for (const insert of Object.values(this.#inserts)) insert.discard();
      this.#names.reset();
      this.#readNextIds();
      throw thrown;
    }
  }
}

function bulkInserts(database: Database) {
  const into = (table: string, columns: string, verb?: string) =>
    new BulkInsert(database, table, columns.split(' '), verb);
  return {
    versions: into(
      'file_versions',
      'id path hash epoch skipped byte_length line_count language marks outcome module first_symbol symbol_count first_chunk chunk_count',
    ),
    sources: into('sources', 'version_id source'),
    symbols: into(
      'symbols',
      'id version_id name_id kind parent scope_id ordinal visibility line_start line_end modifier signature doc',
    ),
    symbolWords: into('symbol_words', 'rowid name doc'),
    imports: into('imports', 'version_id position source_id name_id alias_id reexport line_start line_end within'),
    uses: into('uses', 'version_id name_id sites'),
    chunks: into('chunks', 'id version_id line_start line_end'),
    chunkWords: into('chunk_words', 'rowid words'),
    pathWords: into('path_words', 'rowid words'),
    rememberedStats: into('remembered_stats', 'root path size mtime_us ctime_us inode hash', 'REPLACE'),
    refFiles: into('ref_files', 'ref_id version_id'),
    refSkips: into('ref_skips', 'ref_id path reason'),
  };
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
