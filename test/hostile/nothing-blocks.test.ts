/**
 * Nothing blocks for ever: a job ends with its server, whatever either of them is doing, and the next server works. A
 * preload makes real threads loop without end, as a hostile file might.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { program } from '../support/build-output.ts';
import { exchangeableGit } from '../support/fake-git.ts';
import { processesOf, stuckEnvironment, untilNoneIsLeft } from '../support/leftover-processes.ts';
import { canMeasure } from '../support/measure-process.ts';
import { connectStdio, createFixture, environment, type Fixture, until } from '../support/serve-fixture.ts';
import type { TestFiles } from '../support/test-repository.ts';
import { waitUntil, withDeadline } from '../support/wait-until.ts';

const files: TestFiles = Object.fromEntries(
  Array.from({ length: 60 }, (_, at) => [
    `m${at}.ts`,
    `export function work${at}() {\n  return ${at};\n}\n`.repeat(20),
  ]),
);

let fixture: Fixture;
beforeEach(async () => {
  fixture = await createFixture({ indexed: false, files });
  onTestFinished(() => {
    for (const { pid } of processesOf(fixture.home)) process.kill(pid, 'SIGKILL');
    fixture.remove();
  });
});

describe.skipIf(!canMeasure)('no process is left', () => {
  test.each(['discovery', 'parsing', 'indexing', 'finalizing'])(
    'after a SIGKILL of a server whose job is stuck in %s',
    async (stage) => {
      const stuck = stuckEnvironment(fixture.base, `job ${stage}`);
      const server = startServer(stuck.env);
      ask(server, 'index_repo');
      await stuck.reached();
      server.kill('SIGKILL');
      await untilNoneIsLeft(fixture.home);
      if (stage === 'finalizing') await expectWorkingServer();
    },
  );

  test.each(['SIGTERM', 'end of input'] as const)('after %s of a server whose job is stuck', async (how) => {
    const stuck = stuckEnvironment(fixture.base, 'job parsing');
    const server = startServer(stuck.env);
    ask(server, 'index_repo');
    await stuck.reached();
    stop(server, how);
    await untilNoneIsLeft(fixture.home);
  });

  test.each(['end of input'] as const)('after %s of a server whose job is stopped', async (how) => {
    const stuck = stuckEnvironment(fixture.base, 'worker');
    const server = startServer(stuck.env);
    await waitUntil(
      'a job to be stopped',
      async () => {
        ask(server, 'index_repo');
        return stopProcess(await stuck.reached());
      },
      Boolean,
    );
    stop(server, how);
    await untilNoneIsLeft(fixture.home);
  });

  test.each(['SIGTERM', 'end of input'] as const)('after %s of a server whose parse workers are stuck', async (how) => {
    const stuck = stuckEnvironment(fixture.base, 'worker');
    const server = startServer(stuck.env);
    ask(server, 'index_repo');
    await stuck.reached();
    stop(server, how);
    await untilNoneIsLeft(fixture.home);
  });

  test('after SIGTERM of a server that starts with a git that hangs', async () => {
    const git = exchangeableGit(fixture.base);
    git.use('hanging');
    const server = startServer({ PATH: git.path });
    await untilGitHangs();
    stop(server, 'SIGTERM');
    await untilNoneIsLeft(fixture.home);
  });

  test('after SIGTERM of a server whose job waits for a git that hangs', async () => {
    const git = exchangeableGit(fixture.base);
    const server = startServer({ PATH: git.path });
    await firstAnswer(server);
    git.use('hanging');
    ask(server, 'index_repo');
    await untilGitHangs();
    stop(server, 'SIGTERM');
    await untilNoneIsLeft(fixture.home);
  });

  test('after the death of a client whose call waits for a git that hangs', async () => {
    const git = exchangeableGit(fixture.base);
    const client = startServer({ PATH: git.path }, startClient);
    await firstAnswer(client);
    git.use('hanging');
    ask(client, 'locate_symbol', { name: 'work7', ref: 'main~1' });
    await untilGitHangs();
    client.kill('SIGKILL');
    await untilNoneIsLeft(fixture.home);
  });

  test('after the death of a client whose server is stuck', async () => {
    const stuck = stuckEnvironment(fixture.base, 'server');
    const client = startServer(stuck.env, startClient);
    ask(client, 'index_status');
    await firstAnswer(client);
    writeFileSync(stuck.file, '');
    await stuck.reached();
    client.kill('SIGKILL');
    await untilNoneIsLeft(fixture.home, { deadlineMs: 20_000 });
  });

  test.each([
    ['SIGKILL', 'job finalizing', ['SIGKILL']],
    ['SIGTERM', 'job parsing', ['SIGTERM']],
    ['the second interrupt', 'job parsing', ['SIGINT', 'SIGINT']],
    ['SIGTERM', 'worker', ['SIGTERM']],
  ] as const)('after %s of a command with a stuck %s', async (_, who, signals) => {
    const stuck = stuckEnvironment(fixture.base, who);
    const command = start(['index'], stuck.env);
    await stuck.reached();
    for (const signal of signals) command.kill(signal);
    await untilNoneIsLeft(fixture.home);
  });
});

type Ending = 'SIGTERM' | 'end of input';

/** False if it has ended: on a busy machine, a job whose workers are all stuck may be ended before it is stopped. */
function stopProcess(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGSTOP');
  } catch {
    return false;
  }
}

function stop(server: ChildProcess, how: Ending): void {
  if (how === 'end of input') server.stdin?.end();
  else server.kill(how);
}

function start(args: readonly string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [program, ...args], {
    cwd: fixture.repository.root,
    env: environment(fixture, env),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}

/** Starts the program as the child of another process, which only passes its input and output on. */
function startClient(args: readonly string[], env: Record<string, string>): ChildProcess {
  const script = `
    const server = require('node:child_process').spawn(process.execPath, JSON.parse(process.argv[1]), { stdio: 'pipe' });
    process.stdin.pipe(server.stdin);
    server.stdout.pipe(process.stdout);`;
  return spawn(process.execPath, ['-e', script, JSON.stringify([program, ...args])], {
    cwd: fixture.repository.root,
    env: environment(fixture, env),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}

function startServer(env: Record<string, string>, starter = start): ChildProcess {
  const server = starter(['serve-mcp', '--workspace', fixture.repository.root, '--no-prewarm'], env);
  send(server, {
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  });
  send(server, { method: 'notifications/initialized' });
  return server;
}

function send(server: ChildProcess, message: object): void {
  server.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

function ask(server: ChildProcess, name: string, args: object = {}): void {
  send(server, { id: 1, method: 'tools/call', params: { name, arguments: args } });
}

/** Resolves once the server has answered something. */
function firstAnswer(server: ChildProcess): Promise<unknown> {
  return withDeadline('an answer', new Promise((resolve) => server.stdout?.once('data', resolve)));
}

function untilGitHangs(): Promise<unknown> {
  const hanging = () => processesOf(fixture.home).filter(({ command }) => command.includes('sleep 1000'));
  return waitUntil('git to hang', hanging, ({ length }) => length > 0);
}

async function expectWorkingServer(): Promise<void> {
  const { call, close } = await connectStdio(fixture);
  onTestFinished(() => close());
  await call('index_repo');
  const { body } = await until(
    'the index',
    () => call('locate_symbol', { name: 'work7' }),
    ({ metadata }) => metadata?.freshness_status === 'fresh',
  );
  expect(body.results[0]).toMatchObject({ path: 'm7.ts' });
}
