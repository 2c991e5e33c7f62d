/** Inserts many rows with few statements: a call into SQLite costs more than the row it brings. */
import type { Database, SqlValue, Statement } from './sqlite.ts';

const rowsPerStatement = 40;

export class BulkInsert {
  readonly #many: Statement;
  readonly #one: Statement;
  readonly #width: number;
  #pending: SqlValue[] = [];

  constructor(database: Database, table: string, columns: readonly string[], verb = 'INSERT') {
    const row = `(${columns.map(() => '?').join(', ')})`;
    const into = `${verb} INTO ${table} (${columns.join(', ')}) VALUES `;
    this.#width = columns.length;
    this.#many = database.prepare(into + Array(rowsPerStatement).fill(row).join(', '));
    this.#one = database.prepare(into + row);
  }

  add(...values: SqlValue[]): void {
    for (const value of values) this.#pending.push(value);
    if (this.#pending.length < rowsPerStatement * this.#width) return;
    this.#many.run(...this.#pending);
    this.#pending = [];
  }

  /** Writes what is left; to be called before the transaction ends. */
  flush(): void {
    for (let at = 0; at < this.#pending.length; at += this.#width) {
      this.#one.run(...this.#pending.slice(at, at + this.#width));
    }
    this.#pending = [];
  }

  /** Forgets what was not written, after the transaction was rolled back. */
  discard(): void {
    this.#pending = [];
  }
}
