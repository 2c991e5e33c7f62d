import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { columnNames, createSchema, schemaVersion, type TableName, tableDefinitions, tables } from './schema.ts';
import { openDatabase } from './sqlite.ts';

/** Change both together: an index with the old tables must not be mistaken for one with the new tables. */
const known = { schemaVersion: 3, tables: 'a550504b389cf361' };

test('tables change only with the schema version', () => {
  const withoutNotes = tableDefinitions().replace(/--.*\n/g, '');
  const hash = createHash('sha256').update(withoutNotes).digest('hex').slice(0, 16);
  expect({ schemaVersion, tables: hash }).toEqual(known);
});

test('rows are written in the column order of the tables', () => {
  const database = openDatabase(':memory:');
  createSchema(database);
  for (const table of Object.keys(tables) as TableName[]) {
    const found = database.prepare(`SELECT name FROM pragma_table_info('${table}')`).all();
    const written = columnNames(table).filter((column) => column !== 'rowid');
    expect([table, written]).toEqual([table, found.map(({ name }) => name)]);
  }
  database.close();
});
