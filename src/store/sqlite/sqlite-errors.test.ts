import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hasNodeSqlite, openDatabase, type SqliteDriver, storeError } from './sqlite.ts';

const drivers: SqliteDriver[] = hasNodeSqlite() ? ['node:sqlite', 'libsql'] : ['libsql'];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'codecompass-errors-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function thrownBy(work: () => void): unknown {
  try {
    work();
  } catch (thrown) {
    return thrown;
  }
  throw new Error('Nothing was thrown.');
}

test.each(drivers)('reports a full disk through %s', (driver) => {
  const database = openDatabase(join(folder, 'full.db'), driver);
  database.exec('CREATE TABLE t (x); PRAGMA max_page_count = 4');
  const thrown = thrownBy(() => {
    const insert = database.prepare('INSERT INTO t VALUES (?)');
    for (let row = 0; row < 1_000; row++) insert.run('x'.repeat(1_000));
  });
  expect(storeError(thrown, '/data/index.db')).toMatchObject({
    code: 'disk_full',
    message: expect.stringContaining('/data/index.db'),
  });
  database.close();
});

test.each(drivers)('reports a file that is not a database through %s', (driver) => {
  const file = join(folder, 'not.db');
  writeFileSync(file, 'no database at all '.repeat(100));
  const thrown = thrownBy(() => openDatabase(file, driver).exec('CREATE TABLE t (x)'));
  expect(storeError(thrown, file)).toMatchObject({ code: 'index_incompatible' });
});

test.each(drivers)('reports a missing folder through %s', (driver) => {
  const file = join(folder, 'nowhere', 'index.db');
  const thrown = thrownBy(() => openDatabase(file, driver).exec('CREATE TABLE t (x)'));
  expect(storeError(thrown, file)).toMatchObject({ code: 'permission_denied' });
});

test('passes other errors through', () => {
  const bug = new TypeError('x is not a function');
  expect(storeError(bug, '/data/index.db')).toBe(bug);
});
