import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/test-repository.ts';
import { defaultDriver, hasNodeSqlite, openDatabase, type SqliteDriver } from './sqlite.ts';

const drivers: SqliteDriver[] = hasNodeSqlite() ? ['node:sqlite', 'libsql'] : [defaultDriver()];
const openFiles = () => readdirSync('/proc/self/fd').length;

test.skipIf(process.platform !== 'linux').each(drivers)('%s holds no more files after many connections', (driver) => {
  const file = join(temporaryFolder(), 'a.db');
  const first = openDatabase(file, driver);
  first.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (x); INSERT INTO t VALUES (1)');
  const useMany = (times: number) => {
    for (let time = 0; time < times; time++) {
      const databases = [1, 2, 3].map(() => openDatabase(file, driver));
      for (const database of databases) expect(database.prepare('SELECT x FROM t').all()).toEqual([{ x: 1 }]);
      for (const database of databases) database.close();
    }
  };
  useMany(2);
  const before = openFiles();
  useMany(20);
  expect(openFiles() - before).toBeLessThan(4);
  first.close();
});

test.each(drivers)('%s opens what lies at a path now, not what lay there before', (driver) => {
  const file = join(temporaryFolder(), 'a.db');
  const write = (value: number) => {
    const database = openDatabase(file, driver);
    database.exec(`PRAGMA journal_mode = WAL; CREATE TABLE t (x); INSERT INTO t VALUES (${value})`);
    database.close();
  };
  const read = () => {
    const database = openDatabase(file, driver);
    try {
      return database.prepare('SELECT x FROM t').get()?.x;
    } finally {
      database.close();
    }
  };
  write(1);
  expect(read()).toBe(1);
  for (const suffix of ['', '-wal', '-shm']) {
    try {
      renameSync(file + suffix, `${file}.aside${suffix}`);
    } catch {
      // Not every driver leaves a log.
    }
  }
  write(2);
  expect(read()).toBe(2);
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  write(3);
  expect(read()).toBe(3);
});

test.each(drivers)('%s hands on no transaction and no damaged connection', (driver) => {
  const file = join(temporaryFolder(), 'a.db');
  const first = openDatabase(file, driver);
  first.exec('CREATE TABLE t (x); BEGIN; INSERT INTO t VALUES (1)');
  first.close();
  const second = openDatabase(file, driver);
  expect(second.prepare('SELECT count(*) AS n FROM t').get()?.n).toBe(0);
  second.exec('BEGIN; INSERT INTO t VALUES (2); COMMIT');
  expect(() => second.exec('nonsense')).toThrow();
  second.close();
  const third = openDatabase(file, driver);
  expect(third.prepare('SELECT count(*) AS n FROM t').get()?.n).toBe(1);
  third.close();
});
