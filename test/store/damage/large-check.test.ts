/** A large index whose write-ahead log is missing is checked by another process, while calls and jobs go on. */
import { spawnSync } from 'node:child_process';
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/store/sqlite/sqlite.ts';
import { importBuilt } from '../../support/build-output.ts';
import { indexInProcess } from '../../support/run-job.ts';
import { connectStdio, until } from '../../support/serve-fixture.ts';
import { createRepository, temporaryFolder } from '../../support/test-repository.ts';
import { waitUntil } from '../../support/wait-until.ts';

const { inspectIndex, openStoreToRead, projectFile } =
  await importBuilt<typeof import('../../../src/store/sqlite/open-store.ts')>('store/sqlite/open-store');

/** More than is checked in the thread that asks. */
const fillerBytes = 9 << 20;

interface LeftIndex {
  readonly home: string;
  readonly root: string;
  readonly projectId: string;
  readonly file: string;
}

/** An index whose last job was killed, and whose log is gone. */
async function leftIndex(change = ''): Promise<LeftIndex> {
  const home = temporaryFolder();
  const { root } = createRepository({ 'a.ts': 'export function a(): void {}\n' });
  const { projectId } = await indexInProcess(home, root);
  const file = projectFile(home, projectId);
  const database = openDatabase(file);
  database.exec(`CREATE TABLE filler (bytes BLOB); INSERT INTO filler VALUES (zeroblob(${fillerBytes})); ${change}`);
  database
    .prepare('INSERT INTO lease (only_one, token, job_id, pid, host, heartbeat_ms) VALUES (1, ?, ?, ?, ?, ?)')
    .run('old', 'j1', spawnSync('true').pid, hostname(), Date.now());
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
  database.close();
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
  return { home, root, projectId, file };
}

const impatient = { patienceMs: 0 };
const patient = { patienceMs: 60_000 };

test('a caller that does not wait gets index_busy, the others share the check, and the lease is given back', async () => {
  const { home, projectId, file } = await leftIndex();
  const answers = Promise.all([1, 2, 3].map(() => inspectIndex(home, projectId, patient)));
  await expect(inspectIndex(home, projectId, impatient)).rejects.toMatchObject({
    code: 'index_busy',
    message: expect.stringContaining('is being checked'),
  });
  expect(checksOf(file)).toHaveLength(1);
  for (const { status } of await answers) expect(status).toBe('compatible');
  expect((await inspectIndex(home, projectId, impatient)).status).toBe('compatible');
  await (await openStoreToRead(home, projectId)).close();
});

test('damage that the check finds is reported', async () => {
  const { home, projectId } = await leftIndex('DELETE FROM sources');
  expect(await inspectIndex(home, projectId, patient)).toMatchObject({
    status: 'corrupt_manifest',
    message: expect.stringContaining('files with missing text'),
  });
});

test('whoever waits for the check of a file that is replaced gets the status of the new one', async () => {
  const { home, projectId, file } = await leftIndex();
  const waiting = inspectIndex(home, projectId, patient);
  await expect(inspectIndex(home, projectId, impatient)).rejects.toMatchObject({ code: 'index_busy' });
  renameSync(file, `${file}.other`);
  expect((await waiting).status).toBe('not_indexed');
});

test('a forced job repairs an index while it is checked', async () => {
  const { home, root, projectId, file } = await leftIndex('DELETE FROM sources');
  await expect(inspectIndex(home, projectId, impatient)).rejects.toMatchObject({ code: 'index_busy' });
  await indexInProcess(home, root, { force: true });
  expect((await inspectIndex(home, projectId, impatient)).status).toBe('compatible');
  expect(readdirSync(dirname(file)).filter((name) => name.includes('set-aside'))).toEqual([]);
});

test('index_repo with force repairs an index whose check takes longer than a call', async () => {
  const { home, root, projectId, file } = await leftIndex('DELETE FROM sources');
  const base = temporaryFolder();
  // Every check stops before it begins.
  const preload = join(base, 'stop.mjs');
  writeFileSync(
    preload,
    "if (/check-process\\.js$/.test(process.argv[1] ?? '')) process.kill(process.pid, 'SIGSTOP');\n",
  );
  const server = await connectStdio({ base, home, repository: { root } }, ['--workspace', root, '--no-prewarm'], {
    env: { NODE_OPTIONS: `--import=${preload}` },
  });
  try {
    const asked = await server.call('search_code', { query: 'a' });
    expect(asked.body.error).toMatchObject({
      code: 'index_busy',
      data: { remediation: expect.stringContaining('force') },
    });
    expect((await server.call('health_check')).body.status).toBe('indexing');
    expect((await server.call('index_repo', { force: true })).isError).toBe(false);
    await until(
      'the repaired index',
      () => server.call('search_code', { query: 'a' }),
      ({ metadata }) => metadata?.indexing_status === 'ready',
    );
  } finally {
    await server.close();
  }
  expect((await inspectIndex(home, projectId, impatient)).status).toBe('compatible');
  // One that was stopped while its job ended notices that when it goes on.
  const goOn = () => {
    for (const pid of checksOf(file)) spawnSync('kill', ['-CONT', String(pid)]);
    return checksOf(file);
  };
  await waitUntil('the checks to end', goOn, ({ length }) => length === 0);
});

/** The processes that check this file. */
function checksOf(file: string): number[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' });
  const lines = stdout.split('\n').filter((line) => line.includes('check-process.js') && line.includes(file));
  return lines.map((line) => Number.parseInt(line, 10));
}
