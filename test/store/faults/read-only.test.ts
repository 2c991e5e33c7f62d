/**
 * A data directory that cannot be written to: on a read-only file system, or of another user. Questions are answered
 * from the index as it is, which is `stale` once the files have changed; only jobs fail, with `permission_denied`. Once it
 * can be written to, everything works again, in the same server too.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { program } from '../../support/build-output.ts';
import { canMount, type Mounted, mountInMemory } from '../../support/mount.ts';
import { type ProgramRun, programEnvironment, runProgram } from '../../support/run-program.ts';
import { createFixture, type Fixture, startHttp, until } from '../../support/serve-fixture.ts';

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

let fixture: Fixture;
let original: string;
beforeAll(async () => {
  fixture = await createFixture({ indexed: false });
  const { home, repository, base } = fixture;
  original = home;
  await runProgram(['index'], { cwd: repository.root, env: programEnvironment(base, home) });
});
afterAll(() => fixture?.remove());

/** Commands that only read, each with a text that its output contains. */
const questions: Readonly<Record<string, string>> = {
  'search validate_token': 'src/auth/jwt.rs',
  'outline src/auth/jwt.rs': 'validate_token',
  'callers validate_token': 'src/auth/jwt.rs',
  status: 'main',
  refs: 'main',
  skipped: '',
};

async function expectAnswers(run: (...args: string[]) => Promise<ProgramRun>): Promise<void> {
  for (const [command, text] of Object.entries(questions)) {
    const { exitCode, stdout, stderr } = await run(...command.split(' '));
    expect([command, exitCode, stderr.match(/error\[.*/)]).toEqual([command, 0, null]);
    expect(stdout, command).toContain(text);
  }
}

async function expectNoJob(run: (...args: string[]) => Promise<ProgramRun>): Promise<void> {
  for (const args of [['index'], ['index', '--force'], ['sync']]) {
    const { exitCode, stderr } = await run(...args);
    expect([exitCode, stderr], args.join(' ')).toEqual([1, expect.stringContaining('error[permission_denied]')]);
  }
}

const isPossible = canMount();
if (!isPossible) process.stderr.write('read-only.test.ts: no file system can be mounted, so none is read-only.\n');

describe.skipIf(!isPossible)('on a read-only file system', () => {
  let disk: Mounted;
  let here: Fixture;
  beforeAll(() => {
    disk = mountInMemory('32m');
    here = { ...fixture, home: join(disk.folder, 'data') };
    cpSync(original, here.home, { recursive: true });
    disk.remount('ro');
  });
  afterAll(() => disk?.unmount());

  const run = (...args: string[]) =>
    runProgram(args, { cwd: here.repository.root, env: programEnvironment(here.base, here.home) });

  test('commands answer, and only jobs fail', async () => {
    await expectAnswers(run);
    await expectNoJob(run);
  });

  test('a command says that its answer is stale, and why', async () => {
    here.repository.write({ 'src/late.rs': 'pub fn late() {}\n' });
    const { exitCode, stdout } = await run('search', 'validate_token', '--json');
    const { results, metadata } = JSON.parse(stdout);
    expect([exitCode, results[0].path, metadata.freshness_status]).toEqual([0, 'src/auth/jwt.rs', 'stale']);
    expect(metadata.warnings.join(' ')).toContain('cannot be written to');
    here.repository.remove('src/late.rs');
  });

  test('a server answers, names stale files, and syncs once it can write', async () => {
    const server = await startHttp(here);
    onTestFinished(async () => void (await server.end()));
    const connection = await server.connect();
    onTestFinished(() => connection.close());
    const ask = (name: string) => connection.call('locate_symbol', { name });
    const found = await ask('validate_token');
    expect(found.body).toMatchObject({
      results: [{ path: 'src/auth/jwt.rs' }],
      metadata: { freshness_status: 'fresh' },
    });
    const health = await fetch(`${server.url}health`);
    expect([health.status, (await health.json()) as object]).toMatchObject([
      200,
      { projects: [{ index_status: 'ready' }] },
    ]);
    here.repository.write({ 'src/late.rs': 'pub fn late() {}\n' });
    const stale = await ask('validate_token');
    expect(stale.body).toMatchObject({
      results: [{ path: 'src/auth/jwt.rs' }],
      metadata: { freshness_status: 'stale' },
    });
    expect(stale.body.metadata.warnings.join(' ')).toContain('cannot be written to');
    for (const tool of ['index_repo', 'sync_repo']) {
      const { body } = await connection.call(tool);
      expect(body.error).toMatchObject({ code: 'permission_denied', message: expect.stringContaining(here.home) });
    }
    disk.remount('rw');
    await until(
      'the new file',
      () => ask('late'),
      ({ results }) => results?.[0]?.path === 'src/late.rs',
    );
  });
});

test.skipIf(!isPossible)('without an index, a question names the folder that cannot be written to', async () => {
  const disk = mountInMemory('1m');
  onTestFinished(() => disk.unmount());
  disk.remount('ro');
  const env = programEnvironment(fixture.base, join(disk.folder, 'data'));
  const { exitCode, stderr } = await runProgram(['search', 'validate_token'], { cwd: fixture.repository.root, env });
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('error[permission_denied]')]);
  expect(stderr).toContain(disk.folder);
});

describe.skipIf(!isRoot || process.platform === 'win32')('of another user', () => {
  /** Runs the program as a user who may read everything here and write nothing. */
  const runAsNobody = (...args: string[]): Promise<ProgramRun> => {
    const { home, repository } = fixture;
    const child = spawn(process.execPath, [program, ...args], {
      cwd: repository.root,
      env: programEnvironment('/nonexistent', home),
      uid: nobody,
      gid: nobody,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const texts = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => {
      texts.stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      texts.stderr += chunk;
    });
    return new Promise((resolve) => child.on('close', (exitCode, signal) => resolve({ exitCode, signal, ...texts })));
  };

  test('commands answer, and only jobs fail', async () => {
    const { base, home, repository } = fixture;
    spawnSync('chown', ['-R', `${nobody}:${nobody}`, repository.root]);
    chmodSync(base, 0o755);
    chmodSync(home, 0o755);
    for (const name of readdirSync(home, { recursive: true, encoding: 'utf8' })) {
      chmodSync(join(home, name), name.endsWith('.db') ? 0o644 : 0o755);
    }
    await expectAnswers(runAsNobody);
    await expectNoJob(runAsNobody);
  });
});
