import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/test-repository.ts';
import { missingFrom } from './expected-schema.ts';
import { inspectIndex, openStore, projectFile } from './open-store.ts';
import { createSchema, expectedTables } from './schema.ts';
import { type Database, defaultDriver, hasNodeSqlite, openDatabase, sqliteDrivers } from './sqlite.ts';
import { withStoreErrors } from './store-errors.ts';

const drivers = sqliteDrivers.filter((driver) => driver !== 'node:sqlite' || hasNodeSqlite());

function databaseAfter(change: string, driver = defaultDriver()): Database {
  const database = openDatabase(':memory:', driver);
  onTestFinished(() => database.close());
  createSchema(database);
  database.exec(change);
  return database;
}

test('a new index has every table and column', () => {
  expect(missingFrom(databaseAfter(''), expectedTables)).toBeUndefined();
});

test.each([
  ['DROP TABLE symbols', 'table symbols'],
  ['DROP TABLE chunk_words', 'table chunk_words'],
  ['ALTER TABLE refs RENAME COLUMN root TO other', 'column root in the table refs'],
])('after %s it lacks the %s', (change, missing) => {
  expect(missingFrom(databaseAfter(change), expectedTables)).toBe(missing);
});

test.each(drivers)('with %s, a statement that names a lost column finds damage, and a wrong one a bug', (driver) => {
  const wrapped = (change: string) => withStoreErrors(databaseAfter(change, driver), 'index.db', expectedTables);
  const damage = { code: 'index_incompatible', message: 'The index index.db is damaged: it has no table refs.' };
  const dropped = wrapped('DROP TABLE refs');
  expect(() => dropped.prepare('SELECT name FROM refs').get()).toThrow(expect.objectContaining(damage));
  expect(() => dropped.exec('INSERT INTO refs (name) VALUES (1)')).toThrow(expect.objectContaining(damage));
  const sound = wrapped('');
  expect(() => sound.prepare('SELECT refs.lost FROM refs').get()).toThrow(/no such column/);
  expect(() => sound.prepare('SELECT refs.lost FROM refs').get()).not.toThrow(expect.objectContaining(damage));
});

test.each(['refs', 'symbols'])(
  'an index that loses the table %s is damaged, for an open store and a new one',
  async (table) => {
    const home = temporaryFolder();
    const store = await openStore(home, 'p');
    const other = openDatabase(projectFile(home, 'p'));
    other.exec(`DROP TABLE ${table}`);
    other.close();
    const view = table === 'refs' ? store.refs() : store.heldOnlyBy([]).then(() => store.integrityErrors());
    if (table === 'refs') await expect(view).rejects.toMatchObject({ code: 'index_incompatible' });
    else expect(await view).toContainEqual(expect.stringContaining('it has no table symbols'));
    await store.close();
    expect(await inspectIndex(home, 'p')).toMatchObject({ status: 'corrupt_manifest' });
    await expect(openStore(home, 'p')).rejects.toMatchObject({ code: 'index_incompatible' });
  },
);
