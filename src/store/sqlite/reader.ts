/** A connection that only reads, with statements that are prepared once. */
import { readMany } from './read-many.ts';
import type { Database, Row, SqlValue, Statement } from './sqlite.ts';

export class Reader {
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();

  constructor(database: Database) {
    this.#database = database;
  }

  get(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.#statement(sql).get(...values);
  }

  all(sql: string, ...values: SqlValue[]): Row[] {
    return this.#statement(sql).all(...values);
  }

  /** The rows of a query over `columns`, each as an array; numbers and texts only. */
  many(columns: string, from: string, ...values: SqlValue[]): (string | number | null)[][] {
    return readMany({ prepare: (sql) => this.#statement(sql) }, columns, from, ...values);
  }

  exec(sql: string): void {
    this.#database.exec(sql);
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
}
