/** Faults of a connection: a passing lock is waited for, and nothing stays open, locked or held after a failure. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '../store.ts';
import { inspectIndex, openStore } from './open-store.ts';
import { type Database, wrapDatabases } from './sqlite.ts';

let home: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'connection-faults-')));
});
afterEach(() => {
  wrapDatabases((database) => database);
  rmSync(home, { recursive: true, force: true });
});

/** Calls `before` with every statement, which may throw an error of the driver. */
function intercept(before: (sql: string) => void): void {
  wrapDatabases(
    (database): Database => ({
      ...database,
      exec: (sql) => {
        before(sql);
        database.exec(sql);
      },
      prepare: (sql) => {
        const statement = database.prepare(sql);
        const checked =
          <Values extends unknown[], Result>(call: (...values: Values) => Result) =>
          (...values: Values): Result => {
            before(sql);
            return call(...values);
          };
        return { run: checked(statement.run), get: checked(statement.get), all: checked(statement.all) };
      },
    }),
  );
}

function driverError(code: string): Error {
  return Object.assign(new Error('told'), { code });
}

test.each(['SQLITE_NOTADB', 'SQLITE_NOMEM'])(
  'a connection that fails with %s while it opens is closed',
  async (code) => {
    await (await openStore(home, 'p')).close();
    let open = 0;
    wrapDatabases((database) => {
      open++;
      return {
        ...database,
        exec: (sql) => {
          if (/cache_size/.test(sql)) throw driverError(code);
          database.exec(sql);
        },
        close: () => {
          open--;
          database.close();
        },
      };
    });
    await inspectIndex(home, 'p').catch(() => {});
    await openStore(home, 'p').catch(() => {});
    expect(open).toBe(0);
  },
);

const start = { ref: 'main', operation: 'index', force: false } as const;

const reads: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  refs: (store) => store.refs(),
  ref: (store) => store.ref('main'),
  jobs: (store) => store.jobs(5),
  job: (store) => store.job('none'),
  activeJob: (store) => store.activeJob(),
  interruptedJobs: (store) => store.interruptedJobs(),
  heldOnlyBy: (store) => store.heldOnlyBy(['main']),
  snapshot: async (store) => (await store.snapshot()).close(),
  beginJob: async (store) => (await store.beginJob(start)).release(),
};

test.each(Object.keys(reads))('%s waits for a lock that another process soon releases', async (name) => {
  let locked = 0;
  intercept((sql) => {
    if (!/^(?:SELECT|PRAGMA cache_size)/.test(sql.trim()) || locked === 0) return;
    locked--;
    throw driverError('SQLITE_BUSY');
  });
  const store = await openStore(home, 'p');
  locked = 2;
  await reads[name]?.(store);
  expect(locked).toBe(0);
  await store.close();
});

test('a snapshot that SQLite has rolled back reports the first error', async () => {
  const store = await openStore(home, 'p');
  await store.close();
  intercept((sql) => {
    if (sql.startsWith('SELECT 1 FROM refs')) throw driverError('SQLITE_NOMEM');
    if (sql === 'ROLLBACK') throw driverError('SQLITE_ERROR');
  });
  const failing = await openStore(home, 'p');
  await expect(failing.snapshot()).rejects.toMatchObject({ code: 'out_of_resources' });
  await failing.close();
});

test('a job that cannot begin leaves no lease', async () => {
  let isFull = true;
  intercept((sql) => {
    if (isFull && /wal_checkpoint\(PASSIVE\)/.test(sql)) throw driverError('SQLITE_FULL');
  });
  const store = await openStore(home, 'p');
  await expect(store.beginJob(start)).rejects.toMatchObject({ code: 'disk_full' });
  isFull = false;
  const writer = await store.beginJob(start);
  await writer.release();
  await store.close();
});

/** A wait of SQLite blocks the thread, which a server needs for its other calls. */
test('a connection waits in short turns again after it has written', async () => {
  const opened: Database[] = [];
  wrapDatabases((database) => {
    opened.push(database);
    return database;
  });
  const store = await openStore(home, 'p');
  const timeout = () => opened.at(-1)?.prepare('PRAGMA busy_timeout').get()?.timeout;
  const before = timeout();
  const writer = await store.beginJob(start);
  expect(timeout()).toBeGreaterThan(before as number);
  await writer.release();
  expect(timeout()).toBe(before);
  await store.dropRefs(['none']);
  expect(timeout()).toBe(before);
  await store.integrityErrors();
  expect(timeout()).toBe(before);
  await store.close();
});
