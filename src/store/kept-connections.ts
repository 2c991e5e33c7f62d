/**
 * Kept connections: those of a driver that cannot close them. libsql holds the files of a connection for as long as one of its
 * statements lives, and rows keep statements alive, so a connection that is done with is lent again instead of being closed.
 */
import { statSync } from 'node:fs';

export interface Keepable<Prepared> {
  readonly inTransaction: boolean;
  exec(sql: string): void;
  prepare(sql: string): Prepared;
  close(): void;
}

export interface KeptConnection<Prepared> {
  readonly database: Keepable<Prepared>;
  prepare(sql: string): Prepared;
  /** Gives it back; `isSound` if nothing went wrong with it. */
  giveBack(isSound: boolean): void;
}

/** More are given up, with what they hold. */
const maxKept = 32;
/** Each statement is kept as well, since a new one would hold the connection too. */
const maxStatements = 1_000;

interface Kept<Prepared> {
  readonly database: Keepable<Prepared>;
  readonly statements: Map<string, Prepared>;
}

export class KeptConnections<Prepared> {
  readonly #idle = new Map<string, Kept<Prepared>[]>();

  /** A connection to a file, as good as new; its pragmas are for the caller to set. */
  take(file: string, connect: () => Keepable<Prepared>): KeptConnection<Prepared> {
    const kept = this.#idle.get(stampOf(file))?.pop() ?? { database: connect(), statements: new Map() };
    const { database, statements } = kept;
    return {
      database,
      prepare(sql) {
        const known = statements.get(sql);
        if (known !== undefined) return known;
        const statement = database.prepare(sql);
        if (statements.size < maxStatements) statements.set(sql, statement);
        return statement;
      },
      giveBack: (isSound) => {
        if (!isSound || !this.#keep(file, kept)) database.close();
      },
    };
  }

  #keep(file: string, kept: Kept<Prepared>): boolean {
    try {
      if (kept.database.inTransaction) kept.database.exec('ROLLBACK');
      kept.database.exec('PRAGMA shrink_memory');
    } catch {
      return false;
    }
    const stamp = stampOf(file);
    const others = this.#idle.get(stamp) ?? [];
    if (stamp === '' || others.length >= maxKept) return false;
    this.#idle.set(stamp, [...others, kept]);
    return true;
  }
}

/** The file and its log, by what they are and not by their names: a connection to a file that was replaced is lost. */
function stampOf(file: string): string {
  const found = ['', '-wal', '-shm'].map((suffix) => statSync(file + suffix, { throwIfNoEntry: false, bigint: true }));
  if (found[0] === undefined) return '';
  return [file, ...found.map((entry) => (entry === undefined ? 'none' : `${entry.dev}:${entry.ino}`))].join(' ');
}
