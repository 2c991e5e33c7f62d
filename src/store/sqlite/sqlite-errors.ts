/** Converts errors of SQLite to coded errors. */
import { CodedError } from '../../errors.ts';
import type { Database } from './sqlite.ts';

/** Wraps a database so that its errors become coded errors that name the file. */
export function withStoreErrors(database: Database, file: string): Database {
  const attempt = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (thrown) {
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

export function storeError(thrown: unknown, file: string): unknown {
  if (thrown instanceof CodedError) return thrown;
  const { code = '', message = '' } = thrown as { code?: string; message?: string };
  const about = `${code} ${(thrown as { errstr?: string }).errstr ?? ''} ${message}`;
  const options = { data: { path: file }, cause: thrown };
  if (/SQLITE_FULL|disk is full|ENOSPC/i.test(about)) {
    return new CodedError('disk_full', `No space left to write the index ${file}.`, options);
  }
  if (/SQLITE_CORRUPT|SQLITE_NOTADB|malformed|not a database/i.test(about)) {
    return new CodedError('index_incompatible', `The index ${file} is damaged.`, options);
  }
  if (/SQLITE_IOERR|disk I\/O error|EIO\b/i.test(about)) {
    return new CodedError('io_error', `The disk failed while the index ${file} was read or written.`, options);
  }
  if (/SQLITE_READONLY|SQLITE_PERM|SQLITE_CANTOPEN|readonly database|unable to open/i.test(about)) {
    return new CodedError('permission_denied', `Cannot open the index ${file} for writing.`, options);
  }
  return thrown;
}
