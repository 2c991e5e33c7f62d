/**
 * Converts errors of the SQLite drivers to coded errors that name the file. Where SQLite does not report why a file could
 * not be opened or written, the file system is asked. A wrong use of SQLite is a bug and stays as it is.
 */
import { accessSync, closeSync, constants, openSync, statfsSync } from 'node:fs';
import { devNull } from 'node:os';
import { basename, dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CodedError, systemError } from '../../errors.ts';
import { targetAt } from '../entry.ts';
import { type ExpectedTables, missingFrom, namesMissing } from './expected-schema.ts';
import { faultOf, resultCodes, type StoreFault } from './result-codes.ts';
import type { Database } from './sqlite.ts';

/** How long a caller waits for the lock of another process. */
export const busyWaitMs = 10_000;
/** SQLite itself blocks the thread while it waits, so a reader waits in short turns. */
const busyTurnMs = 100;

/** Lets the statements of a writer wait for locks themselves, since a transaction cannot be repeated in the middle. */
export function waitForLocks(database: Database): void {
  database.exec(`PRAGMA busy_timeout = ${busyWaitMs}`);
}

/** Lets the statements of a reader wait for one turn, for use with `retriedWhileBusy`. */
export function waitInTurns(database: Database): void {
  database.exec(`PRAGMA busy_timeout = ${busyTurnMs}`);
}

/** Repeats the work while another process holds a lock, without blocking the thread, for a bounded time. */
export async function retriedWhileBusy<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  const endMs = performance.now() + busyWaitMs;
  for (;;) {
    try {
      return await work();
    } catch (thrown) {
      if (!isBusy(thrown) || performance.now() >= endMs) throw thrown;
      await pause(busyTurnMs);
    }
  }
}

/** Whether an error only prevents writing: what is stored can still be read. */
export function cannotWrite(thrown: unknown): boolean {
  return thrown instanceof CodedError && (thrown.code === 'permission_denied' || thrown.code === 'disk_full');
}

/** Whether another process holds a lock. */
export function isBusy(thrown: unknown): boolean {
  return thrown instanceof CodedError && thrown.code === 'index_busy';
}

/** Wraps a database so that its errors become coded errors that name the file. */
export function withStoreErrors(database: Database, file: string, expected?: ExpectedTables): Database {
  const attempt = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (thrown) {
      if (expected !== undefined && namesMissing(thrown)) assertSchema(database, file, expected, thrown);
      throw storeError(thrown, file);
    }
  };
  return {
    exec: (sql) => attempt(() => database.exec(sql)),
    prepare: (sql) => {
      const statement = attempt(() => database.prepare(sql));
      return {
        run: (...values) => attempt(() => statement.run(...values)),
        get: (...values) => attempt(() => statement.get(...values)),
        all: (...values) => attempt(() => statement.all(...values)),
      };
    },
    close: () => attempt(() => database.close()),
  };
}

/** Throws damage if the database lacks what every database of its kind has. */
function assertSchema(database: Database, file: string, expected: ExpectedTables, cause: unknown): void {
  let missing: string | undefined;
  try {
    missing = missingFrom(database, expected);
  } catch (thrown) {
    throw storeError(thrown, file);
  }
  if (missing === undefined) return;
  const message = `The ${nounOf(file)} ${file} is damaged: it has no ${missing}.`;
  throw new CodedError('index_incompatible', message, about(file, cause));
}

export function storeError(thrown: unknown, file: string): unknown {
  if (thrown instanceof CodedError) return thrown;
  const code = resultCodeOf(thrown);
  const fault = code === undefined ? undefined : faultOf(code);
  return fault === undefined ? (systemError(thrown, file) ?? thrown) : errorsByFault[fault](file, thrown);
}

interface DriverError {
  /** `libsql`: the extended code. */
  readonly rawCode?: unknown;
  /** `node:sqlite`: the extended code. */
  readonly errcode?: unknown;
  /** `libsql`: the name of the code. */
  readonly code?: unknown;
  readonly message?: unknown;
}

/** Returns the result code of an error; undefined if it does not come from SQLite. */
function resultCodeOf(thrown: unknown): number | undefined {
  const { rawCode, errcode, code, message } = (thrown ?? {}) as DriverError;
  if (typeof rawCode === 'number') return rawCode;
  if (typeof errcode === 'number') return errcode;
  const named = resultCodes[String(code)]?.[0];
  if (named !== undefined) return named;
  // `libsql` reports a failure to open only as text, with the code at the end.
  const opening = /^ConnectionFailed\(.*: (\d+)"\)$/s.exec(String(message))?.[1];
  return opening === undefined ? undefined : Number(opening);
}

type MakeError = (file: string, cause: unknown) => unknown;

const errorsByFault: Readonly<Record<StoreFault, MakeError>> = {
  busy: (file, cause) =>
    new CodedError('index_busy', `The ${nounOf(file)} ${file} is locked by another process.`, about(file, cause)),
  damage: (file, cause) =>
    new CodedError('index_incompatible', `The ${nounOf(file)} ${file} is damaged.`, about(file, cause)),
  full: noSpace,
  io: (file, cause) => outOfHandles(file, cause) ?? (hasNoSpace(file) ? noSpace(file, cause) : failedDisk(file, cause)),
  open: (file, cause) => outOfHandles(file, cause) ?? unopened(file, cause),
  // SQLite opens a file for reading if it cannot be opened for writing, whatever the reason.
  denied: (file, cause) => outOfHandles(file, cause) ?? denied(file, cause),
  memory: (file, cause) =>
    new CodedError('out_of_resources', `No memory left to use the ${nounOf(file)} ${file}.`, about(file, cause)),
  cancelled: (file, cause) =>
    new CodedError('request_cancelled', `Reading the ${nounOf(file)} ${file} was cancelled.`, about(file, cause)),
  bug: (_, cause) => cause,
};

function about(file: string, cause: unknown) {
  return { data: { path: file }, cause };
}

function nounOf(file: string): string {
  return basename(file) === 'registry.db' ? 'registry' : 'index';
}

function noSpace(file: string, cause: unknown): CodedError {
  return new CodedError('disk_full', `No space left to write the ${nounOf(file)} ${file}.`, about(file, cause));
}

function failedDisk(file: string, cause: unknown): CodedError {
  const message = `The disk failed while the ${nounOf(file)} ${file} was read or written.`;
  return new CodedError('io_error', message, about(file, cause));
}

function denied(file: string, cause: unknown): CodedError {
  return new CodedError(
    'permission_denied',
    `Cannot open the ${nounOf(file)} ${file} for writing.`,
    about(file, cause),
  );
}

/** Opening any other file fails too if the process or the system has no handles left. */
function outOfHandles(file: string, cause: unknown): CodedError | undefined {
  try {
    closeSync(openSync(devNull, 'r'));
    return undefined;
  } catch (thrown) {
    return systemError(thrown, file, cause);
  }
}

/** Asks the file system why the file cannot be opened. The file itself is not opened: that would drop SQLite's locks. */
function unopened(file: string, cause: unknown): CodedError {
  try {
    const found = targetAt(file);
    if (found === undefined) {
      const folder = dirname(file);
      if (targetAt(folder) === undefined) return misplaced(`${folder} does not exist`);
      accessSync(folder, constants.W_OK | constants.X_OK);
    } else {
      if (!found.isFile()) return misplaced(`${file} is not a regular file`);
      accessSync(file, constants.R_OK | constants.W_OK);
    }
    return hasNoSpace(file) ? noSpace(file, cause) : misplaced('SQLite gives no reason');
  } catch (thrown) {
    const exhausted = systemError(thrown, file, cause);
    if (exhausted !== undefined) return exhausted;
    const { code } = thrown as NodeJS.ErrnoException;
    return code === 'EACCES' || code === 'EPERM' || code === 'EROFS' ? denied(file, cause) : failedDisk(file, cause);
  }

  function misplaced(why: string): CodedError {
    return new CodedError('io_error', `The ${nounOf(file)} ${file} cannot be opened: ${why}.`, about(file, cause));
  }
}

/** SQLite reports some writes to a full disk as I/O errors. */
function hasNoSpace(file: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(file));
    return bavail * bsize < smallestWriteBytes;
  } catch {
    return false;
  }
}

/** SQLite extends the shared memory of the write-ahead log by this much. */
const smallestWriteBytes = 32_768;
