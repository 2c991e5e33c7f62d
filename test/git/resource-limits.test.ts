/** A server whose process has no file handle left for git, jobs and worker threads: it says so, and recovers. */
import { spawnSync } from 'node:child_process';
import type { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, onTestFinished, test } from 'vitest';
import { program } from '../support/build-output.ts';
import { serverProcesses } from '../support/measure-process.ts';
import { runProgram } from '../support/run-program.ts';
import { connectStdio, createFixture, environment, until } from '../support/serve-fixture.ts';

const canLimit = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0;

describe.runIf(canLimit)('a process without a free file handle', () => {
  test('reports it for what needs one, goes on, and recovers', async () => {
    const fixture = await createFixture({ indexed: false });
    onTestFinished(() => fixture.remove());
    const { root } = fixture.repository;
    expect((await runProgram(['index'], { cwd: root, env: environment(fixture) })).exitCode).toBe(0);
    fixture.repository.commit({ 'src/handler.rs': '// changed\n' });
    const connection = await connectStdio(fixture);
    onTestFinished(() => connection.close());
    const server = (connection.client.transport as StdioClientTransport).pid as number;
    const pid = serverProcesses(server).at(-1) as number;
    const search = () => connection.call('search_code', { query: 'validate_token', freshness_policy: 'best_effort' });
    const compare = () => connection.call('compare_symbol_between_commits', comparison);
    expect((await search()).isError).toBe(false);
    const usual = limitOf(pid);

    limitHandles(pid, 3);
    for (const call of [compare, () => connection.call('sync_repo'), () => connection.call('index_repo')]) {
      for (let count = 0; count < 3; count++) {
        const { isError, body } = await call();
        expect([isError, body.error?.code]).toEqual([true, 'out_of_resources']);
        expect(body.error.message).toContain('too many open files');
        expect(body.error.data.remediation).toContain('ulimit -n');
      }
    }
    // What needs no further handle is still answered; the rest is refused for the same reason.
    const limited = await search();
    expect([undefined, 'out_of_resources']).toContain(limited.body.error?.code);

    limitHandles(pid, usual);
    await until('the comparison to work', compare, ({ error }) => error === undefined);
    // The question before may have started a sync.
    await until(
      'a sync to start',
      () => connection.call('sync_repo'),
      ({ error }) => error === undefined,
    );
    await until('the sync', search, ({ metadata }) => metadata.freshness_status === 'fresh');
  });

  test('is the reason that every command gives, wherever the handles run out', async () => {
    const fixture = await createFixture({ indexed: false });
    onTestFinished(() => fixture.remove());
    await runProgram(['index'], { cwd: fixture.repository.root, env: environment(fixture) });
    const refused = new Set<string>();
    for (let handles = 20; handles < 40; handles++) {
      const args = [`--nofile=${handles}`, process.execPath, program, 'sync', '--json'];
      const options = { cwd: fixture.repository.root, env: environment(fixture), encoding: 'utf8' } as const;
      const { status, stdout, stderr } = spawnSync('prlimit', args, options);
      if (status === 0) continue;
      // Without a code the runtime itself could not start.
      const code = /"code": ?"(\w+)"|error\[(\w+)\]/
        .exec(stdout + stderr)
        ?.slice(1)
        .find(Boolean);
      if (code !== undefined) refused.add(`${code} ${code === 'out_of_resources' ? '' : stdout + stderr}`.trim());
    }
    expect([...refused]).toEqual(['out_of_resources']);
  });
});

const comparison = { symbol_name: 'validate_token', base_ref: 'HEAD~1', head_ref: 'HEAD', path: 'src/auth/jwt.rs' };

function limitHandles(pid: number, count: string | number): void {
  spawnSync('prlimit', ['--pid', String(pid), `--nofile=${count}:`]);
}

function limitOf(pid: number): string {
  const args = ['--pid', String(pid), '--nofile', '--output=SOFT', '--noheadings'];
  return spawnSync('prlimit', args, { encoding: 'utf8' }).stdout.trim();
}
