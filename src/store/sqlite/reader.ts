/** A read-only connection that caches prepared statements. */
import type { Database, Row, SqlValue, Statement } from './sqlite.ts';

/** A row decoded from JSON. */
export type JsonRow = readonly (string | number | null)[];

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

  /** See `readMany`. */
  many(columns: string, from: string, ...values: SqlValue[]): JsonRow[] {
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

/**
 * Returns the rows of a query over `columns`, each as an array of numbers and texts. They are transferred as one JSON
 * value, which costs the drivers far less than an object per row.
 */
export function readMany(
  database: Pick<Database, 'prepare'>,
  columns: string,
  from: string,
  ...values: SqlValue[]
): JsonRow[] {
  const row = database.prepare(`SELECT json_group_array(json_array(${columns})) AS rows FROM ${from}`).get(...values);
  return JSON.parse(row?.rows as string);
}
