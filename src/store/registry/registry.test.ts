import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { noProgress } from '../../model.ts';
import { quarantineSuffix } from '../sqlite/database-files.ts';
import { openStore } from '../sqlite/open-store.ts';

import { openDatabase, wrapDatabases } from '../sqlite/sqlite.ts';
import { ownWarning } from '../warn.ts';
import { openRegistry, projectIdOf, type Registry } from './registry.ts';

let home: string;
let registry: Registry;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'codecompass-registry-'));
  registry = await openRegistry(home);
});
afterEach(async () => {
  await registry.close();
  rmSync(home, { recursive: true, force: true });
});

test('registers a workspace once', async () => {
  const repository = { root: '/code/app', identity: '/code/app/.git', kind: 'git' as const };
  expect((await registry.register(repository)).isNew).toBe(true);
  expect((await registry.register(repository)).isNew).toBe(false);
  expect(await registry.list()).toHaveLength(1);
});

test('assigns linked worktrees to one project', async () => {
  const main = await registry.register({ root: '/code/app', identity: '/code/app/.git', kind: 'git' });
  const linked = await registry.register({ root: '/code/app-fix', identity: '/code/app/.git', kind: 'git' });
  expect(linked.workspace.projectId).toBe(main.workspace.projectId);
  expect(linked.isNew).toBe(true);
});

test('finds the innermost workspace that contains a path, by whole folder names', async () => {
  await registry.register({ root: '/code', identity: '/code', kind: 'folder' });
  await registry.register({ root: '/code/app', identity: '/code/app/.git', kind: 'git' });
  expect((await registry.find('/code/app/src/x'))?.root).toBe('/code/app');
  expect((await registry.find('/code/app'))?.root).toBe('/code/app');
  expect((await registry.find('/code/app-evil'))?.root).toBe('/code');
  expect(await registry.find('/elsewhere')).toBeUndefined();
});

test('derives a project id of sixteen characters from the identity alone', () => {
  expect(projectIdOf('/code/app/.git')).toMatch(/^[0-9a-f]{16}$/);
  expect(projectIdOf('/code/app/.git')).toBe(projectIdOf('/code/app/.git'));
  expect(projectIdOf('/code/app/.git')).not.toBe(projectIdOf('/code/app2/.git'));
});

test('can be opened twice at once', async () => {
  const second = await openRegistry(home);
  await second.register({ root: '/a', identity: '/a', kind: 'folder' });
  expect(await registry.find('/a')).toMatchObject({ root: '/a', kind: 'folder' });
  await second.close();
});

const damages: [what: string, damage: (file: string) => void][] = [
  ['overwritten', (file) => writeFileSync(file, 'not a database at all\n'.repeat(1_000))],
  ['cut', (file) => writeFileSync(file, readFileSync(file).subarray(0, 3_000))],
  ['wiped behind its first page', (file) => writeFileSync(file, wiped(readFileSync(file), 4_096))],
  ['wiped in its header', (file) => writeFileSync(file, wiped(readFileSync(file), 0, 200))],
];

test.each(damages)('quarantines a file that was %s and recovers the indexed workspaces', async (_, damage) => {
  const worktrees = { identity: '/code/app/.git', kind: 'git' as const };
  const folder = { root: '/notes', identity: '/notes', kind: 'folder' as const };
  await publish(home, worktrees.identity, { main: '/code/app', fix: '/code/app-fix' });
  await publish(home, folder.identity, { live: folder.root });
  await registry.register(folder);
  await registry.close();
  withoutLog(join(home, 'registry.db'));
  damage(join(home, 'registry.db'));
  registry = await openRegistry(home);
  const known = await registry.list();
  expect(known.map(({ root, kind }) => [root, kind])).toEqual([
    ['/code/app', 'git'],
    ['/code/app-fix', 'git'],
    ['/notes', 'folder'],
  ]);
  expect((await registry.register({ ...worktrees, root: '/code/app' })).isNew).toBe(false);
  expect((await registry.register(folder)).isNew).toBe(false);
  expect(readdirSync(home).filter((name) => name.startsWith('registry.db.set-aside-'))).not.toEqual([]);
});

test('warns once about damage and names the quarantined file', async () => {
  const warnings: Error[] = [];
  const hear = (warning: Error) => void warnings.push(warning);
  process.on('warning', hear);
  await registry.close();
  withoutLog(join(home, 'registry.db'));
  writeFileSync(join(home, 'registry.db'), 'not a database at all\n'.repeat(1_000));
  registry = await openRegistry(home);
  await (await openRegistry(home)).close();
  // The warning is emitted at the end of the turn.
  await setImmediate();
  process.off('warning', hear);
  const [aside] = readdirSync(home).filter((name) => name.includes(quarantineSuffix));
  const own = warnings.filter(({ name, message }) => name === ownWarning && message.includes(home));
  expect(own.map(({ message }) => message)).toEqual([expect.stringContaining(join(home, aside as string))]);
});

test('heals while it is open', async () => {
  await publish(home, '/notes', { live: '/notes' });
  await registry.register({ root: '/notes', identity: '/notes', kind: 'folder' });
  const second = await openRegistry(home);
  withoutLog(join(home, 'registry.db'));
  writeFileSync(join(home, 'registry.db'), Buffer.alloc(8_192, 'x'));
  const answers = await Promise.all([second.list(), second.list(), registry.list()]);
  for (const known of answers) expect(known.map(({ root }) => root)).toEqual(['/notes']);
  await second.close();
});

test('heals at the next call if a passing fault prevents it', async () => {
  await publish(home, '/notes', { live: '/notes' });
  let fault: 'SQLITE_CORRUPT' | 'SQLITE_NOMEM' | undefined;
  wrapDatabases((database, file) => ({
    ...database,
    prepare: (sql) => {
      if (fault === undefined || !file.endsWith('registry.db')) return database.prepare(sql);
      const code = fault;
      fault = 'SQLITE_NOMEM';
      throw Object.assign(new Error('told'), { code });
    },
  }));
  onTestFinished(() => wrapDatabases((database) => database));
  const second = await openRegistry(home);
  await second.register({ root: '/notes', identity: '/notes', kind: 'folder' });
  fault = 'SQLITE_CORRUPT';
  await expect(second.list()).rejects.toMatchObject({ code: 'out_of_resources' });
  fault = undefined;
  expect(await second.list()).toHaveLength(1);
  await second.close();
});

/** SQLite does not wait if two processes switch a new database to a write-ahead log at once. */
test('waits for another process that creates it', async () => {
  let locked = 2;
  wrapDatabases((database) => ({
    ...database,
    exec: (sql) => {
      if (locked-- > 0) throw Object.assign(new Error('told'), { code: 'SQLITE_BUSY' });
      database.exec(sql);
    },
  }));
  onTestFinished(() => wrapDatabases((database) => database));
  const second = await openRegistry(join(home, 'new'));
  expect(await second.list()).toEqual([]);
  await second.close();
});

test('rebuilds a file whose table has other columns', async () => {
  await publish(home, '/notes', { live: '/notes' });
  await registry.close();
  const file = join(home, 'registry.db');
  withoutLog(file);
  rmSync(file);
  const other = openDatabase(file);
  other.exec('CREATE TABLE known_workspaces (root TEXT, foo INTEGER)');
  other.close();
  registry = await openRegistry(home);
  expect((await registry.list()).map(({ root }) => root)).toEqual(['/notes']);
});

test('restores its workspaces if its table is dropped or replaced while it is open', async () => {
  const notes = { root: '/notes', identity: '/notes', kind: 'folder' as const };
  await publish(home, '/notes', { live: '/notes' });
  await registry.register(notes);
  await registry.list();
  const other = openDatabase(join(home, 'registry.db'));
  other.exec('DROP TABLE known_workspaces');
  expect(await registry.list()).toHaveLength(1);
  other.close();
  const another = openDatabase(join(home, 'registry.db'));
  another.exec('DROP TABLE known_workspaces; CREATE TABLE known_workspaces (root TEXT, foo INTEGER)');
  another.close();
  expect((await registry.register(notes)).workspace.root).toBe('/notes');
});

test('while another program locks it, calls read it, and only a new workspace waits for the lock', async () => {
  const notes = { root: '/notes', identity: '/notes', kind: 'folder' as const };
  await registry.register(notes);
  const other = openDatabase(join(home, 'registry.db'));
  other.exec('BEGIN IMMEDIATE');
  await registry.touch('/notes');
  expect((await registry.register(notes)).isNew).toBe(false);
  expect(await registry.find('/notes/a')).toMatchObject({ root: '/notes' });
  const second = await openRegistry(home);
  await second.close();
  const waiting = registry.register({ root: '/new', identity: '/new', kind: 'folder' });
  let turns = 0;
  const counter = setInterval(() => {
    if (++turns === 5) other.exec('COMMIT');
  }, 10);
  expect((await waiting).isNew).toBe(true);
  clearInterval(counter);
  expect(turns).toBeGreaterThan(4);
  other.close();
});

/** Removes the WAL. While it exists, it may hold every page, so changes to the main file do no damage. */
function withoutLog(file: string): void {
  const database = openDatabase(file);
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
  database.close();
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
}

function wiped(bytes: Buffer, from: number, to = bytes.length): Buffer {
  return bytes.fill(0, from, to);
}

/** Publishes an index with one ref per root and no files. */
async function publish(folder: string, identity: string, roots: Record<string, string>): Promise<void> {
  const store = await openStore(folder, projectIdOf(identity));
  for (const [ref, root] of Object.entries(roots)) {
    const writer = await store.beginJob({ ref, operation: 'index', force: false });
    await writer.publish({
      ref,
      ...(ref === 'live' ? {} : { commit: 'a'.repeat(40) }),
      source: 'worktree',
      rules: '',
      root,
      versions: [],
      skipped: [],
      progress: noProgress,
    });
    await writer.release();
  }
  await store.close();
}
