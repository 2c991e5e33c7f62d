/** Runs the built program to completion, as users run it, with its own home and data directory. */
import { spawn, spawnSync } from 'node:child_process';
import { program } from './build-output.ts';
import { temporaryFolder } from './test-repository.ts';

export interface ProgramRun {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Sent once, at the first line of progress. */
  readonly signal?: NodeJS.Signals | undefined;
}

/** Far longer than any command of a test takes. A hanging command is killed, so that its test fails and names it. */
const deadlineMs = 300_000;

export function runProgram(args: readonly string[], { cwd, env, signal }: RunOptions): Promise<ProgramRun> {
  const child = spawn(process.execPath, [program, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  let isSignalled = false;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    if (signal && !isSignalled && /\d+% /.test(stderr)) isSignalled = child.kill(signal);
  });
  return new Promise((resolve, reject) => {
    const deadline = setTimeout(() => {
      child.kill('SIGKILL');
      reject(overdue(args, stdout, stderr));
    }, deadlineMs);
    child.on('error', reject);
    child.on('close', (exitCode, ended) => {
      clearTimeout(deadline);
      resolve({ exitCode, signal: ended, stdout, stderr });
    });
  });
}

/** Runs commands in one folder and waits for each. The home defaults to a temporary folder. */
export function programIn(
  cwd: string,
  home = temporaryFolder(),
  variables: Readonly<Record<string, string>> = {},
): (...args: string[]) => ProgramRun {
  const env = { ...programEnvironment(home, `${home}/data`), ...variables };
  return (...args) => {
    const run = spawnSync(process.execPath, [program, ...args], {
      cwd,
      env,
      encoding: 'utf8',
      timeout: deadlineMs,
      killSignal: 'SIGKILL',
    });
    if (run.error !== undefined) throw overdue(args, run.stdout, run.stderr, run.error);
    return { exitCode: run.status, signal: run.signal, stdout: run.stdout, stderr: run.stderr };
  };
}

/** Passes only the PATH on from the environment of the tests, so that they run the same way everywhere. */
export function programEnvironment(home: string, dataDirectory: string, more: Readonly<Record<string, string>> = {}) {
  return { PATH: process.env.PATH ?? '', HOME: home, CODECOMPASS_HOME: dataDirectory, ...more };
}

function overdue(args: readonly string[], stdout: string, stderr: string, cause?: Error): Error {
  const output = `stdout: ${stdout}\nstderr: ${stderr}`;
  return new Error(`codecompass ${args.join(' ')} did not end within ${deadlineMs / 1_000} s.\n${output}`, { cause });
}
