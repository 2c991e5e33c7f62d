/** A read-only connection with prepared statements, and the conversion of its rows to records of the store interface. */
import type { JobProgress } from '../../../model.ts';
import type { Column } from '../../codec/columns.ts';
import type { JobRecord, RefRecord } from '../../store.ts';
import type { Database, Row, SqlValue, Statement } from '../sqlite.ts';

export function toRef(row: Row): RefRecord {
  return {
    id: row.id as number,
    name: row.name as string,
    ...(row.commit_id === null ? {} : { commit: row.commit_id as string }),
    source: row.source as RefRecord['source'],
    root: row.root as string,
    publishedAt: row.published_at as string,
    jobId: row.job_id as string,
    rules: row.rules as string,
    fileCount: row.file_count as number,
    symbolCount: row.symbol_count as number,
  };
}

export function toJob(row: Row): JobRecord {
  return {
    id: row.id as string,
    ref: row.ref as string,
    operation: row.operation as JobRecord['operation'],
    mode: row.mode as JobRecord['mode'],
    status: row.status as JobRecord['status'],
    createdAt: row.created_at as string,
    ...(row.finished_at === null ? {} : { finishedAt: row.finished_at as string }),
    ...(row.duration_ms === null ? {} : { durationMs: row.duration_ms as number }),
    ...(row.changed_files === null ? {} : { changedFiles: row.changed_files as number }),
    ...(row.error_code === null ? {} : { errorCode: row.error_code as string }),
    ...(row.error_message === null ? {} : { errorMessage: row.error_message as string }),
    progress: JSON.parse(row.progress as string) as JobProgress,
  };
}

/** A selection lists the columns of a query and their positions in the rows, so that no reader counts columns. */
export interface Selection<Field extends string> {
  /** The list of columns. */
  readonly sql: string;
  readonly at: Readonly<Record<Field, number>>;
}

/** Selects fields, given the SQL expression of each. */
export function select<Field extends string>(
  expressions: Readonly<Record<Field, string>>,
  fields: readonly Field[],
): Selection<Field> {
  return {
    sql: fields.map((field) => expressions[field]).join(', '),
    at: Object.fromEntries(fields.map((field, at) => [field, at])) as Record<Field, number>,
  };
}

/**
 * Returns the SQL expressions of described columns. `table` is the alias of the table, `names` are the aliases of its
 * joins with the names table.
 */
export function expressionsOf<Field extends string>(
  columns: Readonly<Record<Field, Pick<Column<never, unknown>, 'column' | 'type'>>>,
  table: string,
  names: Readonly<Partial<Record<string, string>>> = {},
): Record<Field, string> {
  const fields = Object.keys(columns) as Field[];
  return Object.fromEntries(
    fields.map((field) => {
      const { column, type } = columns[field];
      if (type === 'name') return [field, `${names[field]}.name`];
      return [field, type === 'bytes' ? `lower(hex(${table}.${column}))` : `${table}.${column}`];
    }),
  ) as Record<Field, string>;
}

// A read-only connection that caches prepared statements.

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
