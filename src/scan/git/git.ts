/**
 * Git, as a program. The single place that runs it, and only with commands that were seen to run nothing of what
 * a repository configures: no filter, no hook, no monitor, no text converter, no fetch. It never writes.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { devNull } from 'node:os';
import { dirname } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { CodedError } from '../../errors.ts';
import { rootVanished } from '../listing/lstat.ts';
import { gitProgram } from './git-program.ts';

/** The commands that are safe on a repository one does not trust; `symbolic-ref` only with one argument. */
export type GitCommand =
  | 'cat-file'
  | 'diff-tree'
  | 'hash-object'
  | 'ls-files'
  | 'ls-tree'
  | 'rev-list'
  | 'rev-parse'
  | 'symbolic-ref'
  | 'version';

/** Where git works. Without `gitDir` it looks for `.git` in `folder` itself, and in no parent of it. */
export interface GitLocation {
  readonly folder: string;
  readonly gitDir?: string;
  readonly workTree?: string;
  /** How long git may be silent; as long as its command may take if left out. */
  readonly deadlineMs?: number;
}

export interface GitResult {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export type GitProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** The output of a command that has to succeed. */
export async function gitOutput(
  place: GitLocation,
  command: GitCommand,
  args: readonly string[],
  options: { readonly input?: string; readonly signal?: AbortSignal | undefined } = {},
): Promise<Buffer> {
  const result = await runGit(place, command, args, options);
  if (result.exitCode !== 0) throw gitFailure(place, result.stderr);
  return result.stdout;
}

/** Runs a command whose failure may be an answer. Rejects only where git cannot be started, or the signal's reason. */
export function runGit(
  place: GitLocation,
  command: GitCommand,
  args: readonly string[],
  options: { readonly input?: string; readonly signal?: AbortSignal | undefined } = {},
): Promise<GitResult> {
  const { input, signal } = options;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const child = startGit(place, command, args);
    const stop = () => child.kill('SIGKILL');
    signal?.addEventListener('abort', stop, { once: true });
    const deadline = new GitDeadline(place, command, stop);
    const stdout: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => {
      deadline.renew();
      stdout.push(chunk);
    });
    const stderr = collectText(child.stderr);
    const settle = () => {
      deadline.end();
      signal?.removeEventListener('abort', stop);
    };
    child.once('error', (error) => {
      settle();
      reject(startFailure(place, error));
    });
    child.once('close', (code) => {
      settle();
      if (signal?.aborted) return reject(signal.reason);
      if (deadline.lost !== undefined) return reject(deadline.lost);
      resolve({ exitCode: code ?? -1, stdout: Buffer.concat(stdout), stderr: stderr() });
    });
    child.stdin.end(input);
  });
}

/** Where commands on an opened repository run. */
export function gitLocationOf(repository: {
  readonly root: string;
  readonly bare: boolean;
  readonly gitDir?: string;
}): GitLocation {
  const { root, bare, gitDir } = repository;
  if (gitDir === undefined) throw new Error(`${root} is no git repository.`);
  return bare ? { folder: root, gitDir } : { folder: root, gitDir, workTree: root };
}

/** A running git; whoever starts one listens for its `error` and `close`. Throws where there is no git to start. */
export function startGit(place: GitLocation, command: GitCommand, args: readonly string[]): GitProcess {
  const where = [
    ...(place.gitDir === undefined ? [] : [`--git-dir=${place.gitDir}`]),
    ...(place.workTree === undefined ? [] : [`--work-tree=${place.workTree}`]),
  ];
  const program = gitProgram(place.folder);
  if (program === undefined) throw startFailure(place, notFound());
  const child = spawn(program, ['--no-pager', ...where, ...safeConfig, command, ...args], {
    cwd: place.folder,
    env: gitEnvironment(place.folder),
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  // Git may end before it has read its input; its exit code tells the story, not the broken pipe.
  child.stdin.on('error', () => {});
  return child;
}

/**
 * A deadline for a running git. A repository that was not cloned but unpacked may hold a named pipe where git expects a
 * file, and git would wait for its other end for ever.
 */
export class GitDeadline {
  /** Why git was stopped, if it was. */
  lost: CodedError | undefined;
  readonly #timer: NodeJS.Timeout;

  constructor(place: GitLocation, command: GitCommand, stop: () => void, isWaiting: () => boolean = () => true) {
    const limitMs = place.deadlineMs ?? (slowCommands.has(command) ? slowLimitMs : limitOfOthersMs);
    this.#timer = setTimeout(() => {
      if (!isWaiting()) return;
      this.lost = silent(place, command, limitMs);
      stop();
    }, limitMs).unref();
  }

  renew(): void {
    if (this.lost === undefined) this.#timer.refresh();
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/** These go through a whole tree, which may lie at the other end of a slow network. */
const slowCommands: ReadonlySet<GitCommand> = new Set(['cat-file', 'diff-tree', 'ls-files', 'ls-tree']);
const slowLimitMs = 600_000;
const limitOfOthersMs = 60_000;

function silent(place: GitLocation, command: GitCommand, limitMs: number): CodedError {
  const where = place.workTree ?? place.gitDir ?? place.folder;
  const message = `Git has been silent for ${limitMs / 1000} seconds in ${where} (git ${command}).`;
  return new CodedError('repository_unreadable', message, {
    remediation: 'Look for named pipes with `find . -type p`, check that the disk answers, then try again.',
    data: { path: where },
  });
}

/** What is wrong with a repository, from what git wrote to standard error. */
export function gitFailure(place: GitLocation, stderr: string): CodedError {
  const where = place.workTree ?? place.gitDir ?? place.folder;
  const data = { path: where };
  const line = stderr
    .split('\n')
    .map((text) => text.trim())
    .find((text) => /^(fatal|error):/.test(text));
  const said = line?.replace(/^(fatal|error):\s*/, '') ?? 'git ended without saying why';
  if (/dubious ownership|unsafe repository/.test(stderr)) {
    return new CodedError('repository_unreadable', `Git refuses ${where}, because it belongs to another user.`, {
      remediation: `If you trust it, run \`git config --global --add safe.directory '${where}'\`, then try again.`,
      data,
    });
  }
  if (/Permission denied/.test(stderr)) {
    return new CodedError('permission_denied', `Git may not read the repository at ${where}: ${said}`, { data });
  }
  return new CodedError('repository_unreadable', `Git cannot read the repository at ${where}: ${said}`, { data });
}

/** Why git could not be started at all. */
export function startFailure(place: GitLocation, error: NodeJS.ErrnoException): CodedError {
  const data = { path: place.folder };
  if (!existsSync(place.folder)) return rootVanished(place.folder);
  if (error.code === 'ENOENT') {
    return new CodedError('repository_unreadable', `${place.folder} is a git repository, and git is not installed.`, {
      remediation: 'Install git outside the repository, make sure that it is on the PATH, then try again.',
      data,
      cause: error,
    });
  }
  return new CodedError('repository_unreadable', `Git cannot be started in ${place.folder}: ${error.message}`, {
    remediation: 'Check that `git --version` works in that folder, then try again.',
    data,
    cause: error,
  });
}

function notFound(): NodeJS.ErrnoException {
  return Object.assign(new Error('No git is on the PATH outside the repository.'), { code: 'ENOENT' });
}

/** The last part of what a stream says, for messages. */
export function collectText(stream: Readable): () => string {
  let text = '';
  stream.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString('utf8')).slice(-16_384);
  });
  return () => text;
}

const safeConfig = Object.entries({
  'core.fsmonitor': 'false',
  'core.hooksPath': devNull,
  'core.untrackedCache': 'false',
  'safe.bareRepository': 'explicit',
}).flatMap(([key, value]) => ['-c', `${key}=${value}`]);

/** The variables that say which of the user's own configuration files count; all others of git's are dropped. */
const keptVariables = new Set(['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM']);

function gitEnvironment(folder: string): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (!name.toUpperCase().startsWith('GIT_') || keptVariables.has(name)) environment[name] = value;
  }
  return {
    ...environment,
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    // Older versions do not know the variable above; they may not use any protocol to fetch with.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_CEILING_DIRECTORIES: dirname(folder),
    LC_ALL: 'C',
  };
}
