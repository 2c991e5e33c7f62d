import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ErrorCode, toCodedError } from '../../errors.ts';
import { resultCodes } from './result-codes.ts';
import { hasNodeSqlite, openDatabase, type SqliteDriver } from './sqlite.ts';
import { storeError } from './store-errors.ts';

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

/** Every code of `sqlite3.h`, written down a second time, by the error that a caller sees. */
const expected: Readonly<Partial<Record<ErrorCode, Readonly<Record<string, number>>>>> = {
  index_busy: {
    ...{ BUSY: 5, BUSY_RECOVERY: 261, BUSY_SNAPSHOT: 517, BUSY_TIMEOUT: 773 },
    ...{ LOCKED: 6, LOCKED_SHAREDCACHE: 262, LOCKED_VTAB: 518 },
    ...{ PROTOCOL: 15, SCHEMA: 17, READONLY_DBMOVED: 1032, IOERR_BLOCKED: 2826 },
  },
  index_incompatible: {
    ...{ CORRUPT: 11, CORRUPT_VTAB: 267, CORRUPT_SEQUENCE: 523, CORRUPT_INDEX: 779 },
    ...{ NOTADB: 26, FORMAT: 24, IOERR_DATA: 8202, IOERR_SHORT_READ: 522 },
  },
  disk_full: { FULL: 13 },
  io_error: {
    ...{ IOERR: 10, IOERR_READ: 266, IOERR_WRITE: 778, IOERR_FSYNC: 1034 },
    ...{ IOERR_DIR_FSYNC: 1290, IOERR_TRUNCATE: 1546, IOERR_FSTAT: 1802, IOERR_UNLOCK: 2058, IOERR_RDLOCK: 2314 },
    ...{ IOERR_DELETE: 2570, IOERR_ACCESS: 3338, IOERR_CHECKRESERVEDLOCK: 3594, IOERR_LOCK: 3850, IOERR_CLOSE: 4106 },
    ...{ IOERR_DIR_CLOSE: 4362, IOERR_SHMOPEN: 4618, IOERR_SHMSIZE: 4874, IOERR_SHMLOCK: 5130, IOERR_SHMMAP: 5386 },
    ...{ IOERR_SEEK: 5642, IOERR_DELETE_NOENT: 5898, IOERR_MMAP: 6154, IOERR_GETTEMPPATH: 6410 },
    ...{ IOERR_CONVPATH: 6666, IOERR_VNODE: 6922, IOERR_BEGIN_ATOMIC: 7434, IOERR_COMMIT_ATOMIC: 7690 },
    ...{ IOERR_ROLLBACK_ATOMIC: 7946, IOERR_CORRUPTFS: 8458, IOERR_IN_PAGE: 8714, IOERR_BADKEY: 8970 },
    ...{ IOERR_CODEC: 9226, NOLFS: 22 },
    ...{ CANTOPEN: 14, CANTOPEN_NOTEMPDIR: 270, CANTOPEN_ISDIR: 526, CANTOPEN_FULLPATH: 782 },
    ...{ CANTOPEN_CONVPATH: 1038, CANTOPEN_DIRTYWAL: 1294 },
  },
  permission_denied: {
    ...{ PERM: 3, AUTH: 23, AUTH_USER: 279, CANTOPEN_SYMLINK: 1550, IOERR_AUTH: 7178, READONLY: 8 },
    ...{ READONLY_RECOVERY: 264, READONLY_CANTLOCK: 520, READONLY_ROLLBACK: 776, READONLY_CANTINIT: 1288 },
    ...{ READONLY_DIRECTORY: 1544 },
  },
  out_of_resources: { NOMEM: 7, IOERR_NOMEM: 3082 },
  request_cancelled: { INTERRUPT: 9 },
  internal_error: {
    ...{ OK: 0, OK_LOAD_PERMANENTLY: 256, OK_SYMLINK: 512, ERROR: 1, ERROR_MISSING_COLLSEQ: 257, ERROR_RETRY: 513 },
    ...{ ERROR_SNAPSHOT: 769, ERROR_RESERVESIZE: 1025, ERROR_KEY: 1281, ERROR_UNABLE: 1537, INTERNAL: 2 },
    ...{ ABORT: 4, ABORT_ROLLBACK: 516, NOTFOUND: 12, EMPTY: 16, TOOBIG: 18, CONSTRAINT: 19, MISMATCH: 20 },
    ...{ MISUSE: 21, RANGE: 25, NOTICE: 27, NOTICE_RECOVER_WAL: 283, NOTICE_RECOVER_ROLLBACK: 539, NOTICE_RBU: 795 },
    ...{ WARNING: 28, WARNING_AUTOINDEX: 284, ROW: 100, DONE: 101, CONSTRAINT_CHECK: 275 },
    ...{ CONSTRAINT_COMMITHOOK: 531, CONSTRAINT_FOREIGNKEY: 787, CONSTRAINT_FUNCTION: 1043, CONSTRAINT_NOTNULL: 1299 },
    ...{ CONSTRAINT_PRIMARYKEY: 1555, CONSTRAINT_TRIGGER: 1811, CONSTRAINT_UNIQUE: 2067, CONSTRAINT_VTAB: 2323 },
    ...{ CONSTRAINT_ROWID: 2579, CONSTRAINT_PINNED: 2835, CONSTRAINT_DATATYPE: 3091 },
  },
};

/** How each driver reports a code. */
const shapes: Readonly<Record<SqliteDriver, (name: string, code: number) => Error>> = {
  'node:sqlite': (_, errcode) =>
    Object.assign(new Error('told'), { code: 'ERR_SQLITE_ERROR', errcode, errstr: 'told' }),
  libsql: (name, rawCode) => Object.assign(new Error('told'), { code: name, rawCode }),
};

describe.each(['node:sqlite', 'libsql'] as const)('an error of %s', (driver) => {
  test('becomes the error that its result code stands for, for every code', () => {
    const file = join(folder, 'index.db');
    writeFileSync(file, '');
    const found: Record<string, Record<string, number>> = {};
    for (const [name, [code]] of Object.entries(resultCodes)) {
      const error = toCodedError(storeError(shapes[driver](name, code), file));
      found[error.code] = { ...found[error.code], [name.replace('SQLITE_', '')]: code };
    }
    expect(found).toEqual(expected);
  });

  test('has the fault of its primary code if the extended code is new', () => {
    expect(storeError(shapes[driver]('SQLITE_BUSY_NEW', 5 | (99 << 8)), '/data/index.db')).toMatchObject({
      code: 'index_busy',
    });
  });
});

test('a failure to open is understood from the text of libsql alone', () => {
  const thrown = new Error('ConnectionFailed("Unable to open connection to local database /x: 26")');
  expect(storeError(thrown, '/x')).toMatchObject({ code: 'index_incompatible' });
});

test('each number belongs to one name', () => {
  const numbers = Object.values(resultCodes).map(([code]) => code);
  expect(new Set(numbers).size).toBe(numbers.length);
});

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

test.each(drivers)('reports a lock through %s', (driver) => {
  const file = join(folder, 'locked.db');
  const holder = openDatabase(file, driver);
  holder.exec('CREATE TABLE t (x); BEGIN EXCLUSIVE');
  const other = openDatabase(file, driver);
  const thrown = thrownBy(() => other.prepare('SELECT * FROM t').all());
  expect(storeError(thrown, file)).toMatchObject({ code: 'index_busy', message: expect.stringContaining(file) });
  other.close();
  holder.close();
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
  expect(storeError(thrown, file)).toMatchObject({
    code: 'io_error',
    message: expect.stringContaining(`${join(folder, 'nowhere')} does not exist`),
  });
});

test.each(drivers)('reports a folder in place of the file through %s', (driver) => {
  const file = join(folder, 'index.db');
  mkdirSync(file);
  const thrown = thrownBy(() => openDatabase(file, driver).exec('CREATE TABLE t (x)'));
  expect(storeError(thrown, file)).toMatchObject({
    code: 'io_error',
    message: expect.stringContaining('is not a regular file'),
  });
});

test('reports that the system has run out of something', () => {
  const fail = (code: string) => storeError(Object.assign(new Error('told'), { code, syscall: 'open' }), '/data/x.db');
  for (const code of ['EMFILE', 'ENFILE', 'ENOMEM']) expect(fail(code)).toMatchObject({ code: 'out_of_resources' });
  for (const code of ['ENOSPC', 'EDQUOT']) expect(fail(code)).toMatchObject({ code: 'disk_full' });
});

test('passes other errors through', () => {
  const bug = new TypeError('x is not a function');
  expect(storeError(bug, '/data/index.db')).toBe(bug);
});
