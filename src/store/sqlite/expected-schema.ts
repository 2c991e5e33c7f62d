/**
 * The expected schema of a database: its tables and their columns. A statement that names one that is missing fails with
 * the code of a wrong statement. It is damage if the database lacks what it should have, otherwise a bug.
 */
import type { Database } from './sqlite.ts';

/** The columns by table; other tables and columns do no harm. */
export type ExpectedTables = ReadonlyMap<string, readonly string[]>;

/** Whether an error says that a table or a column does not exist. */
export function namesMissing(thrown: unknown): boolean {
  return /no such (?:table|column)|has no column named/.test(String((thrown as Error | undefined)?.message));
}

/**
 * Returns the first thing that is missing, as in "table refs"; undefined if nothing is. Only the definitions are read:
 * asking SQLite for the columns would open the full-text tables, and with them files that may have been replaced.
 */
export function missingFrom(database: Database, expected: ExpectedTables): string | undefined {
  const rows = database.prepare(`SELECT name, sql FROM sqlite_master WHERE type = 'table'`).all();
  const found = new Map(rows.map(({ name, sql }) => [name, wordsIn(String(sql))]));
  for (const [table, columns] of expected) {
    const there = found.get(table);
    if (there === undefined) return `table ${table}`;
    const column = columns.find((each) => !there.has(each));
    if (column !== undefined) return `column ${column} in the table ${table}`;
  }
  return undefined;
}

function wordsIn(definition: string): ReadonlySet<string> {
  return new Set(definition.replace(/--.*/g, '').match(/\w+/g));
}
