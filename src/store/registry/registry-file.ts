/** The registry on disk: how its file is opened, checked, read where it cannot be written to, and replaced if damaged. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { damaged, isDamage } from '../damage.ts';
import { ensureDataFolder, ensurePrivateFile } from '../private-files.ts';
import {
  assertRegularFiles,
  isEmptied,
  quarantine,
  quarantineOrphans,
  readAccess,
  stampOfFiles,
} from '../sqlite/database-files.ts';
import { type ExpectedTables, missingFrom } from '../sqlite/expected-schema.ts';
import { type Database, openDatabase, type SqliteDriver } from '../sqlite/sqlite.ts';
import { cannotWrite, retriedWhileBusy, storeError, waitInTurns, withStoreErrors } from '../sqlite/store-errors.ts';
import { warn } from '../warn.ts';
import { workspacesOfIndexes } from './heal-registry.ts';
import { register } from './registry-rows.ts';

export interface OpenRegistry {
  readonly database: Database;
  readonly stamp: string;
  /** It cannot be written to. */
  readonly isReadOnly: boolean;
  readonly openedAtMs: number;
}

/** Two processes that create it at once fail immediately, since neither can wait for the other. */
export async function openRegistryFile(home: string, driver: SqliteDriver | undefined): Promise<OpenRegistry> {
  const file = registryFile(home);
  try {
    ensureDataFolder(home);
    const database = await retriedWhileBusy(() => openSound(file, driver));
    return { database, stamp: stampOfFiles(file), isReadOnly: false, openedAtMs: performance.now() };
  } catch (thrown) {
    if (!cannotWrite(thrown) || !existsSync(file)) throw thrown;
    const database = await retriedWhileBusy(() => openToRead(file, driver, thrown));
    return { database, stamp: stampOfFiles(file, true), isReadOnly: true, openedAtMs: performance.now() };
  }
}

/** Replaces a damaged registry. */
export async function healRegistryFile(home: string, driver: SqliteDriver | undefined): Promise<OpenRegistry> {
  const workspaces = await workspacesOfIndexes(home, { ...(driver && { driver }) });
  // Another process may already have replaced it.
  try {
    return await openRegistryFile(home, driver);
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown;
  }
  const quarantined = quarantine(registryFile(home));
  const opened = await openRegistryFile(home, driver);
  for (const workspace of workspaces) await retriedWhileBusy(() => register(opened.database, workspace));
  warn(
    `The registry of workspaces was damaged and was rebuilt with the folders that are indexed (${workspaces.length}); ` +
      `others are registered at their next use. The damaged file was moved to ${quarantined}.`,
  );
  return opened;
}

export function registryFile(home: string): string {
  return join(home, 'registry.db');
}

const columns = {
  root: 'TEXT PRIMARY KEY',
  project_id: 'TEXT NOT NULL',
  identity: 'TEXT NOT NULL',
  kind: 'TEXT NOT NULL',
  registered_at: 'TEXT NOT NULL',
  last_used_at: 'TEXT NOT NULL',
  auto_discovered: 'INTEGER NOT NULL DEFAULT 0',
};
const expected: ExpectedTables = new Map([['known_workspaces', Object.keys(columns)]]);
const definition = Object.entries(columns)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ');

function openSound(file: string, driver: SqliteDriver | undefined): Database {
  assertRegularFiles(file);
  if (isEmptied(file)) throw damaged(`${file} was emptied while it was in use`);
  quarantineOrphans(file);
  ensurePrivateFile(file);
  return sound(file, () => {
    const database = openDatabase(file, driver);
    return [
      database,
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
CREATE TABLE IF NOT EXISTS known_workspaces (${definition}) WITHOUT ROWID;`,
    ];
  });
}

/** Throws the reason why it cannot be written to if it cannot be read either. */
function openToRead(file: string, driver: SqliteDriver | undefined, reason: unknown): Database {
  try {
    return sound(file, () => {
      const database = openDatabase(file, driver, readAccess(file));
      // There was no space for the table.
      if (database.prepare('SELECT 1 FROM sqlite_master').get() === undefined) {
        database.close();
        throw reason;
      }
      return [database, ''];
    });
  } catch (thrown) {
    throw isDamage(thrown) ? thrown : reason;
  }
}

/** Prepares a connection and checks all pages, of which the registry has only a few. */
function sound(file: string, connect: () => [database: Database, preparation: string]): Database {
  let database: Database | undefined;
  try {
    const [opened, preparation] = connect();
    database = withStoreErrors(opened, file, expected);
    waitInTurns(database);
    database.exec(preparation);
    const [complaint] = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {});
    if (complaint !== 'ok') throw damaged(`${file}: ${complaint}`);
    const missing = missingFrom(database, expected);
    if (missing !== undefined) throw damaged(`${file} has no ${missing}`);
    return database;
  } catch (thrown) {
    database?.close();
    throw storeError(thrown, file);
  }
}
