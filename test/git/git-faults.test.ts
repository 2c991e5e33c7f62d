/**
 * Git that is missing, killed, failing or printing garbage: every interface reports it, nothing crashes, what is indexed
 * is still served, and the same server recovers once git works again.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { gitOutput, runGit } from '../../src/scan/git/git.ts';
import { ObjectReader } from '../../src/scan/git/object-reader.ts';
import { openRepository } from '../../src/scan/git/repository.ts';
import { exchangeableGit, type GitFault } from '../support/fake-git.ts';
import { canMeasure, holdingsOf, serverProcesses } from '../support/measure-process.ts';
import { runProgram } from '../support/run-program.ts';
import { createFixture, environment, startHttp, until } from '../support/serve-fixture.ts';
import { waitUntil, withDeadline } from '../support/wait-until.ts';

const faults: readonly (readonly [GitFault, RegExp])[] = [
  ['missing', /git is not installed/],
  ['not executable', /git is not installed/],
  ['killed', /was killed by SIGKILL/],
  ['failing', /Git cannot read the repository/],
  ['garbage', /printed something unexpected/],
];

async function prepared() {
  const fixture = await createFixture({ indexed: false });
  onTestFinished(() => fixture.remove());
  const { exitCode } = await runProgram(['index'], { cwd: fixture.repository.root, env: environment(fixture) });
  expect(exitCode).toBe(0);
  return { fixture, git: exchangeableGit(fixture.base) };
}

describe.each(faults)('git that is %s', (fault, message) => {
  test('is reported by every command that needs it', async () => {
    const { fixture, git } = await prepared();
    git.use(fault);
    const { root } = fixture.repository;
    const env = environment(fixture, { PATH: git.path });
    for (const args of [['search', 'validate_token'], ['sync'], ['index', '--force'], ['status'], ['refs']]) {
      const { exitCode, stderr } = await runProgram(args, { cwd: root, env });
      expect([args, exitCode, stderr]).toEqual([args, 1, expect.stringMatching(/^error\[repository_unreadable\]: /m)]);
      expect(stderr).toMatch(message);
      expect(stderr).toContain('→ ');
    }
  });

  test('does not keep a server from answering from its index, and it recovers', async () => {
    const { fixture, git } = await prepared();
    git.use(fault);
    const server = await startHttp(fixture, ['--workspace', fixture.repository.root], { PATH: git.path });
    onTestFinished(async () => void (await server.end()));
    const connection = await server.connect();
    const ask = () => connection.call('search_code', { query: 'validate_token' });
    const { isError, body } = await ask();
    expect([isError, body.metadata.freshness_status]).toEqual([false, 'stale']);
    expect(body.results.length).toBeGreaterThan(0);
    expect(body.metadata.warnings.join(' ')).toMatch(message);
    for (const [name, args] of [
      ['locate_symbol', { name: 'validate_token' }],
      ['get_call_graph', { symbol_name: 'validate_token' }],
      ['get_file_outline', { path: 'src/handler.rs' }],
      ['index_status', {}],
      ['list_refs', {}],
      ['health_check', {}],
    ] as const) {
      const answer = await connection.call(name, args);
      expect([name, answer.isError, answer.body.error?.code]).toEqual([name, false, undefined]);
    }
    for (const name of ['sync_repo', 'index_repo']) {
      const { body: failed } = await connection.call(name);
      expect([name, failed.error?.code]).toEqual([name, 'repository_unreadable']);
      expect(failed.error.message).toMatch(message);
    }
    const strict = await connection.call('search_code', { query: 'validate_token', freshness_policy: 'strict' });
    expect(strict.body.error.code).toBe('index_stale');
    git.use('real');
    await until('the server to recover', ask, ({ metadata }) => metadata.freshness_status === 'fresh');
    expect((await connection.call('sync_repo')).isError).toBe(false);
  });
});

test('a git that fails now and then leaves no process and no file handle behind', async () => {
  if (!canMeasure) return;
  const { fixture, git } = await prepared();
  const server = await startHttp(fixture, ['--workspace', fixture.repository.root], { PATH: git.path });
  onTestFinished(async () => void (await server.end()));
  const connection = await server.connect();
  const pid = server.process.pid as number;
  const compare = () => connection.call('compare_symbol_between_commits', comparison);
  const round = async () => {
    for (const [fault] of faults) {
      git.use(fault);
      await compare();
      await connection.call('sync_repo');
    }
    git.use('real');
    await compare();
  };
  await round();
  const before = holdingsOf(pid).openFiles;
  for (let count = 0; count < 3; count++) await round();
  await waitUntil(
    'handles to be closed',
    () => holdingsOf(pid).openFiles,
    (now) => now <= before + 2,
  );
  await waitUntil(
    'children to end',
    () => childrenOf(serverProcesses(pid).at(-1) as number),
    (children) => children.length === 0,
  );
});

const comparison = { symbol_name: 'validate_token', base_ref: 'HEAD', head_ref: 'HEAD~0' };

describe('a git that hangs', () => {
  test('is ended with the processes that it started, and the error says so', async () => {
    const { fixture, git } = await prepared();
    const repository = await openRepository(fixture.repository.root);
    const outer = process.env.PATH;
    process.env.PATH = git.path;
    onTestFinished(() => {
      process.env.PATH = outer;
    });
    git.use('hanging');
    const place = { folder: repository.root, gitDir: repository.gitDir as string, deadlineMs: 300 };
    for (const command of ['ls-files', 'grep', 'rev-parse'] as const) {
      const failed = await withDeadline(
        'the deadline',
        runGit(place, command, []).catch((thrown) => thrown),
      );
      expect(failed).toMatchObject({ code: 'repository_unreadable' });
      expect(failed.message).toMatch(/produced no output for 0.3 seconds in .* and was ended/);
    }
    const controller = new AbortController();
    const cancelled = runGit({ ...place, deadlineMs: 60_000 }, 'grep', [], { signal: controller.signal });
    controller.abort('cancelled');
    expect(
      await withDeadline(
        'the end',
        cancelled.catch((reason) => reason),
      ),
    ).toBe('cancelled');
    const reader = new ObjectReader(repository);
    const read = reader.read('0'.repeat(40)).catch((thrown) => thrown);
    await withDeadline('the reader to close', reader.close());
    expect(await read).toMatchObject({ code: 'job_cancelled' });
    if (canMeasure)
      await waitUntil(
        'all of them to end',
        () => sleeping(repository.root),
        (left) => left.length === 0,
      );
    git.use('real');
    expect((await gitOutput(place, 'ls-files', ['-z'])).length).toBeGreaterThan(0);
  });
});

/** The processes that a process has started and that have not ended. */
function childrenOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
}

/** The `sleep` processes in a folder. */
function sleeping(folder: string): string[] {
  return processes()
    .filter(({ name, cwd }) => name === 'sleep' && cwd === folder)
    .map(({ pid }) => pid);
}

function processes(): { pid: string; name: string; cwd: string }[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      return /^\d+$/.test(pid)
        ? [{ pid, name: readFileSync(`/proc/${pid}/comm`, 'utf8').trim(), cwd: readlinkSync(`/proc/${pid}/cwd`) }]
        : [];
    } catch {
      return [];
    }
  });
}
