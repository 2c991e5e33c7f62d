/** A connection that only reads: statements are prepared once, and what the engine throws becomes an error of ours. */
import { readMany } from './read-many.ts';
import type { Database, Row, SqlValue, Statement } from './sqlite.ts';
import { storeError } from './sqlite-errors.ts';

export class Reader {
  readonly #database: Database;
  readonly #file: string;
  readonly #statements = new Map<string, Statement>();

  constructor(database: Database, file: string) {
    this.#database = database;
    this.#file = file;
  }

  get(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.#attempt(() => this.#statement(sql).get(...values));
  }

  all(sql: string, ...values: SqlValue[]): Row[] {
    return this.#attempt(() => this.#statement(sql).all(...values));
  }

  /** The rows of a query over `columns`, each as an array; numbers and texts only. */
  many(columns: string, from: string, ...values: SqlValue[]): (string | number | null)[][] {
    return this.#attempt(() => readMany({ prepare: (sql) => this.#statement(sql) }, columns, from, ...values));
  }

  exec(sql: string): void {
    this.#attempt(() => this.#database.exec(sql));
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #statement(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #attempt<Result>(read: () => Result): Result {
    try {
      return read();
    } catch (thrown) {
      throw storeError(thrown, this.#file);
    }
  }
}
