/** `serve-mcp` started by hand on a terminal: one line that says what it serves, and how to stop it. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { program } from '../support/build-output.ts';
import { createFixture, environment, type Fixture } from '../support/serve-fixture.ts';
import { withDeadline } from '../support/wait-until.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture({ indexed: true });
});
afterAll(() => fixture?.remove());

/** `script` of util-linux gives the command a pseudo-terminal; other systems have another program of that name. */
const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

/** Runs on a pseudo-terminal with stdout in a file, and sends Ctrl-C once `isSaid` has appeared on stderr. */
async function runOnTerminal(args: readonly string[], isSaid: RegExp, env: Record<string, string> = {}) {
  const stdout = join(fixture.base, `stdout-${args.length}`);
  const command = [process.execPath, program, 'serve-mcp', ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qec', `${command} > '${stdout}'`, '/dev/null'], {
    cwd: fixture.repository.root,
    env: environment(fixture, { SHELL: '/bin/sh', ...env }),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  let isInterrupted = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (isInterrupted || !isSaid.test(said)) return;
    isInterrupted = true;
    child.stdin.write('\x03');
  });
  const exitCode = await withDeadline(
    'the server to end after Ctrl-C',
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
  );
  return { exitCode, lines: said.split('\r\n'), stdout: readFileSync(stdout, 'utf8') };
}

describe.skipIf(!hasTerminal)('on a terminal', () => {
  test('stdio says which project it serves and how to stop it, on stderr', async () => {
    const { exitCode, lines, stdout } = await runOnTerminal([], /Ctrl-C/);
    expect(lines[0]).toBe(
      `Serving the project of ${fixture.repository.root} over MCP on stdin and stdout, for a client that starts this command. Press Ctrl-C to stop.`,
    );
    expect(stdout).toBe('');
    expect(exitCode).toBe(130);
    const pinned = await runOnTerminal(['--workspace', fixture.repository.root], /Ctrl-C/);
    expect(pinned.lines[0]).toMatch(new RegExp(`^Serving ${fixture.repository.root} over MCP`));
  });

  test('HTTP says its address, its paths and whether it needs a token', async () => {
    const args = ['--transport', 'http', '--port', '0'];
    const open = await runOnTerminal(args, /Ctrl-C/);
    expect(open.lines[0]).toMatch(
      /^Listening on http:\/\/127\.0\.0\.1:\d+\/ \(MCP at \/ and \/mcp, status at \/health; no token required\)\. Press Ctrl-C to stop\.$/,
    );
    expect(open.stdout).toBe('');
    const guarded = await runOnTerminal(args, /Ctrl-C/, { CODECOMPASS_TOKEN: 'secret-1' });
    expect(guarded.lines[0]).toMatch(/; token required\)/);
    expect(guarded.lines[0]).not.toContain('secret-1');
  });
});

test('a client that connects pipes reads nothing of it', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'serve-mcp'], {
    cwd: fixture.repository.root,
    env: environment(fixture),
    encoding: 'utf8',
    input: '',
  });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
});
