/**
 * A driver that fails at a chosen write, for processes that are started with `--import` of this file.
 * `CODECOMPASS_FAULT` is the fault as JSON; without `at`, each write is only logged to the file `log`.
 */
import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { wrapDatabases } from '../../../build/store/sqlite/sqlite.js';

const fault = JSON.parse(process.env.CODECOMPASS_FAULT ?? '{}');
const isWrite =
  /^\s*(INSERT|REPLACE|UPDATE|DELETE|CREATE|COMMIT|BEGIN IMMEDIATE;|PRAGMA (journal_mode|wal_checkpoint))/i;
let writes = 0;

if (isMainThread && fault.file !== undefined) {
  wrapDatabases((database, file) => (basename(file) === fault.file ? failing(database) : database));
}

function failing(database) {
  const write = (sql, work) => {
    if (!isWrite.test(sql)) return work();
    writes++;
    if (fault.at === undefined) {
      appendFileSync(fault.log, `${sql.trim().replace(/\s+/g, ' ').slice(0, 60)}\n`);
      return work();
    }
    const isHit = fault.lasts ? writes >= fault.at : writes === fault.at;
    if (!isHit) return work();
    if (writes === fault.at) appendFileSync(fault.log, `${fault.kind} at ${sql.trim().slice(0, 60)}\n`);
    return kinds[fault.kind](database, work);
  };
  return {
    exec: (sql) => write(sql, () => database.exec(sql)),
    prepare: (sql) => {
      const statement = database.prepare(sql);
      return {
        run: (...values) => write(sql, () => statement.run(...values)),
        get: (...values) => write(sql, () => statement.get(...values)),
        all: (...values) => write(sql, () => statement.all(...values)),
      };
    },
    close: () => database.close(),
  };
}

const kinds = {
  'kill before': () => process.kill(process.pid, 'SIGKILL'),
  'kill after': (_, work) => {
    work();
    process.kill(process.pid, 'SIGKILL');
  },
  /** SQLite itself reports a full disk; writes that fit into existing pages still succeed. */
  full: (database, work) => {
    const { page_count } = database.prepare('PRAGMA page_count').get();
    database.exec(`PRAGMA max_page_count = ${page_count}`);
    return work();
  },
  'full at once': (database) => fails(database, 'SQLITE_FULL', 'database or disk is full'),
  'i/o error': (database) => fails(database, 'SQLITE_IOERR_WRITE', 'disk I/O error'),
};

/** Rolls back the transaction, as SQLite does after such an error. */
function fails(database, code, message) {
  try {
    database.exec('ROLLBACK');
  } catch {
    // There was no transaction.
  }
  throw Object.assign(new Error(message), { code });
}
