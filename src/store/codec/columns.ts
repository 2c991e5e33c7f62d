/**
 * A column is described once: its name, its type, and how a field of a record is stored in it and read from it. The tables, the
 * rows that are written and the rows that are read all follow from these descriptions. No SQL is known here: each database
 * says what a type is in its own words.
 */

export type StoredValue = string | number | null | Uint8Array;

/**
 * `key`: the number of the row. `name`: a text that many rows share; it is stored once, and the column holds its number.
 * `bytes`: read back as hexadecimal.
 */
export type ColumnType = 'key' | 'integer' | 'text' | 'name' | 'bytes';

export interface Column<Source, Value> {
  readonly column: string;
  readonly type: ColumnType;
  /** It holds `null` where the field is absent. */
  readonly optional?: true;
  /** Written into the table's definition, for those who open the database by other means. */
  readonly note?: string;
  encode(source: Source): StoredValue;
  decode(stored: StoredValue | undefined): Value;
}

/** A column for every field of a record, in the order in which they are stored. */
export type ColumnsOf<Row, Source = Row> = {
  readonly [Field in keyof Required<Row>]: Column<Source, Exclude<Row[Field], undefined>>;
};

export const asText = (stored: StoredValue | undefined): string => stored as string;
export const asNumber = (stored: StoredValue | undefined): number => stored as number;
