/**
 * A column describes its name, its type, and how a field of a record is stored in it and read from it. Table
 * definitions, written rows and read rows are all derived from these descriptions. There is no SQL here: each database
 * maps the types to its own.
 */

export type StoredValue = string | number | null | Uint8Array;

/**
 * `key`: the row id. `name`: a text shared by many rows, which is stored once and referred to by number. `bytes`: read
 * back as hexadecimal.
 */
export type ColumnType = 'key' | 'integer' | 'text' | 'name' | 'bytes';

export interface Column<Source, Value> {
  readonly column: string;
  readonly type: ColumnType;
  /** The column is `null` if the field is absent. */
  readonly optional?: true;
  /** A comment in the table definition, for people who open the database with other tools. */
  readonly note?: string;
  encode(source: Source): StoredValue;
  decode(stored: StoredValue | undefined): Value;
}

/** A column for every field of a record, in storage order. */
export type ColumnsOf<Row, Source = Row> = {
  readonly [Field in keyof Required<Row>]: Column<Source, Exclude<Row[Field], undefined>>;
};

export const asText = (stored: StoredValue | undefined): string => stored as string;
export const asNumber = (stored: StoredValue | undefined): number => stored as number;
