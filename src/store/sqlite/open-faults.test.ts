/** Only proven damage is damage: an index that cannot be opened for another reason is neither rebuilt nor set aside. */
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRegistry } from '../registry/registry.ts';
import { inspectIndex, openStore, projectFile } from './open-store.ts';
import { faultOf, resultCodes } from './result-codes.ts';
import { type Database, wrapDatabases } from './sqlite.ts';

let home: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'open-faults-')));
});
afterEach(() => {
  wrapDatabases((database) => database);
  rmSync(home, { recursive: true, force: true });
});

/** Every statement of every database fails with this code from now on. */
function failWith(code: string): void {
  const fail = (): never => {
    throw Object.assign(new Error('told'), { code, rawCode: resultCodes[code]?.[0] });
  };
  wrapDatabases((database): Database => ({ ...database, exec: fail, prepare: fail }));
}

function codesOf(wanted: (fault: string) => boolean): string[] {
  return Object.entries(resultCodes).flatMap(([name, [code]]) => (wanted(faultOf(code) ?? '') ? [name] : []));
}

/** A lock is waited for, which takes seconds; another process holds a real one in a test of its own. */
const otherFaults = codesOf((fault) => fault !== 'damage' && fault !== 'busy');

test.each(codesOf((fault) => fault === 'damage'))('an index that fails with %s is damaged', async (code) => {
  await (await openStore(home, 'p')).close();
  failWith(code);
  expect(await inspectIndex(home, 'p')).toMatchObject({ status: 'corrupt_manifest' });
  await expect(openStore(home, 'p')).rejects.toMatchObject({ code: 'index_incompatible' });
});

test('an index that fails with any other code is not damaged', async () => {
  await (await openStore(home, 'p')).close();
  for (const code of otherFaults) {
    failWith(code);
    const opened = await openStore(home, 'p').catch((thrown) => thrown);
    expect(opened, code).toBeInstanceOf(Error);
    expect(opened.code, code).not.toBe('index_incompatible');
    await expect(inspectIndex(home, 'p'), code).rejects.toBeInstanceOf(Error);
  }
  wrapDatabases((database) => database);
  expect(await inspectIndex(home, 'p')).toMatchObject({ status: 'compatible' });
});

test('a registry that fails with any other code is not set aside', async () => {
  const registry = await openRegistry(home);
  await registry.register({ root: '/somewhere', identity: '/somewhere', kind: 'folder' });
  await registry.close();
  for (const code of otherFaults) {
    failWith(code);
    await expect(openRegistry(home), code).rejects.toBeInstanceOf(Error);
  }
  wrapDatabases((database) => database);
  expect(readdirSync(home).filter((name) => name.includes('set-aside'))).toEqual([]);
  const after = await openRegistry(home);
  expect(await after.list()).toHaveLength(1);
  await after.close();
});

test('an open registry that fails with any other code is not set aside', async () => {
  let code: string | undefined;
  wrapDatabases((database) => ({
    ...database,
    prepare: (sql) => {
      if (code !== undefined) throw Object.assign(new Error('told'), { code });
      return database.prepare(sql);
    },
  }));
  const registry = await openRegistry(home);
  for (code of [...otherFaults, 'SQLITE_BUSY', 'SQLITE_LOCKED']) await expect(registry.list()).rejects.toThrow();
  code = undefined;
  expect(await registry.list()).toEqual([]);
  expect(readdirSync(home).filter((name) => name.includes('set-aside'))).toEqual([]);
  await registry.close();
});

test('a folder in place of the index is reported as such', async () => {
  mkdirSync(projectFile(home, 'p'), { recursive: true });
  const told = { code: 'io_error', message: expect.stringContaining('is not a regular file') };
  await expect(inspectIndex(home, 'p')).rejects.toMatchObject(told);
  await expect(openStore(home, 'p')).rejects.toMatchObject(told);
});

test('a write-ahead log that cannot be read does not count as lost', async () => {
  const store = await openStore(home, 'p');
  await store.beginJob({ ref: 'main', operation: 'index', force: false });
  await store.close();
  rmSync(`${projectFile(home, 'p')}-wal`, { force: true });
  mkdirSync(`${projectFile(home, 'p')}-wal`);
  await expect(inspectIndex(home, 'p')).rejects.toBeInstanceOf(Error);
});

test('a check of the whole index reports a fault of the environment as such, not as damage', async () => {
  const store = await openStore(home, 'p');
  await store.close();
  wrapDatabases((database) => ({
    ...database,
    exec: (sql) => {
      if (/integrity-check/.test(sql)) throw Object.assign(new Error('told'), { code: 'SQLITE_FULL' });
      return database.exec(sql);
    },
  }));
  const checked = await openStore(home, 'p');
  await expect(checked.integrityErrors()).rejects.toMatchObject({ code: 'disk_full' });
  await checked.close();
});

test('an index without its tables is damaged', async () => {
  const file = projectFile(home, 'p');
  await (await openStore(home, 'p')).close();
  const { openDatabase } = await import('./sqlite.ts');
  const database = openDatabase(file);
  database.exec('DROP TABLE refs');
  database.close();
  expect(await inspectIndex(home, 'p')).toMatchObject({ status: 'corrupt_manifest' });
  expect(readdirSync(dirname(file)).filter((name) => name.includes('set-aside'))).toEqual([]);
});
