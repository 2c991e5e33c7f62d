/** Jobs as a server starts and sees them: its own, those of others, the dead, and queries meanwhile. */
import { spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openStore, projectFile } from '../../src/store/sqlite/open-store.ts';
import { openDatabase } from '../../src/store/sqlite/sqlite.ts';
import { program } from '../support/build-output.ts';
import { indexInProcess } from '../support/run-job.ts';
import {
  type Connection,
  connectStdio,
  createFixture,
  environment,
  type Fixture,
  startHttp,
  until,
} from '../support/serve-fixture.ts';
import { expectShape, oneOf } from '../support/serve-shapes.ts';
import type { TestFiles } from '../support/test-repository.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Enough work for a job to be seen at it. */
const files: TestFiles = Object.fromEntries(
  Array.from({ length: 300 }, (_, file) => [
    `src/module${file}.ts`,
    Array.from(
      { length: 40 },
      (_, line) => `export function work${file}x${line}(a: number) {\n  return a + ${line};\n}\n`,
    ).join('\n'),
  ]),
);

let fixture: Fixture;
beforeEach(async () => {
  fixture = await createFixture({ indexed: false, files });
  onTestFinished(() => fixture.remove());
});

async function connect(): Promise<Connection> {
  const connection = await connectStdio(fixture);
  onTestFinished(() => connection.close());
  return connection;
}

const isIdle = (body: { active_job: unknown }) => body.active_job === null;

test('answers at once, rejects a second job, and reports the progress of the first', async () => {
  const { call } = await connect();
  const started = await call('index_repo');
  expectShape(started.body, {
    job_id: 'string',
    progress_token: /^index-job-/,
    status: /^running$/,
    mode: /^full$/,
    file_count: (value) => value === null || typeof value === 'number',
    metadata: { indexing_status: /^indexing$/, freshness_status: /^syncing$/ },
  });
  const second = await call('sync_repo');
  expect(second.body.error).toMatchObject({ code: 'index_in_progress', data: { job_id: started.body.job_id } });
  const { body } = await call('index_status');
  expectShape(body, {
    index_status: /^indexing$/,
    active_job: {
      job_id: 'string',
      progress_token: 'string',
      mode: oneOf('full', 'incremental'),
      status: /^running$/,
      files_scanned: 'integer',
      files_indexed: 'integer',
      symbols_extracted: 'integer',
      estimated_completion_pct: 'integer',
      started_at: /Z$/,
    },
  });
  expect((await call('health_check')).body).toMatchObject({ active_job: { job_id: started.body.job_id } });
  const done = await until('the index', () => call('index_status'), isIdle);
  expect(done.body).toMatchObject({ index_status: 'ready', file_count: 300, recent_jobs: [{ changed_files: 300 }] });
  const synced = await call('sync_repo');
  expectShape(synced.body, { job_id: 'string', mode: /^incremental$/, status: oneOf('running', 'published') });
});

test('names the running job in the words of the registry, whatever it is', async () => {
  await indexInProcess(fixture.home, fixture.repository.root);
  const { call } = await connect();
  const [projectId = ''] = readdirSync(join(fixture.home, 'projects'));
  const store = await openStore(fixture.home, projectId);
  onTestFinished(() => store.close());
  const check = async (operation: 'index' | 'sync', ref: string, expected: Record<string, string>) => {
    const writer = await store.beginJob({ ref, operation, force: false });
    for (const [tool, code] of Object.entries(expected)) {
      const { body } = await call(tool);
      expect(body.error, `${tool} while a ${operation} of ${ref} runs`).toMatchObject({
        code,
        data: { job_id: writer.job.id, ref, remediation: expect.stringContaining('index_status') },
      });
    }
    await writer.release();
  };
  await check('sync', 'main', { index_repo: 'index_in_progress', sync_repo: 'sync_in_progress' });
  await check('sync', 'other', { index_repo: 'index_in_progress', sync_repo: 'index_in_progress' });
  await check('index', 'main', { index_repo: 'index_in_progress', sync_repo: 'index_in_progress' });
});

test('runs an index job at low priority, and the CLI runs it at normal priority', async () => {
  const { call } = await connect();
  await call('index_repo');
  // A greater number is a lower priority.
  expect(getPriority(await jobsProcess())).toBeGreaterThan(getPriority());
  await until('the index', () => call('index_status'), isIdle);
  const cli = spawn(process.execPath, [program, 'index', '--force'], {
    cwd: fixture.repository.root,
    env: environment(fixture),
    stdio: 'ignore',
  });
  onTestFinished(() => void cli.kill('SIGKILL'));
  expect(getPriority(await jobsProcess())).toBe(getPriority());
});

/** The process of the job that runs or is about to. */
async function jobsProcess(): Promise<number> {
  const [projectId = ''] = readdirSync(join(fixture.home, 'projects'));
  const database = openDatabase(projectFile(fixture.home, projectId));
  try {
    const holder = () => database.prepare('SELECT pid FROM lease').get()?.pid;
    return Number(
      await waitUntil('a job to hold the lease', holder, (pid) => typeof pid === 'number', { betweenMs: 20 }),
    );
  } finally {
    database.close();
  }
}

test('reports a job of another process', async () => {
  const { call } = await connect();
  const cli = spawn(process.execPath, [program, 'index'], {
    cwd: fixture.repository.root,
    env: environment(fixture),
    stdio: 'ignore',
  });
  onTestFinished(() => void cli.kill('SIGKILL'));
  const seen = await until(
    'the job of the other process',
    () => call('index_status'),
    ({ active_job }) => active_job !== null,
  );
  expect(seen.body.index_status).toBe('indexing');
  expect((await call('index_repo')).body.error.code).toBe('index_in_progress');
  const meanwhile = await call('search_code', { query: 'work' });
  expect(meanwhile.body.metadata).toMatchObject({ result_completeness: expect.stringMatching(/partial|truncated/) });
  await until('the other process to publish', () => call('index_status'), isIdle);
  expect((await call('locate_symbol', { name: 'work7x7' })).body.results).toHaveLength(1);
});

test('reports interrupted jobs', async () => {
  const cli = spawn(process.execPath, [program, 'index'], {
    cwd: fixture.repository.root,
    env: environment(fixture),
    stdio: ['ignore', 'ignore', 'ignore'],
    detached: true,
  });
  const { call } = await connect();
  await until(
    'the job of the other process',
    () => call('index_status'),
    ({ active_job }) => active_job !== null,
  );
  // The whole group, so that neither the command nor its job lives on.
  process.kill(-(cli.pid as number), 'SIGKILL');
  const { body } = await until('the dead job to be noticed', () => call('index_status'), isIdle);
  expectShape(body.interrupted_recovery_report, {
    detected: (value) => value === true,
    interrupted_jobs: 'integer',
    last_interrupted_at: /Z$/,
    recommended_action: /sync_repo or index_repo/,
  });
  expect((await call('health_check')).body.interrupted_recovery_report.interrupted_jobs).toBe(1);
});

test('reports an incompatible index, and rebuilds it with force', async () => {
  const { projectId } = await indexInProcess(fixture.home, fixture.repository.root);
  writeFileSync(
    projectFile(fixture.home, projectId),
    'this is no database, and long enough to be taken for one'.repeat(20),
  );
  const { call } = await connect();
  const { body } = await call('locate_symbol', { name: 'work7x7' });
  expect(body.error).toMatchObject({ code: 'index_incompatible' });
  expect(body.error.data.remediation).toContain('codecompass index --force');
  expect(body.metadata.schema_status).toBe('corrupt_manifest');
  const health = await call('health_check');
  expect(health.body).toMatchObject({
    status: 'error',
    startup_checks: { index: { status: 'corrupt_manifest', message: expect.any(String) } },
    projects: [{ index_status: 'error' }],
  });
  expect((await call('index_repo', { force: true })).isError).toBe(false);
  await until(
    'the new index',
    () => call('index_status'),
    ({ index_status }) => index_status === 'ready',
  );
  expect((await call('locate_symbol', { name: 'work7x7' })).body.results).toHaveLength(1);
});

test('serves eight clients from the published index while a job runs', async () => {
  await indexInProcess(fixture.home, fixture.repository.root);
  fixture.repository.write(
    Object.fromEntries(
      Object.entries(files).map(([path, text]) => [
        path,
        String(text).replaceAll('export function work', 'export function task'),
      ]),
    ),
  );
  const server = await startHttp(fixture);
  onTestFinished(async () => void (await server.end()));
  const clients = await Promise.all(Array.from({ length: 8 }, () => server.connect()));
  const first = clients[0] as Connection;
  expect((await first.call('index_repo', { force: true })).body.status).toBe('running');
  let isRunning = true;
  const counts = await Promise.all(
    clients.map(async ({ call, close }, client) => {
      let answered = 0;
      for (let round = 0; isRunning || round < 3; round++) {
        const file = (client * 31 + round) % 300;
        const [before, after] = await Promise.all([
          call('locate_symbol', { name: `work${file}x5`, freshness_policy: 'best_effort', kind: 'fn' }),
          call('get_file_outline', { path: `src/module${file}.ts`, freshness_policy: 'best_effort' }),
        ]);
        expect([before, after].filter(({ isError }) => isError)).toEqual([]);
        // Each answer is of the old index or of the new one, and never of something between.
        const names = new Set(after.body.symbols.map(({ name }: { name: string }) => name.replace(/\d.*/, '')));
        expect([...names]).toHaveLength(1);
        expect(after.body.symbols).toHaveLength(40);
        answered += 2;
        isRunning = isRunning && (await call('index_status')).body.active_job !== null;
      }
      await close();
      return answered;
    }),
  );
  expect(Math.min(...counts)).toBeGreaterThan(0);
  const { body } = await (await server.connect()).call('index_status');
  expect(body.recent_jobs[0].status).toBe('published');
});

test('cancels its jobs when it stops, and leaves the index unchanged', async () => {
  const connection = await connectStdio(fixture);
  const { body } = await connection.call('index_repo');
  await connection.close();
  const store = await openStore(fixture.home, (await indexInProcess(fixture.home, fixture.repository.root)).projectId);
  onTestFinished(() => store.close());
  const job = (await store.jobs(10)).find(({ id }) => id === body.job_id);
  expect(job?.status).toMatch(/^(cancelled|interrupted|published)$/);
});
