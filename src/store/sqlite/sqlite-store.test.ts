import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { noProgress } from '../../model.ts';
import { encodeSkipped } from '../codec/encode-facts.ts';
import { deltaSuite } from '../delta.suite.ts';
import { openRegistry } from '../registry/registry.ts';
import { storeSuite } from '../store.suite.ts';
import { inspectIndex, openMemoryStore, openStore, projectFile, quarantineIndex, stampOfIndex } from './open-store.ts';
import { schemaVersion } from './schema.ts';
import { hasNodeSqlite, openDatabase, type SqliteDriver } from './sqlite.ts';

const drivers: SqliteDriver[] = hasNodeSqlite() ? ['node:sqlite', 'libsql'] : ['libsql'];

function temporaryHome(): string {
  return mkdtempSync(join(tmpdir(), 'codecompass-store-'));
}

for (const driver of drivers) {
  const create = async () => {
    const home = temporaryHome();
    return {
      open: () => openStore(home, 'p', { driver }),
      dispose: async () => rmSync(home, { recursive: true, force: true }),
    };
  };
  storeSuite(`SQLite through ${driver}`, create);
  deltaSuite(`SQLite through ${driver}`, create);
}

test.each(drivers)('%s publishes refs in memory and reads them through a snapshot', async (driver) => {
  const store = openMemoryStore({ driver });
  const writer = await store.beginJob({ ref: 'main', operation: 'index', force: false });
  const facts = { path: 'a.bin', hash: 'a1', byteLength: 1, skipped: 'binary' as const };
  const [id = 0] = await writer.write([encodeSkipped(facts)], [], '/root');
  await writer.prepareToPublish();
  const publication = { ref: 'main', source: 'worktree' as const, root: '/root', rules: '', progress: noProgress };
  await writer.publish({ ...publication, versions: [{ path: 'a.bin', id }], skipped: [] });
  await writer.release();
  const snapshot = await store.snapshot();
  const ref = await snapshot.ref('main');
  expect(ref && (await snapshot.skippedFiles(ref))).toEqual([{ path: 'a.bin', reason: 'binary' }]);
  await snapshot.close();
  await store.close();
});

test('the job that published a ref is kept, however many jobs follow', async () => {
  const store = openMemoryStore();
  const publisher = await store.beginJob({ ref: 'main', operation: 'index', force: false });
  await publisher.prepareToPublish();
  const published = { versions: [], skipped: [], progress: noProgress };
  await publisher.publish({ ref: 'main', source: 'worktree', root: '/r', rules: '', ...published });
  await publisher.release();
  for (let at = 0; at < 110; at++) {
    const writer = await store.beginJob({ ref: 'main', operation: 'sync', force: false });
    await writer.abandon('failed', { code: 'disk_full', message: 'No space.' });
    await writer.release();
  }
  expect(await store.jobs(200)).toHaveLength(101);
  expect(await store.job(publisher.job.id)).toMatchObject({ status: 'published' });
  await store.close();
});

test.skipIf(process.platform !== 'linux').each(drivers)(
  '%s keeps no additional files open after many snapshots',
  async (driver) => {
    const home = temporaryHome();
    const store = await openStore(home, 'p', { driver });
    const readAtOnce = async () => {
      const snapshots = await Promise.all(Array.from({ length: 8 }, () => store.snapshot()));
      for (const snapshot of snapshots) expect(await snapshot.refs()).toEqual([]);
      for (const snapshot of snapshots) await snapshot.close();
    };
    await readAtOnce();
    const openFiles = () => readdirSync('/proc/self/fd').length;
    const before = openFiles();
    for (let time = 0; time < 20; time++) await readAtOnce();
    await store.rest();
    await readAtOnce();
    expect(openFiles() - before).toBeLessThan(4);
    await store.close();
    rmSync(home, { recursive: true, force: true });
  },
);

describe('a project file', () => {
  let home: string;
  beforeEach(() => {
    home = temporaryHome();
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  async function create(): Promise<string> {
    await (await openStore(home, 'p')).close();
    return projectFile(home, 'p');
  }

  test('is not indexed before it exists', async () => {
    expect((await inspectIndex(home, 'p')).status).toBe('not_indexed');
    expect(existsSync(projectFile(home, 'p'))).toBe(false);
  });

  test('is compatible once it is created', async () => {
    await create();
    expect(await inspectIndex(home, 'p')).toMatchObject({ status: 'compatible', currentSchemaVersion: schemaVersion });
  });

  test('of another schema requires a new index', async () => {
    const file = await create();
    const database = openDatabase(file);
    database.exec('PRAGMA user_version = 99');
    database.close();
    expect(await inspectIndex(home, 'p')).toMatchObject({ status: 'reindex_required', currentSchemaVersion: 99 });
    await expect(openStore(home, 'p')).rejects.toMatchObject({ code: 'index_incompatible' });
  });

  test('that is not a database is corrupt', async () => {
    writeFileSync(await create(), 'this is not a database, and it goes on for a while '.repeat(40));
    expect((await inspectIndex(home, 'p')).status).toBe('corrupt_manifest');
    await expect(openStore(home, 'p')).rejects.toMatchObject({ code: 'index_incompatible' });
  });

  test('that was truncated is corrupt', async () => {
    const file = await create();
    truncateSync(file, 5_000);
    expect((await inspectIndex(home, 'p')).status).toBe('corrupt_manifest');
  });

  test('that belongs to another program is left alone', async () => {
    const file = await create();
    rmSync(file);
    const database = openDatabase(file);
    database.exec('CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)');
    database.close();
    await expect(openStore(home, 'p')).rejects.toMatchObject({ code: 'index_incompatible' });
    const again = openDatabase(file);
    expect(again.prepare('SELECT count(*) AS count FROM theirs').get()?.count).toBe(1);
    again.close();
  });

  test('can be quarantined, kept intact and recreated', async () => {
    writeFileSync(await create(), 'broken');
    quarantineIndex(home, 'p', stampOfIndex(home, 'p'));
    await create();
    expect((await inspectIndex(home, 'p')).status).toBe('compatible');
    const kept = readdirSync(join(home, 'projects', 'p')).filter((name) => name.includes('set-aside'));
    expect(kept).toHaveLength(1);
  });

  test('and its surroundings are private to the owner, regardless of the umask', async () => {
    const before = process.umask(0);
    try {
      chmodSync(home, 0o755);
      const store = await openStore(home, 'p');
      const writer = await store.beginJob({ ref: 'main', operation: 'index', force: false });
      const registry = await openRegistry(home);
      await registry.register({ root: '/r', identity: '/r/.git', kind: 'git' });
      const modes = new Map<string, number>([[home, statSync(home).mode & 0o777]]);
      for (const name of readdirSync(home, { recursive: true, encoding: 'utf8' })) {
        modes.set(name, statSync(join(home, name)).mode & 0o777);
      }
      for (const [name, mode] of modes) {
        const isFolder = statSync(name === home ? home : join(home, name)).isDirectory();
        expect([name, mode.toString(8)]).toEqual([name, isFolder ? '700' : '600']);
      }
      expect([...modes.keys()].some((name) => name.endsWith('-wal'))).toBe(true);
      await writer.release();
      await registry.close();
      await store.close();
    } finally {
      process.umask(before);
    }
  });

  test('is taken over from a process that died while writing', async () => {
    const file = await create();
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    const database = openDatabase(file);
    database.exec(`INSERT INTO jobs (id, ref, operation, mode, status, created_at, progress)
      VALUES ('dead', 'main', 'index', 'full', 'running', '2026-01-01T00:00:00.000Z', '{}');
      INSERT INTO lease VALUES (1, 'token', 'dead', ${dead}, '${(await import('node:os')).hostname()}', ${Date.now()})`);
    database.close();
    const store = await openStore(home, 'p');
    expect(await store.activeJob()).toBeUndefined();
    expect((await store.interruptedJobs()).map((job) => job.id)).toEqual(['dead']);
    const writer = await store.beginJob({ ref: 'main', operation: 'index', force: false });
    expect(writer.foundInterrupted).toBe(1);
    expect((await store.jobs(9)).find((job) => job.id === 'dead')?.status).toBe('interrupted');
    await writer.release();
    await store.close();
  });

  test.runIf(process.platform === 'linux')('is kept, whatever the clock is set to', async () => {
    await create();
    const store = await openStore(home, 'p');
    const writer = await store.beginJob({ ref: 'main', operation: 'index', force: false });
    const now = Date.now();
    for (const byMs of [-3_600_000, 3_600_000]) {
      vi.spyOn(Date, 'now').mockReturnValue(now + byMs);
      expect((await store.activeJob())?.id).toBe(writer.job.id);
      await expect(store.beginJob({ ref: 'main', operation: 'index', force: false })).rejects.toMatchObject({
        code: 'index_in_progress',
      });
    }
    vi.restoreAllMocks();
    await writer.release();
    await store.close();
  });

  test.runIf(process.platform === 'linux')(
    'is taken over if another process has the id of the holder now',
    async () => {
      const file = await create();
      const store = await openStore(home, 'p');
      await store.beginJob({ ref: 'main', operation: 'index', force: false });
      const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' });
      const database = openDatabase(file);
      database.exec(`UPDATE lease SET pid = ${other.pid}`);
      database.close();
      expect(await store.activeJob()).toBeUndefined();
      const writer = await store.beginJob({ ref: 'main', operation: 'index', force: false });
      await writer.release();
      await store.close();
      other.kill('SIGKILL');
    },
  );

  test('accepts a job that seems to be the oldest because the clock was set back', async () => {
    const file = await create();
    const database = openDatabase(file);
    for (let at = 0; at < 100; at++) {
      database.exec(`INSERT INTO jobs (id, ref, operation, mode, status, created_at, finished_at, progress)
        VALUES ('${at}', 'main', 'index', 'full', 'published', '2126-01-01T00:00:00.000Z', '2126-01-01T00:00:01.000Z', '{}')`);
    }
    database.close();
    const store = await openStore(home, 'p');
    const writer = await store.beginJob({ ref: 'main', operation: 'index', force: false });
    expect((await store.activeJob())?.id).toBe(writer.job.id);
    await writer.release();
    await store.close();
  });

  test('rejects the writes of a job whose lease was taken by another', async () => {
    const file = await create();
    const store = await openStore(home, 'p');
    const writer = await store.beginJob({ ref: 'main', operation: 'index', force: false });
    const database = openDatabase(file);
    database.exec(`UPDATE lease SET heartbeat_ms = 0, host = 'elsewhere'`);
    database.close();
    const other = await openStore(home, 'p');
    const heir = await other.beginJob({ ref: 'main', operation: 'index', force: false });
    await expect(writer.write([], [], '/r')).rejects.toMatchObject({ code: 'job_cancelled' });
    await expect(writer.prepareToPublish()).rejects.toMatchObject({ code: 'job_cancelled' });
    await writer.release();
    await heir.write([], [], '/r');
    await heir.release();
    await other.close();
    await store.close();
  });
});
