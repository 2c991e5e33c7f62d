/** A selection lists the columns of a query and their positions in the rows, so that no reader counts columns. */
import type { Column } from '../../codec/columns.ts';

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
