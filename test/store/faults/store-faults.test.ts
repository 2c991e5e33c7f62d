/** A lock, missing file handles or a folder where the index should be: reported as such, and nothing is lost. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { projectFile } from '../../../src/store/sqlite/open-store.ts';
import { runProgram } from '../../support/run-program.ts';
import { connectStdio, createFixture, environment, type Fixture } from '../../support/serve-fixture.ts';
import { withDeadline } from '../../support/wait-until.ts';

let fixture: Fixture;
let file: string;
let projectId: string;
beforeAll(async () => {
  fixture = await createFixture({ indexed: false });
  // By another process: this one would keep a lock on the index until its memory is collected.
  await run('index');
  [projectId = ''] = readdirSync(join(fixture.home, 'projects'));
  file = projectFile(fixture.home, projectId);
});
afterAll(() => fixture.remove());

const question = ['search', 'validate token'];

function run(...args: string[]) {
  return runProgram(args, { cwd: fixture.repository.root, env: environment(fixture) });
}

function helper(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

function setAside(): string[] {
  return readdirSync(dirname(file)).filter((name) => name.includes('set-aside'));
}

/** Another process locks the file exclusively. Returns the function that ends it. */
async function lockedByAnother(path: string): Promise<() => Promise<void>> {
  const holder = spawn(process.execPath, [helper('hold-lock.mjs'), path], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => holder.once('exit', () => resolve()));
  const release = async () => {
    holder.stdin.end();
    await ended;
  };
  onTestFinished(release);
  await withDeadline('the lock', new Promise((resolve) => holder.stdout.once('data', resolve)));
  return release;
}

test('an index that another process keeps locked is busy: the call can be repeated, and nothing is rebuilt', async () => {
  const release = await lockedByAnother(file);
  const server = await connectStdio(fixture);
  onTestFinished(() => server.close());
  let isAnswered = false;
  const answer = server.call('search_code', { query: 'validate token' }).finally(() => {
    isAnswered = true;
  });
  const others = Promise.all([
    server.call('health_check'),
    run(...question),
    run('index', '--force'),
    run('status'),
    run('doctor'),
  ]);
  await server.client.ping();
  expect(isAnswered, 'the server waits for the lock without blocking').toBe(false);
  expect((await answer).body.error).toMatchObject({ code: 'index_busy', message: expect.stringContaining(file) });
  const [health, search, force, status, doctor] = await others;
  expect(health.isError).toBe(false);
  expect(health.body).toMatchObject({ status: 'error', sqlite_ok: false });
  expect(health.body.projects[0]).toMatchObject({ index_status: 'error', error: { code: 'index_busy' } });
  for (const { exitCode, stderr } of [search, force, status]) {
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('locked by another') });
    expect(stderr).not.toMatch(/damaged|--force|internal/);
  }
  expect(doctor.stdout + doctor.stderr).toContain('locked by another process');
  expect(doctor.stdout + doctor.stderr).not.toContain('damaged');
  expect(setAside()).toEqual([]);
  await release();
  const after = await server.call('search_code', { query: 'validate token' });
  expect(after.isError).toBe(false);
  expect(after.body.results.length).toBeGreaterThan(0);
});

test('a lock that is released in time is not noticed', async () => {
  const release = await lockedByAnother(file);
  const answer = run(...question);
  setTimeout(() => void release(), 2_000);
  const { exitCode, stdout } = await answer;
  expect(exitCode).toBe(0);
  expect(stdout).toContain('validate_token');
});

test('a folder in place of the index is reported, and a forced run keeps what is in it', async () => {
  const aside = `${file}.kept`;
  renameSync(file, aside);
  mkdirSync(file);
  try {
    writeFileSync(join(file, 'note'), 'of the user');
    const { exitCode, stderr } = await run(...question);
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/index_incompatible.*is not a regular file/s)]);
    expect(setAside()).toEqual([]);
    expect((await run('index', '--force')).exitCode).toBe(0);
    const [kept = ''] = setAside();
    expect(readFileSync(join(dirname(file), kept, 'note'), 'utf8')).toBe('of the user');
    rmSync(join(dirname(file), kept), { recursive: true });
  } finally {
    renameSync(aside, file);
  }
});

test.skipIf(process.platform === 'win32')('without file handles the index is neither damaged nor rebuilt', () => {
  const script = `ulimit -n 60; exec "$@"`;
  const args = ['-c', script, 'sh', process.execPath, helper('use-up-handles.mjs'), fixture.home, projectId];
  const { stdout, stderr } = spawnSync('sh', args, { encoding: 'utf8' });
  expect(stderr).toBe('');
  const outcomes: Record<string, string> = JSON.parse(stdout);
  for (const [name, outcome] of Object.entries(outcomes)) expect(outcome, name).toMatch(/^out_of_resources: .*EMFILE/);
  expect(Object.keys(outcomes)).toEqual(['inspect', 'open', 'registry']);
  expect(setAside()).toEqual([]);
  expect(readdirSync(fixture.home).filter((name) => name.includes('set-aside'))).toEqual([]);
});
