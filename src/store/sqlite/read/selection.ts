/** A selection says which columns a query reads and where each is in the rows it gives, so that no reader counts columns. */
import type { Column } from '../../codec/columns.ts';

export interface Selection<Field extends string> {
  /** The list of columns. */
  readonly sql: string;
  readonly at: Readonly<Record<Field, number>>;
}

/** The fields to read, from a table of what each of them is in SQL. */
export function select<Field extends string>(
  expressions: Readonly<Record<Field, string>>,
  fields: readonly Field[],
): Selection<Field> {
  return {
    sql: fields.map((field) => expressions[field]).join(', '),
    at: Object.fromEntries(fields.map((field, at) => [field, at])) as Record<Field, number>,
  };
}

/** What the fields of described columns are in SQL. `table` is the table's alias, `names` those of its joins with the shared names. */
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
