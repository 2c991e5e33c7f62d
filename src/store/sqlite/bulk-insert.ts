/**
 * Inserts many rows with few statements, because a call into SQLite costs more than the row itself.
 *
 * For a multi-row statement that may fail halfway, SQLite sets a savepoint, and a savepoint makes every full-text table
 * flush its pending words. So rows of full-text tables are inserted one by one, and the others with `OR FAIL`, which
 * needs no savepoint: the caller rolls back the whole transaction.
 */
import type { Database, SqlValue, Statement } from './sqlite.ts';
import { columnNames, isWordTable, type TableName } from './tables.ts';

const rowsPerStatement = 40;

export class BulkInsert {
  readonly #many: Statement;
  readonly #one: Statement;
  readonly #width: number;
  readonly #full: number;
  #pending: SqlValue[] = [];

  constructor(database: Database, table: TableName, verb = 'INSERT OR FAIL') {
    const columns = columnNames(table);
    const rows = isWordTable(table) ? 1 : rowsPerStatement;
    const row = `(${columns.map(() => '?').join(', ')})`;
    const into = `${verb} INTO ${table} (${columns.join(', ')}) VALUES `;
    this.#width = columns.length;
    this.#full = rows * columns.length;
    this.#one = database.prepare(into + row);
    this.#many = rows === 1 ? this.#one : database.prepare(into + Array(rows).fill(row).join(', '));
  }

  /** Values are in the order of the table's columns (tables.ts). */
  add(...values: SqlValue[]): void {
    this.addRow(values);
  }

  addRow(values: readonly SqlValue[]): void {
    for (const value of values) this.#pending.push(value);
    if (this.#pending.length < this.#full) return;
    this.#many.run(...this.#pending);
    this.#pending = [];
  }

  /** Writes the pending rows. Must be called before the transaction ends. */
  flush(): void {
    for (let at = 0; at < this.#pending.length; at += this.#width) {
      this.#one.run(...this.#pending.slice(at, at + this.#width));
    }
    this.#pending = [];
  }

  /** Drops the pending rows after a rollback. */
  discard(): void {
    this.#pending = [];
  }
}
