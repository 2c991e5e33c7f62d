/** Jobs of many projects in one server: two run at once, the others wait, visibly, and go with what asked for them. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { storedProjects } from '../../src/store/registry/registry.ts';
import { processesOf, untilNoneIsLeft } from '../support/leftover-processes.ts';
import { type Connection, connectStdio, createFixture, type Fixture, until } from '../support/serve-fixture.ts';
import { createRepositoryIn, type TestFiles } from '../support/test-repository.ts';

/** Enough work for a job to be stopped at it. */
const manyFiles: TestFiles = Object.fromEntries(
  Array.from({ length: 300 }, (_, file) => [
    `module${file}.ts`,
    Array.from({ length: 40 }, (_, line) => `export function work${file}x${line}() {}\n`).join('\n'),
  ]),
);

let fixture: Fixture;
let connection: Connection;
let call: Connection['call'];

async function serve(...args: string[]): Promise<void> {
  mkdirSync(join(fixture.base, 'code'));
  const rules = ['--auto-workspace', '--allowed-root', join(fixture.base, 'code')];
  connection = await connectStdio(fixture, [...rules, ...args]);
  onTestFinished(() => connection.close());
  ({ call } = connection);
}

beforeEach(async () => {
  fixture = await createFixture({ indexed: false, files: { 'a.ts': 'export function alpha() {}\n' } });
  onTestFinished(() => fixture.remove());
});

function repositoryAt(name: string, files: TestFiles = { [`${name}.ts`]: `export function ${name}() {}\n` }): string {
  const root = join(fixture.base, 'code', name);
  mkdirSync(root, { recursive: true });
  createRepositoryIn(root, files);
  return root;
}

/** Only children of the server: for a moment, a git of a job has the command line of the job. */
function jobProcesses() {
  const all = processesOf(fixture.home);
  const server = all.find(({ command }) => command.includes('engine-process'))?.pid;
  return all.filter(({ pid, command }) => command.includes('job-process') && parentOf(pid) === server);
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

/** Starts a job on two large projects, and stops their processes in the middle. Returns what lets them go on. */
async function occupyBothPlaces(): Promise<() => void> {
  const stopped = new Set<number>();
  for (const name of ['large1', 'large2']) {
    const { body } = await call('index_repo', { workspace: repositoryAt(name, manyFiles) });
    expect(body.status).toBe('running');
    for (const { pid } of jobProcesses()) if (!stopped.has(pid)) process.kill(pid, 'SIGSTOP');
    for (const { pid } of jobProcesses()) stopped.add(pid);
  }
  expect(stopped.size).toBe(2);
  return () => {
    for (const pid of stopped) process.kill(pid, 'SIGCONT');
  };
}

const statusOf = (workspace: string) => call('index_status', { workspace });
const isReady = (body: { index_status?: string }) => body.index_status === 'ready';

test('runs two jobs at once; the others are queued, and queries on them are answered', async () => {
  await serve();
  const goOn = await occupyBothPlaces();
  const [background, replaced, asked] = ['third', 'fourth', 'fifth'].map((name) => repositoryAt(name)) as [
    string,
    string,
    string,
  ];
  for (const [name, workspace] of Object.entries({ third: background, fourth: replaced })) {
    const { body } = await call('locate_symbol', { name, workspace });
    expect(body).toMatchObject({
      results: [{ name }],
      metadata: { indexing_status: 'indexing', result_completeness: 'partial' },
    });
    const { body: status } = await statusOf(workspace);
    expect(status).toMatchObject({
      index_status: 'indexing',
      active_job: { status: 'queued', ref: 'main', mode: 'full', estimated_completion_pct: 0, files_scanned: 0 },
    });
    expect((await call('health_check', { workspace })).body).toMatchObject({
      status: 'indexing',
      active_job: { job_id: status.active_job.job_id, status: 'queued' },
    });
  }

  const { body: queued } = await call('index_repo', { workspace: asked });
  expect(queued).toMatchObject({
    status: 'queued',
    progress_token: `index-job-${queued.job_id}`,
    file_count: null,
    metadata: { indexing_status: 'indexing', result_completeness: 'partial' },
  });
  const { body: again } = await call('index_repo', { workspace: asked });
  expect(again.error).toMatchObject({ code: 'index_in_progress', data: { job_id: queued.job_id } });
  expect(again.error.message).toContain('queued');
  // What a client asks for replaces what was only started for a query.
  const before = (await statusOf(replaced)).body.active_job.job_id;
  const { body: instead } = await call('index_repo', { workspace: replaced });
  expect(instead.status).toBe('queued');
  expect((await statusOf(replaced)).body.active_job.job_id).toBe(instead.job_id);
  expect(instead.job_id).not.toBe(before);
  expect(jobProcesses()).toHaveLength(2);

  goOn();
  for (const workspace of [asked, replaced, background]) {
    const { body } = await until(
      `the index of ${workspace}`,
      () => {
        expect(jobProcesses().length).toBeLessThanOrEqual(2);
        return statusOf(workspace);
      },
      isReady,
    );
    expect(body.recent_jobs).toHaveLength(1);
    if (workspace === asked) expect(body.recent_jobs[0].job_id).toBe(queued.job_id);
  }
});

test('a waiting job goes with its workspace', async () => {
  await serve('--max-auto-workspaces', '3');
  const goOn = await occupyBothPlaces();
  const [evicted, next] = ['third', 'fourth'].map((name) => repositoryAt(name)) as [string, string];
  await call('locate_symbol', { name: 'third', workspace: evicted });
  await call('locate_symbol', { name: 'fourth', workspace: next });
  expect((await statusOf(next)).body.active_job.status).toBe('queued');
  goOn();
  const { body } = await until('the index of the next', () => statusOf(next), isReady);
  expect(body.repo_root).toBe(next);
  expect(storedProjects(fixture.home)).toHaveLength(3);
  // It comes back as a new one.
  await until('the index of the evicted', () => statusOf(evicted), isReady);
  expect((await call('locate_symbol', { name: 'third', workspace: evicted })).body.results).toHaveLength(1);
});

test('waiting jobs end with the server', async () => {
  await serve();
  await occupyBothPlaces();
  const root = repositoryAt('third');
  expect((await call('index_repo', { workspace: root })).body.status).toBe('queued');
  await connection.close();
  await untilNoneIsLeft(fixture.home);
  expect(storedProjects(fixture.home)).toHaveLength(2);
});

test('an unknown or malformed ref is refused before anything starts', async () => {
  await serve();
  await occupyBothPlaces();
  const workspace = join(fixture.base, 'code', 'large1');
  for (const tool of ['index_repo', 'sync_repo']) {
    for (const ref of ['nope', 'HEAD~9999', '--upload-pack=x', 'main@{1}']) {
      const { body } = await call(tool, { workspace, ref });
      // Before the ref is known, a running job says nothing about it.
      expect(body.error, `${tool} ${ref}`).toMatchObject({ code: 'invalid_input', data: { ref } });
    }
    expect((await call(tool, { workspace, ref: 'HEAD' })).body.error.code).toBe('index_in_progress');
  }
});
