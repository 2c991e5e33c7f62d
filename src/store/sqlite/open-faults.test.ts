/** Only proven damage is damage: an index that cannot be opened for another reason is neither rebuilt nor set aside. */
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRegistry } from '../registry/registry.ts';
import { hasWal } from './database-files.ts';
import {
  dropQuarantinedIndexes,
  inspectIndex,
  openStore,
  projectFile,
  quarantineIndex,
  stampOfIndex,
} from './open-store.ts';
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

function linkToNothing(path: string): void {
  symlinkSync(join(home, 'nothing'), path);
}

function linkToItself(path: string): void {
  symlinkSync(path, path);
}

function writeNote(path: string): void {
  writeFileSync(path, 'a note');
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
  for (code of otherFaults) await expect(registry.list()).rejects.toThrow();
  for (code of ['SQLITE_BUSY', 'SQLITE_LOCKED']) {
    const waiting = registry.list();
    await setImmediate();
    code = undefined;
    expect(await waiting).toEqual([]);
  }
  expect(await registry.list()).toEqual([]);
  expect(readdirSync(home).filter((name) => name.includes('set-aside'))).toEqual([]);
  await registry.close();
});

test.each([
  ['a folder', '', mkdirSync],
  ['a link to nothing', '', linkToNothing],
  ['a link to itself', '', linkToItself],
  ['a folder', '-wal', mkdirSync],
  ['a link to nothing', '-shm', linkToNothing],
  ['a link to itself', '-journal', linkToItself],
  ['a file', '/..', writeNote],
  ['a link to nothing', '/..', linkToNothing],
  ['a file', '/../..', writeNote],
  ['a link to itself', '/../..', linkToItself],
])('%s in place of index.db%s is damage, and can be quarantined and dropped', async (_kind, suffix, create) => {
  const path = resolve(projectFile(home, 'p') + suffix);
  await (await openStore(home, 'p')).close();
  rmSync(path, { recursive: true, force: true });
  create(path);
  const message = expect.stringMatching(/is damaged: .* is not a (regular file|folder)/);
  expect(await inspectIndex(home, 'p')).toMatchObject({ status: 'corrupt_manifest', message });
  await expect(openStore(home, 'p')).rejects.toMatchObject({ code: 'index_incompatible', message });
  quarantineIndex(home, 'p', stampOfIndex(home, 'p'));
  await (await openStore(home, 'p')).close();
  expect(await inspectIndex(home, 'p')).toMatchObject({ status: 'compatible' });
  dropQuarantinedIndexes(home, 'p');
  expect(readdirSync(home, { recursive: true }).filter((name) => name.includes('set-aside'))).toEqual([]);
});

test('a write-ahead log that cannot be read does not count as lost', () => {
  const file = join(home, 'x.db');
  expect(hasWal(file)).toBe(false);
  mkdirSync(`${file}-wal`);
  expect(() => hasWal(file)).toThrow('EISDIR');
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
