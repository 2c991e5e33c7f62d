import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { CodedError } from '../../errors.ts';
import { damageOfMissingWal, integrityErrors } from './check-integrity.ts';
import { takeLease } from './lease.ts';
import { createSchema } from './schema.ts';
import { type Database, openDatabase } from './sqlite.ts';

test('a check deletes the lease of the killed job', () => {
  const database = databaseWithDeadLease();
  expect(damageOfMissingWal(database)).toEqual([]);
  expect(tokens(database)).toEqual([]);
});

test('a check does not delete the lease that a job takes during the check', () => {
  const database = databaseWithDeadLease();
  const watched = whenChecked(database, () => takeLease(database, { token: 'new', jobId: 'j2' }));
  expect(damageOfMissingWal(watched)).toEqual([]);
  expect(tokens(database)).toEqual(['new']);
});

test('a check that cannot read the index does not report damage', () => {
  const database = databaseWithDeadLease();
  const failing = whenChecked(database, () => {
    throw new CodedError('io_error', 'The disk failed.');
  });
  expect(() => integrityErrors(failing)).toThrow('The disk failed.');
  expect(() => damageOfMissingWal(failing)).toThrow('The disk failed.');
  expect(tokens(database)).toEqual(['old']);
});

function databaseWithDeadLease(): Database {
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  createSchema(database);
  const { pid } = spawnSync('true');
  database
    .prepare('INSERT INTO lease (only_one, token, job_id, pid, host, heartbeat_ms) VALUES (1, ?, ?, ?, ?, ?)')
    .run('old', 'j1', pid, hostname(), Date.now());
  return database;
}

/** Runs `then` when the integrity check begins. */
function whenChecked(database: Database, then: () => void): Database {
  return {
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
    prepare: (sql) => {
      if (sql.includes('integrity_check')) then();
      return database.prepare(sql);
    },
  };
}

function tokens(database: Database): unknown[] {
  return database
    .prepare('SELECT token FROM lease')
    .all()
    .map(({ token }) => token);
}
