import { describe, expect, test } from 'vitest';
import { hasNodeSqlite, openDatabase, type SqliteDriver } from './sqlite.ts';

const drivers: SqliteDriver[] = hasNodeSqlite() ? ['node:sqlite', 'libsql'] : ['libsql'];

describe.each(drivers)('%s', (driver) => {
  function check(what: string, ask: 'run' | 'get' | 'all'): void {
    test(`${what} works again after a failure`, () => {
      const database = openDatabase(':memory:', driver);
      database.exec('CREATE TABLE numbers (id INTEGER PRIMARY KEY)');
      const insert = database.prepare('INSERT INTO numbers VALUES (?) RETURNING id');
      insert[ask](1);
      expect(() => insert[ask](1)).toThrow(/UNIQUE/);
      insert[ask](2);
      database.prepare('INSERT INTO numbers VALUES (?) RETURNING id')[ask](3);
      expect(database.prepare('SELECT id FROM numbers').all()).toMatchObject([{ id: 1 }, { id: 2 }, { id: 3 }]);
      database.close();
    });
  }

  check('a statement without results', 'run');
  check('a query for one row', 'get');
  check('a query for rows', 'all');
});
