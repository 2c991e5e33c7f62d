/** Kinds of damage to the file of an index, each applied while the store is closed. */
import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { openDatabase } from '../../../src/store/sqlite/sqlite.ts';
import { randomFrom } from '../../support/random.ts';

export const pageBytes = 4096;

export type Damage = (file: string, olderFile: string) => void;

/** After these, no query can be answered. */
export const fatalDamages: Readonly<Record<string, Damage>> = {
  'cut in half': (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
  'cut by a page': (file) => truncateSync(file, statSync(file).size - pageBytes),
  'its first page zeroed': (file) => zeroPages(file, [0]),
  'another schema': (file) => withDatabase(file, 'PRAGMA user_version = 1'),
  'no database at all': (file) => writeFileSync(file, 'this is a text\n'.repeat(2_000)),
  'random bytes': (file) => writeFileSync(file, randomBytes(40_000)),
  'the database of something else': (file) => {
    writeFileSync(file, '');
    withDatabase(file, 'CREATE TABLE songs (title TEXT); INSERT INTO songs VALUES (1)');
  },
  'a lost log': (file, older) => mixStates(file, older),
  'garbage for a log': (file, older) => {
    mixStates(file, older);
    writeFileSync(`${file}-wal`, randomBytes(50_000));
  },
};

/** After these, every query must be answered. */
export const harmlessDamages: Readonly<Record<string, Damage>> = {
  'garbage for the log of an index that was closed': (file) => writeFileSync(`${file}-wal`, randomBytes(50_000)),
  'an empty log': (file) => writeFileSync(`${file}-wal`, ''),
};

export function zeroPages(file: string, pages: readonly number[]): void {
  const bytes = readFileSync(file);
  for (const page of pages) bytes.fill(0, page * pageBytes, (page + 1) * pageBytes);
  writeFileSync(file, bytes);
}

/** Zeroes the root page of a table, which is only read by queries on that table. */
export function wipeTable(file: string, table: string): void {
  const database = openDatabase(file);
  const row = database.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').get(table);
  database.close();
  zeroPages(file, [Number(row?.rootpage) - 1]);
}

/**
 * Creates the state after an interrupted checkpoint without its WAL: some pages of the new state, some of the old, and
 * the lease of a dead job.
 */
function mixStates(file: string, older: string): void {
  const newBytes = readFileSync(file);
  const oldBytes = readFileSync(older);
  const mixed = Buffer.from(newBytes);
  let differing = 0;
  for (let at = pageBytes; at < Math.min(newBytes.length, oldBytes.length); at += pageBytes) {
    const page = oldBytes.subarray(at, at + pageBytes);
    if (!page.equals(newBytes.subarray(at, at + pageBytes)) && differing++ % 2 === 0) page.copy(mixed, at);
  }
  writeFileSync(file, mixed);
  const gone = `(1, 'token', 'job', 4194303, '${hostname()}', ${Date.now()})`;
  withDatabase(file, `REPLACE INTO lease (only_one, token, job_id, pid, host, heartbeat_ms) VALUES ${gone}`);
}

function withDatabase(file: string, sql: string): void {
  const database = openDatabase(file);
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}

function randomBytes(length: number): Buffer {
  const random = randomFrom(length);
  return Buffer.from(Array.from({ length }, () => random.below(256)));
}
