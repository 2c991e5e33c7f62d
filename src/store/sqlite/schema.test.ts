import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { columnNames, createSchema, schemaVersion, type TableName, tableDefinitions, tables } from './schema.ts';
import { openDatabase } from './sqlite.ts';

/**
 * Change them together: an index with the old tables, or with facts of another grammar, must not be mistaken for one with
 * the new ones. Both packages are dependencies with exact versions, so that equal programs extract equal facts.
 */
const known = {
  schemaVersion: 11,
  tables: 'a8790779e0058b46',
  parser: { '@vscode/tree-sitter-wasm': '0.3.1', 'web-tree-sitter': '0.27.1' },
};

test('tables and grammars change only with the schema version', () => {
  const withoutNotes = tableDefinitions().replace(/--.*\n/g, '');
  const hash = createHash('sha256').update(withoutNotes).digest('hex').slice(0, 16);
  const { dependencies } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  expect({ schemaVersion, tables: hash, parser: dependencies }).toMatchObject(known);
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
