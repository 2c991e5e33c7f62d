/** The store on SQLite: one file per project, read here, written by the job's writer alone. */
import { statSync } from 'node:fs';
import { CodedError } from '../errors.ts';
import type { FileFacts, ImportFact, ReferenceFact, SkippedFile, SkipReason, SymbolFact } from '../model.ts';
import { searchWords } from '../text/words.ts';
import { decodeSource } from './encode-facts.ts';
import { livingHolder } from './lease.ts';
import { unpackSites } from './reference-sites.ts';
import { toJob, toMarks, toRef, toSymbol, toVersion } from './rows.ts';
import type { Database, Row, SqlValue, Statement } from './sqlite.ts';
import { storeError } from './sqlite-errors.ts';
import { beginJob } from './sqlite-job-writer.ts';
import type {
  ChunkRecord,
  FileVersion,
  JobRecord,
  JobStart,
  JobWriter,
  ReferenceRecord,
  RefRecord,
  RefStatistics,
  Store,
  SymbolRecord,
} from './store.ts';

const symbolColumns = `s.id, s.parent, s.kind, s.ordinal, s.visibility, s.line_start, s.line_end, s.modifier,
  s.signature, s.doc, n.name AS name, p.name AS scope`;
const versionColumns = `v.id, v.path, lower(hex(v.hash)) AS hash, v.byte_length, v.line_count, v.language, v.marks,
  v.outcome, v.module, v.symbol_count`;

export class SqliteStore implements Store {
  readonly #database: Database;
  readonly #file: string;
  readonly #statements = new Map<string, Statement>();

  constructor(database: Database, file: string) {
    this.#database = database;
    this.#file = file;
  }

  async refs(): Promise<RefRecord[]> {
    return this.#all('SELECT * FROM refs ORDER BY name').map(toRef);
  }

  async ref(name: string): Promise<RefRecord | undefined> {
    const row = this.#get('SELECT * FROM refs WHERE name = ?', name);
    return row && toRef(row);
  }

  async files(ref: RefRecord): Promise<FileVersion[]> {
    return this.#all(
      `SELECT ${versionColumns} FROM ref_files r JOIN file_versions v ON v.id = r.version_id
       WHERE r.ref_id = ? AND v.skipped IS NULL ORDER BY v.path`,
      ref.id,
    ).map(toVersion);
  }

  async file(ref: RefRecord, path: string): Promise<FileVersion | undefined> {
    const row = this.#get(
      `SELECT ${versionColumns} FROM file_versions v JOIN ref_files r ON r.version_id = v.id AND r.ref_id = ?
       WHERE v.path = ? AND v.skipped IS NULL`,
      ref.id,
      path,
    );
    return row && toVersion(row);
  }

  async skippedFiles(ref: RefRecord): Promise<SkippedFile[]> {
    return this.#all(
      `SELECT path, reason FROM ref_skips WHERE ref_id = ?1
       UNION ALL
       SELECT v.path, v.skipped FROM ref_files r JOIN file_versions v ON v.id = r.version_id
       WHERE r.ref_id = ?1 AND v.skipped IS NOT NULL
       ORDER BY 1`,
      ref.id,
    ).map((row) => ({ path: row.path as string, reason: row.reason as SkipReason }));
  }

  async statistics(ref: RefRecord): Promise<RefStatistics> {
    const rows = this.#all(
      `SELECT v.skipped, v.outcome, v.language, count(*) AS files, sum(v.symbol_count) AS symbols,
         sum(v.byte_length) AS bytes
       FROM ref_files r JOIN file_versions v ON v.id = r.version_id WHERE r.ref_id = ?
       GROUP BY v.skipped, v.outcome, v.language`,
      ref.id,
    );
    const skips = this.#all('SELECT reason, count(*) AS files FROM ref_skips WHERE ref_id = ? GROUP BY reason', ref.id);
    const statistics = {
      indexed: 0,
      symbols: 0,
      sourceBytes: 0,
      skipped: {} as Record<string, number>,
      outcomes: {} as Record<string, number>,
      languages: {} as Record<string, number>,
    };
    const add = (counts: Record<string, number>, key: SqlValue | undefined, count: SqlValue | undefined) => {
      counts[String(key)] = (counts[String(key)] ?? 0) + Number(count);
    };
    for (const row of rows) {
      if (row.skipped !== null) {
        add(statistics.skipped, row.skipped, row.files);
        continue;
      }
      statistics.indexed += Number(row.files);
      statistics.symbols += Number(row.symbols);
      statistics.sourceBytes += Number(row.bytes);
      add(statistics.outcomes, row.outcome, row.files);
      add(statistics.languages, row.language, row.files);
    }
    for (const row of skips) add(statistics.skipped, row.reason, row.files);
    return statistics;
  }

  async facts(version: FileVersion): Promise<FileFacts> {
    const source = this.#get('SELECT source FROM sources WHERE version_id = ?', version.id)?.source;
    if (!(source instanceof Uint8Array)) {
      throw new CodedError('index_incompatible', `The index has lost the text of ${version.path}.`);
    }
    return {
      path: version.path,
      hash: version.hash,
      byteLength: version.byteLength,
      language: version.language,
      marks: version.marks,
      text: decodeSource(source),
      syntax: {
        outcome: version.outcome,
        module: version.module,
        symbols: this.#symbols(version),
        imports: this.#imports(version),
        references: this.#references(version),
      },
    };
  }

  async symbolsNamed(ref: RefRecord, name: string): Promise<SymbolRecord[]> {
    return this.#all(
      `SELECT ${symbolColumns}, v.path, v.language, v.module, v.marks
       FROM names n JOIN symbols s ON s.name_id = n.id JOIN names p ON p.id = s.scope_id
         JOIN file_versions v ON v.id = s.version_id JOIN ref_files r ON r.version_id = v.id AND r.ref_id = ?
       WHERE n.name = ? ORDER BY v.path, s.id`,
      ref.id,
      name,
    ).map((row) => ({
      ...toSymbol(row),
      id: row.id as number,
      path: row.path as string,
      language: row.language as string,
      module: row.module as string,
      marks: toMarks(row.marks),
    }));
  }

  async referencesTo(ref: RefRecord, name: string): Promise<ReferenceRecord[]> {
    return this.#all(
      `SELECT u.sites, v.path
       FROM names n JOIN uses u ON u.name_id = n.id
         JOIN file_versions v ON v.id = u.version_id JOIN ref_files r ON r.version_id = v.id AND r.ref_id = ?
       WHERE n.name = ? ORDER BY v.path`,
      ref.id,
      name,
    ).flatMap((row) =>
      unpackSites(name, row.sites as Uint8Array).map((site) => ({ ...site, path: row.path as string })),
    );
  }

  async chunksWith(ref: RefRecord, words: readonly string[], limit: number): Promise<ChunkRecord[]> {
    // What is not one word by our own rules is in no chunk, and must not reach the engine as syntax.
    if (words.length === 0 || words.some((word) => searchWords(word).split(' ', 1)[0] !== word)) return [];
    return this.#all(
      `SELECT v.path, c.line_start, c.line_end
       FROM chunk_words w JOIN chunks c ON c.id = w.rowid
         JOIN ref_files r ON r.version_id = c.version_id AND r.ref_id = ? JOIN file_versions v ON v.id = c.version_id
       WHERE w.chunk_words MATCH ? ORDER BY v.path, c.line_start LIMIT ?`,
      ref.id,
      words.map((word) => `"${word}"`).join(' AND '),
      limit,
    ).map((row) => ({
      path: row.path as string,
      lineStart: row.line_start as number,
      lineEnd: row.line_end as number,
    }));
  }

  async jobs(limit: number): Promise<JobRecord[]> {
    return this.#all('SELECT * FROM jobs ORDER BY created_at DESC, id DESC LIMIT ?', limit).map(toJob);
  }

  async activeJob(): Promise<JobRecord | undefined> {
    const holder = livingHolder(this.#database);
    const row = holder && this.#get(`SELECT * FROM jobs WHERE id = ? AND status = 'running'`, holder.job_id as string);
    return row && toJob(row);
  }

  async interruptedJobs(): Promise<JobRecord[]> {
    const living = livingHolder(this.#database)?.job_id ?? '';
    return this.#all(
      `SELECT * FROM jobs j WHERE (status = 'interrupted' OR (status = 'running' AND id <> ?))
         AND NOT EXISTS (SELECT 1 FROM jobs later
           WHERE later.ref = j.ref AND later.status = 'published' AND later.created_at >= j.created_at)
       ORDER BY created_at DESC`,
      living as string,
    ).map((row) => ({ ...toJob(row), status: 'interrupted' as const }));
  }

  async beginJob(start: JobStart): Promise<JobWriter> {
    return beginJob(this.#database, this.#file, start);
  }

  async integrityErrors(): Promise<string[]> {
    const errors = this.#all('PRAGMA integrity_check').map((row) => String(Object.values(row)[0]));
    for (const table of ['chunk_words', 'symbol_words', 'path_words']) {
      try {
        this.#database.exec(`INSERT INTO ${table} (${table}) VALUES ('integrity-check')`);
      } catch (thrown) {
        errors.push(`${table}: ${(thrown as Error).message}`);
      }
    }
    return errors.filter((line) => line !== 'ok');
  }

  async byteLength(): Promise<number> {
    return ['', '-wal']
      .map((suffix) => statSync(this.#file + suffix, { throwIfNoEntry: false })?.size ?? 0)
      .reduce((sum, size) => sum + size, 0);
  }

  async close(): Promise<void> {
    this.#statements.clear();
    this.#database.close();
  }

  #symbols(version: FileVersion): SymbolFact[] {
    return this.#all(
      `SELECT ${symbolColumns} FROM file_versions v
         JOIN symbols s ON s.id >= v.first_symbol AND s.id < v.first_symbol + v.symbol_count
         JOIN names n ON n.id = s.name_id JOIN names p ON p.id = s.scope_id
       WHERE v.id = ? ORDER BY s.id`,
      version.id,
    ).map(toSymbol);
  }

  #imports(version: FileVersion): ImportFact[] {
    return this.#all(
      `SELECT i.*, s.name AS source, n.name AS name, a.name AS alias
       FROM imports i JOIN names s ON s.id = i.source_id
         LEFT JOIN names n ON n.id = i.name_id LEFT JOIN names a ON a.id = i.alias_id
       WHERE i.version_id = ? ORDER BY i.position`,
      version.id,
    ).map((row) => ({
      source: row.source as string,
      ...(row.name === null ? {} : { name: row.name as string }),
      ...(row.alias === null ? {} : { alias: row.alias as string }),
      reexport: row.reexport === 1,
      lineStart: row.line_start as number,
      lineEnd: row.line_end as number,
      within: row.within as number,
    }));
  }

  /** In order of line; the order within a line is lost in packing and made up by name. */
  #references(version: FileVersion): ReferenceFact[] {
    return this.#all(
      'SELECT n.name, u.sites FROM uses u JOIN names n ON n.id = u.name_id WHERE u.version_id = ? ORDER BY n.name',
      version.id,
    )
      .flatMap((row) => unpackSites(row.name as string, row.sites as Uint8Array))
      .sort((a, b) => a.line - b.line);
  }

  #get(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.#attempt(() => this.#statement(sql).get(...values));
  }

  #all(sql: string, ...values: SqlValue[]): Row[] {
    return this.#attempt(() => this.#statement(sql).all(...values));
  }

  #statement(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #attempt<Result>(read: () => Result): Result {
    try {
      return read();
    } catch (thrown) {
      throw storeError(thrown, this.#file);
    }
  }
}
