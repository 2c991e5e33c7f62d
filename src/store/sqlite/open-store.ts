/** The index of a project on disk: its path, whether it is usable, and how to open, create or quarantine it. */
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CodedError } from '../../errors.ts';
import { isDamage } from '../damage.ts';
import { entryAt, targetAt } from '../entry.ts';
import { accessError, ensureDataFolder, ensurePrivateFile, ensurePrivateFolder } from '../private-files.ts';
import type { Store } from '../store.ts';
import { damageOfMissingWal } from './check-integrity.ts';
import { damageFoundOutside, endCheck } from './check-outside.ts';
import {
  assertFolderOrNone,
  assertRegularFiles,
  hasWal,
  isEmptied,
  isWritable,
  quarantine,
  quarantineObstruction,
  quarantineOrphans,
  quarantineSuffix,
  readAccess,
  stampOfFile,
} from './database-files.ts';
import { missingFrom } from './expected-schema.ts';
import { leftLease } from './lease.ts';
import { applicationId, createSchema, expectedTables, schemaVersion } from './schema.ts';
import { type Access, type Database, databaseBytes, openDatabase, type SqliteDriver } from './sqlite.ts';
import { SqliteStore } from './sqlite-store.ts';
import { cannotWrite, retriedWhileBusy, storeError, waitInTurns, withStoreErrors } from './store-errors.ts';

/** The operating system caches the pages too, so a larger cache costs memory without a measurable gain. */
const readingCacheKb = 4_000;

export interface IndexInspection {
  readonly status: 'compatible' | 'not_indexed' | 'reindex_required' | 'corrupt_manifest';
  readonly currentSchemaVersion?: number;
  readonly requiredSchemaVersion: number;
  readonly message?: string;
}

export interface OpenStoreOptions {
  readonly driver?: SqliteDriver;
}

export interface InspectOptions extends OpenStoreOptions {
  /** How long to wait for the check of a large index, which goes on afterwards. Default: 20 s. */
  readonly patienceMs?: number;
}

/** Shorter than clients wait for an answer. */
const usualPatienceMs = 20_000;
/** The check of a smaller index takes a fraction of a second, and starting a process takes as long. */
const largestInThreadBytes = 8 << 20;

export function projectFile(home: string, projectId: string): string {
  return join(home, 'projects', projectId, 'index.db');
}

/** The folders of the data directory that lead to an index, the outer one first. */
function foldersOf(home: string, projectId: string): string[] {
  const folder = dirname(projectFile(home, projectId));
  return [dirname(folder), folder];
}

function assertInPlace(home: string, projectId: string): void {
  foldersOf(home, projectId).forEach(assertFolderOrNone);
  assertRegularFiles(projectFile(home, projectId));
}

/**
 * Checks whether the index of a project is usable, without changing it. Only proven damage is reported as such: an index
 * that cannot be read for another reason (locked, no permission, no file handles, a failing disk) is thrown as an error.
 * If a large index must be checked as a whole, another process does that; it is `index_busy` if that takes too long.
 */
export async function inspectIndex(
  home: string,
  projectId: string,
  options: InspectOptions = {},
): Promise<IndexInspection> {
  for (;;) {
    const found = await retriedWhileBusy(() => inspectFile(home, projectId, options));
    if (found !== 'unchecked') return found;
    const checked = await checkOutside(projectFile(home, projectId), options);
    if (checked !== 'replaced') return checked;
  }
}

async function checkOutside(
  file: string,
  { driver, patienceMs = usualPatienceMs }: InspectOptions,
): Promise<IndexInspection | 'replaced'> {
  try {
    const errors = await damageFoundOutside(file, patienceMs, driver);
    return errors === 'replaced' ? errors : inspectionAfterCheck(file, errors);
  } catch (thrown) {
    if (isDamage(thrown)) return corrupt((thrown as CodedError).message);
    throw thrown;
  }
}

function inspectFile(home: string, projectId: string, options: OpenStoreOptions): IndexInspection | 'unchecked' {
  const file = projectFile(home, projectId);
  try {
    assertInPlace(home, projectId);
    const found = targetAt(file);
    if (isEmptied(file)) return corrupt(`The index ${file} is damaged: the file was emptied while it was in use.`);
    if (found === undefined || found.size === 0) {
      return { status: 'not_indexed', requiredSchemaVersion: schemaVersion };
    }
    const isComplete = hasWal(file);
    const { database } = connectToRead(file, options.driver);
    try {
      const inspection = inspect(database, file);
      if (inspection.status !== 'compatible' || isComplete || leftLease(database) === undefined) return inspection;
      if (databaseBytes(file) > largestInThreadBytes) return 'unchecked';
      return inspectionAfterCheck(file, damageOfMissingWal(database));
    } finally {
      database.close();
    }
  } catch (thrown) {
    const error = storeError(thrown, file);
    if (isDamage(error)) return corrupt((error as CodedError).message);
    throw accessError(file, error);
  }
}

/** Opens the index of a project, creating an empty one if there is none. */
export async function openStore(home: string, projectId: string, options: OpenStoreOptions = {}): Promise<Store> {
  const file = projectFile(home, projectId);
  ensureDataFolder(home);
  assertInPlace(home, projectId);
  foldersOf(home, projectId).forEach(ensurePrivateFolder);
  quarantineOrphans(file);
  ensurePrivateFile(file);
  const { status } = await inspectUsable(home, projectId, options);
  const database = await retriedWhileBusy(() => connectForWriting(file, status, options.driver));
  return storeOf(database, file, 'write', options);
}

/**
 * Opens the index of a project to answer questions. If the data directory cannot be written to, because it is read-only
 * or the disk is full, the index is read as it is; then the store is `isReadOnly`, and a job fails with the reason.
 */
export async function openStoreToRead(home: string, projectId: string, options: OpenStoreOptions = {}): Promise<Store> {
  try {
    return await openStore(home, projectId, options);
  } catch (thrown) {
    const file = projectFile(home, projectId);
    if (!cannotWrite(thrown) || !existsSync(file)) throw thrown;
    const { status } = await inspectUsable(home, projectId, options);
    if (status === 'not_indexed') throw thrown;
    const { database, access } = await retriedWhileBusy(() => connectToRead(file, options.driver));
    return storeOf(database, file, access, options, true);
  }
}

/** Waits for the check of a large index: a command that gave up would begin it again the next time. */
async function inspectUsable(home: string, projectId: string, options: OpenStoreOptions): Promise<IndexInspection> {
  const inspection = await inspectIndex(home, projectId, { ...options, patienceMs: Number.POSITIVE_INFINITY });
  if (inspection.status !== 'reindex_required' && inspection.status !== 'corrupt_manifest') return inspection;
  const file = projectFile(home, projectId);
  throw new CodedError('index_incompatible', inspection.message ?? `The index ${file} cannot be used.`, {
    data: { path: file, schema_status: inspection.status },
  });
}

function storeOf(
  database: Database,
  file: string,
  access: Access,
  options: OpenStoreOptions,
  isReadOnly = false,
): Store {
  const connectAgain = () => {
    const reading = connect(file, options.driver, access);
    reading.exec('PRAGMA temp_store = MEMORY;');
    return reading;
  };
  return new SqliteStore(database, file, connectAgain, isReadOnly);
}

/** Creates an empty store in memory, for a temporary view. Publish its refs before the first read. */
export function openMemoryStore(options: OpenStoreOptions = {}): Store {
  const database = connect(inMemory, options.driver);
  createSchema(database);
  return new SqliteStore(database, inMemory);
}

const inMemory = ':memory:';

/**
 * Quarantines an unusable index. It is kept until a new one is published. Does nothing if the file is no longer the one
 * that was examined: then another job has replaced it.
 */
export function quarantineIndex(home: string, projectId: string, examined: string): void {
  if (stampOfIndex(home, projectId) !== examined) return;
  foldersOf(home, projectId).forEach(quarantineObstruction);
  endCheck(projectFile(home, projectId));
  quarantine(projectFile(home, projectId));
}

/** Identifies the file of an index, since a job may replace it with another one. */
export function stampOfIndex(home: string, projectId: string): string {
  return stampOfFile(projectFile(home, projectId));
}

/** Deletes the quarantined files of a project. A folder with content is kept: it was created by something else. */
export function dropQuarantinedIndexes(home: string, projectId: string): void {
  for (const path of [...foldersOf(home, projectId), projectFile(home, projectId)]) {
    const folder = dirname(path);
    const names = readdirSync(folder).filter((name) => name.startsWith(basename(path) + quarantineSuffix));
    for (const name of names) drop(join(folder, name));
  }
}

function drop(path: string): void {
  if (!entryAt(path)?.isDirectory()) rmSync(path, { force: true });
  else if (readdirSync(path).length === 0) rmdirSync(path);
}

function connect(file: string, driver: SqliteDriver | undefined, access: Access = 'write'): Database {
  let database: Database | undefined;
  try {
    if (file !== inMemory) assertRegularFiles(file);
    database = withStoreErrors(
      openDatabase(file, driver, access),
      file,
      file === inMemory ? undefined : expectedTables,
    );
    waitInTurns(database);
    // Reads the schema, so it fails if the file is locked or damaged.
    database.exec(`PRAGMA cache_size = -${readingCacheKb}`);
    return database;
  } catch (thrown) {
    database?.close();
    throw storeError(thrown, file);
  }
}

/**
 * Connects as if to write, because readers need the side files too. Where that is impossible, `readAccess` decides. What
 * is not writable is not tried: SQLite would share the side files that it opened for reading with later connections.
 */
function connectToRead(file: string, driver: SqliteDriver | undefined): { database: Database; access: Access } {
  let reason: unknown;
  if (isWritable(file)) {
    try {
      return { database: connect(file, driver), access: 'write' };
    } catch (thrown) {
      if (!cannotWrite(thrown)) throw thrown;
      reason = thrown;
    }
  }
  const access = readAccess(file);
  try {
    return { database: connect(file, driver, access), access };
  } catch (thrown) {
    // Of two failures to open it, the first says what is wrong.
    throw isDamage(thrown) ? thrown : (reason ?? thrown);
  }
}

function connectForWriting(file: string, status: IndexInspection['status'], driver?: SqliteDriver): Database {
  const database = connect(file, driver);
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    if (status === 'not_indexed') createUnlessThere(database);
    return database;
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

/** If two processes find the file empty at the same time, the second one uses the tables of the first. */
function createUnlessThere(database: Database): void {
  try {
    createSchema(database);
  } catch (thrown) {
    if (pragma(database, 'user_version') !== schemaVersion) throw thrown;
  }
}

function inspect(database: Database, file: string): IndexInspection {
  const version = pragma(database, 'user_version');
  const application = pragma(database, 'application_id');
  if (version === 0 && application === 0 && database.prepare('SELECT 1 FROM sqlite_master').get() === undefined) {
    return { status: 'not_indexed', requiredSchemaVersion: schemaVersion };
  }
  if (application !== applicationId) return corrupt(`${file} is a database of another program.`);
  if (version !== schemaVersion) {
    return {
      status: 'reindex_required',
      currentSchemaVersion: version,
      requiredSchemaVersion: schemaVersion,
      message: `The index was written with schema ${version}; this version of CodeCompass requires schema ${schemaVersion}.`,
    };
  }
  const missing = missingFrom(database, expectedTables);
  if (missing !== undefined) return corrupt(`The index ${file} is damaged: it has no ${missing}.`);
  database.prepare('SELECT count(*) FROM refs').get();
  return compatible;
}

const compatible: IndexInspection = {
  status: 'compatible',
  currentSchemaVersion: schemaVersion,
  requiredSchemaVersion: schemaVersion,
};

function inspectionAfterCheck(file: string, [damage]: readonly string[]): IndexInspection {
  if (damage === undefined) return compatible;
  return corrupt(`The index ${file} is damaged because its write-ahead log is missing: ${damage}.`);
}

function corrupt(message: string): IndexInspection {
  return { status: 'corrupt_manifest', requiredSchemaVersion: schemaVersion, message };
}

function pragma(database: Database, name: string): number {
  return Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
}
