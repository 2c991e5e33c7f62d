/**
 * Runs the git program. No other module does. It only runs read-only commands that were verified to execute nothing
 * that a repository configures: no filter, hook, file system monitor, text converter or fetch.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { devNull } from 'node:os';
import { delimiter, dirname, isAbsolute, join, parse } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { CodedError } from '../../errors.ts';
import { isWithin } from '../listing/lstat.ts';
import { findGitFolders, type GitFolders, gitStorage } from './git-storage.ts';
import { GitDeadline } from './process/git-deadline.ts';
import { gitFailure, killed, notFound, startFailure, tooManyFiles, unexpectedOutput } from './process/git-errors.ts';
import { memoryLimit } from './process/memory-limit.ts';
import { memoryTurn } from './process/memory-turns.ts';
import { LimitedOutput } from './process/output-limit.ts';
import { expectGit, recordGit } from './process/running-gits.ts';
import { outsideAllowedRoots } from './storage/walk-inside.ts';

/**
 * Commands that are safe in an untrusted repository: `symbolic-ref` only with one argument, `config` only to read, `grep`
 * only on a tree and as text, `ls-files` only without ignore rules, whose patterns can take git forever.
 */
export type GitCommand =
  | 'cat-file'
  | 'config'
  | 'diff-tree'
  | 'grep'
  | 'ls-files'
  | 'ls-tree'
  | 'rev-list'
  | 'rev-parse'
  | 'symbolic-ref'
  | 'version';

/** Where git runs. Without `gitDir` it looks for `.git` in `folder` only, not in its parents. */
export interface GitLocation {
  readonly folder: string;
  readonly gitDir?: string;
  /** The git folder that worktrees share. */
  readonly commonDir?: string;
  readonly workTree?: string;
  /** Folders that contain everything that git reads; undefined means no limit. */
  readonly within?: readonly string[] | undefined;
  /** How long git may go without output; defaults to the limit of the command. */
  readonly deadlineMs?: number;
  /** How much CPU time git may use in all; defaults to the limit of the command. */
  readonly cpuLimitMs?: number;
  /** How much git may print; defaults to the limit of the command. */
  readonly maxOutputBytes?: number;
}

export interface GitResult {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

export type GitProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** Returns the output of a command; throws if the command fails. */
export async function gitOutput(
  place: GitLocation,
  command: GitCommand,
  args: readonly string[],
  options: GitOptions = {},
): Promise<Buffer> {
  const result = await runGit(place, command, args, options);
  if (result.exitCode !== 0) throw gitFailure(place, result.stderr);
  // Each name in such a list ends with a NUL, so that text or a list that was cut off is recognized.
  const isList = args.includes('-z') && result.stdout.length > 0;
  if (isList && result.stdout.at(-1) !== 0) throw unexpectedOutput(place, command, result.stdout.toString('utf8'));
  return result.stdout;
}

/**
 * Runs a command and returns its exit code and output. Rejects only if git cannot be started, is killed, goes silent or
 * prints too much, or with the reason of the signal: in all these cases the output may lack something.
 */
export async function runGit(
  place: GitLocation,
  command: GitCommand,
  args: readonly string[],
  options: GitOptions = {},
): Promise<GitResult> {
  const { signal } = options;
  signal?.throwIfAborted();
  const maxBytes = memoryLimit(command, () => gitFoldersOf(place));
  const giveBack = await memoryTurn(place.commonDir ?? place.gitDir ?? place.folder, maxBytes, signal);
  try {
    return await runAtOnce(place, command, args, options);
  } finally {
    giveBack();
  }
}

interface GitOptions {
  readonly input?: string | Uint8Array;
  readonly signal?: AbortSignal | undefined;
}

function runAtOnce(
  place: GitLocation,
  command: GitCommand,
  args: readonly string[],
  { input, signal }: GitOptions,
): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const child = startGit(place, command, args);
    const stop = () => endGit(child);
    signal?.addEventListener('abort', stop, { once: true });
    const deadline = new GitDeadline(place, command, child.pid, stop);
    const stdout = new LimitedOutput(place, command, args);
    child.stdout.on('data', (chunk: Buffer) => {
      deadline.renew(chunk.length);
      stdout.add(chunk);
      if (stdout.error !== undefined) stop();
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
    child.once('close', (exitCode, killedBy) => {
      settle();
      if (signal?.aborted) return reject(signal.reason);
      const stopped = deadline.error ?? stdout.error;
      if (stopped !== undefined) return reject(stopped);
      if (exitCode === null) return reject(killed(place, command, killedBy));
      resolve({ exitCode, stdout: stdout.all(), stderr: stderr() });
    });
    child.stdin.end(input);
  });
}

/** The parts of an opened repository that tell where git runs. */
interface OpenedRepository {
  readonly root: string;
  readonly identity: string;
  readonly bare: boolean;
  readonly gitDir?: string;
  readonly within?: readonly string[];
}

/** Returns where git runs for an opened repository. */
export function gitLocationOf({ root, identity, bare, gitDir, within }: OpenedRepository): GitLocation {
  if (gitDir === undefined) throw new Error(`${root} is not a git repository.`);
  const place = { folder: root, gitDir, commonDir: identity, within };
  return bare ? place : { ...place, workTree: root };
}

/** Whether the work tree of a repository and everything that git reads for it are in or below one of the folders. */
export function isStoredIn(repository: OpenedRepository, folders: readonly string[]): boolean {
  const { root, gitDir } = repository;
  const isInside = (path: string) => folders.some((folder) => isWithin(path, folder));
  if (!isInside(root) || gitDir === undefined) return isInside(root);
  try {
    return gitStorage(gitFoldersOf({ ...gitLocationOf(repository), within: folders })).every(isInside);
  } catch (thrown) {
    if (thrown instanceof CodedError && thrown.code === 'workspace_not_allowed') return false;
    throw thrown;
  }
}

/** Returns the git folders of a place; they need not exist. */
export function gitFoldersOf({ folder, gitDir, commonDir, within }: GitLocation): GitFolders {
  if (gitDir !== undefined && commonDir !== undefined) return { gitDir, commonDir, folder, within };
  return findGitFolders(folder, gitDir ?? join(folder, '.git'), within);
}

/** Throws if git would read something that is not a regular file, or that is outside the allowed roots. */
function checkStorage(place: GitLocation): void {
  const storage = gitStorage(gitFoldersOf(place));
  const { within, folder } = place;
  const isInside = (path: string) => within === undefined || within.some((root) => isWithin(path, root));
  if (!storage.every(isInside)) throw outsideAllowedRoots(folder);
}

/** Searches objects only, but looks for attributes in the folder that it runs in, where they could be a pipe. */
const isLedAway = (command: GitCommand) => command === 'grep';

/**
 * Starts git in a process group of its own. The caller has to handle `error` and `close`. Throws if git is not found,
 * if the git folder contains what git must not open, and for some failures to start it.
 */
export function startGit(place: GitLocation, command: GitCommand, args: readonly string[]): GitProcess {
  const { folder, gitDir, workTree } = place;
  const where = [
    ...(gitDir === undefined ? [] : [`--git-dir=${gitDir}`]),
    ...(workTree === undefined ? [] : [`--work-tree=${workTree}`]),
  ];
  const program = gitProgram(place.folder);
  if (program === undefined) throw startFailure(place, notFound());
  if (command !== 'version') checkStorage(place);
  const registry = expectGit();
  const maxBytes = memoryLimit(command, () => gitFoldersOf(place));
  const limited = inShell(registry !== undefined, maxBytes, [
    program,
    '--no-pager',
    ...where,
    ...safeConfig,
    command,
    ...args,
  ]);
  let child: GitProcess;
  try {
    child = spawn(limited[0], limited.slice(1), {
      cwd: workTree !== undefined && isLedAway(command) ? parse(folder).root : folder,
      env: gitEnvironment(place.folder),
      stdio: ['pipe', 'pipe', 'pipe', ...(registry === undefined ? [] : [registry])],
      detached: !isWindows,
      windowsHide: true,
    }) as GitProcess;
  } catch (thrown) {
    throw startFailure(place, thrown as NodeJS.ErrnoException);
  }
  recordGit(child);
  // Without a file handle left, Node makes no streams, and reports the error only later.
  if (child.stdin === undefined || child.stdin === null) {
    child.on('error', () => {});
    throw startFailure(place, tooManyFiles(program));
  }
  // Git may exit before it has read its input. Its exit code reports the failure, so the broken pipe is ignored.
  child.stdin.on('error', () => {});
  return child;
}

/**
 * A shell limits the memory that git allocates, registers git to be ended with this process, and becomes git. That costs
 * half a millisecond. Packs do not count, because git maps them without copying.
 */
function inShell(
  isRegistered: boolean,
  maxBytes: number,
  command: readonly [string, ...string[]],
): readonly [string, ...string[]] {
  if (isWindows || !existsSync(shell)) return command;
  const register = isRegistered ? 'echo "+ $$" >&3; exec 3>&-; ' : '';
  return [shell, '-c', `${register}ulimit -d ${Math.ceil(maxBytes / 1024)} 2>/dev/null; exec "$@"`, 'git', ...command];
}

const shell = '/bin/sh';

/** Kills git with all processes that it started. Closes its output, which one of them may keep open. */
export function endGit(child: GitProcess): void {
  if (child.pid === undefined) return;
  try {
    if (isWindows) child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
  child.stdout.destroy();
  child.stderr.destroy();
}

const isWindows = process.platform === 'win32';

/** Collects the end of a stream, for error messages. */
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

/** Variables that select the user's own configuration files. All other variables of git are dropped. */
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
    // Older versions do not know the variable above; this one forbids every protocol for fetching.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_CEILING_DIRECTORIES: dirname(folder),
    LC_ALL: 'C',
  };
}

// The git program: the first one in an absolute PATH entry outside the repository. A program inside the repository is
// untrusted, and a relative PATH entry would resolve against the folder that git runs in.

/** Returns the path of git; undefined if none is found. */
export function gitProgram(repository: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(isAbsolute);
  return folders.map(programIn).find((program) => program !== undefined && isForeign(program, repository));
}

function programIn(folder: string): string | undefined {
  const path = join(folder, isWindows ? 'git.exe' : 'git');
  try {
    if (!statSync(path).isFile()) return undefined;
    accessSync(path, constants.X_OK);
    return path;
  } catch {
    return undefined;
  }
}

/** A repository at the file system root is trusted: no program is outside it. */
function isForeign(program: string, repository: string): boolean {
  return parse(repository).root === repository || !isWithin(realpathSync(program), repository);
}
