/** Inserts rows in bulk, and names once: a name is stored once and referred to by number. */

import { columnNames, isWordTable, type TableName } from '../schema.ts';
import type { Database, SqlValue, Statement } from '../sqlite.ts';

const maxRemembered = 250_000;

export class NameTable {
  readonly #insert: BulkInsert;
  readonly #select: Statement;
  readonly #last: Statement;
  readonly #ids = new Map<string, number>();
  /** The cache contains every stored name, so a name outside it is new. */
  #isComplete = false;
  #nextId = 1;

  constructor(database: Database) {
    this.#insert = new BulkInsert(database, 'names');
    this.#select = database.prepare('SELECT id FROM names WHERE name = ?');
    this.#last = database.prepare('SELECT coalesce(max(id), 0) AS id FROM names');
    this.reset();
  }

  /** Must be called inside a write transaction. */
  idOf(name: string): number {
    const known = this.#ids.get(name) ?? this.#stored(name);
    if (known !== undefined) return known;
    const id = this.#nextId++;
    this.#insert.add(id, name);
    this.#remember(name, id);
    return id;
  }

  /** Writes the pending names. Must be called before the transaction ends. */
  flush(): void {
    this.#insert.flush();
  }

  /** Clears the cache and pending names after a rollback. */
  reset(): void {
    this.#insert.discard();
    this.#ids.clear();
    const last = Number(this.#last.get()?.id);
    this.#isComplete = last === 0;
    this.#nextId = last + 1;
  }

  #stored(name: string): number | undefined {
    if (this.#isComplete) return undefined;
    const id = this.#select.get(name)?.id;
    if (id === undefined) return undefined;
    this.#remember(name, Number(id));
    return Number(id);
  }

  #remember(name: string, id: number): void {
    if (this.#ids.size >= maxRemembered) {
      // Evicted names are looked up in the table, so they must be written first.
      this.#insert.flush();
      this.#ids.clear();
      this.#isComplete = false;
    }
    this.#ids.set(name, id);
  }
}

// Inserts many rows with few statements, because a call into SQLite costs more than the row itself.
//
// For a multi-row statement that may fail halfway, SQLite sets a savepoint, and a savepoint makes every full-text table
// flush its pending words. So rows of full-text tables are inserted one by one, and the others with `OR FAIL`, which
// needs no savepoint: the caller rolls back the whole transaction.

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

  /** Values are in the order of the table's columns (schema.ts). */
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
