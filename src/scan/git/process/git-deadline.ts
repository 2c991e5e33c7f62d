/**
 * The deadline of a running git. Output is progress, and so is CPU time where the system tells it. A git that makes none
 * is ended: it blocks on a file, such as a named pipe in a nested repository, or its disk does not respond. So is one
 * that works without end: folders that repeat in a tree without a file have nothing to print.
 */
import { readFileSync } from 'node:fs';
import { CodedError } from '../../../errors.ts';
import type { GitCommand, GitLocation } from '../git.ts';
import { findBlockingFile } from '../storage/blocking-file.ts';

/** Shortens the deadlines of all git processes from now on: their results are no longer needed. */
export function hurryGit(): void {
  isHurried = true;
}

let isHurried = false;

/** These read a whole tree, which may be on a slow network drive. The others read a few files. */
const slowCommands: ReadonlySet<GitCommand> = new Set([
  'cat-file',
  'diff-tree',
  'grep',
  'ls-files',
  'ls-tree',
  'rev-list',
]);
const slowLimitMs = 300_000;
const quickLimitMs = 10_000;
/** Without output and CPU time, on systems that tell the latter. */
const idleLimitMs = 30_000;
const hurriedLimitMs = 1_000;
/** CPU time in all. A search of a large repository takes a few seconds, and reading a whole history ten. */
const wholeLimitMs = 30_000;
/**
 * Further CPU time for what git has read, ten times what it takes. Only an object that is stored as the difference from a
 * huge one takes more.
 */
const allowedMs = { perObject: 2, perByte: 1 / 2_000 };
/** After this time the reason is looked for. */
const suspiciousMs = 1_500;
const tickMs = 500;

export class GitDeadline {
  /** The error if git was stopped. */
  error: CodedError | undefined;
  readonly #place: GitLocation;
  readonly #command: GitCommand;
  readonly #pid: number | undefined;
  readonly #stop: () => void;
  readonly #isWaiting: () => boolean;
  readonly #limitMs: number;
  readonly #timer: NodeJS.Timeout;
  readonly #tickMs: number;
  #tickedAtMs = performance.now();
  /** How long git has been without output, and without any progress. */
  #silentMs = 0;
  #idleMs = 0;
  #cpuMs: number | undefined;
  #allowedMs = 0;
  #search: AbortController | undefined;

  constructor(
    place: GitLocation,
    command: GitCommand,
    pid: number | undefined,
    stop: () => void,
    isWaiting: () => boolean = () => true,
  ) {
    this.#place = place;
    this.#command = command;
    this.#pid = pid;
    this.#stop = stop;
    this.#isWaiting = isWaiting;
    this.#limitMs = place.deadlineMs ?? (slowCommands.has(command) ? slowLimitMs : quickLimitMs);
    this.#tickMs = Math.min(tickMs, this.#limitMs / 3);
    this.#timer = setInterval(() => this.#tick(), this.#tickMs).unref();
  }

  /** Git has made progress: it has written something. */
  renew(bytes = 0): void {
    this.#silentMs = 0;
    this.#idleMs = 0;
    this.#allowedMs += allowedMs.perByte * bytes;
  }

  /** Git has read an object. */
  countObject(): void {
    this.#allowedMs += allowedMs.perObject;
  }

  end(): void {
    clearInterval(this.#timer);
    this.#search?.abort();
  }

  #tick(): void {
    const now = performance.now();
    // This process may have been stopped in the meantime, or busy.
    const passedMs = Math.min(now - this.#tickedAtMs, 2 * this.#tickMs);
    this.#tickedAtMs = now;
    if (!this.#isWaiting()) {
      this.renew();
      return;
    }
    this.#silentMs += passedMs;
    this.#idleMs += passedMs;
    const used = usageOf(this.#pid);
    if (used?.isWaitingForDisk || used?.cpuMs !== this.#cpuMs) this.#idleMs = 0;
    this.#cpuMs = used?.cpuMs;
    const idleLimit = isHurried ? hurriedLimitMs : idleLimitMs;
    if (this.#silentMs >= this.#limitMs) this.#fail(noOutput(this.#place, this.#command, this.#limitMs));
    else if (this.#isBusyWithoutEnd(used?.cpuMs ?? 0)) this.#fail(withoutEnd(this.#place, this.#command));
    else if ((used !== undefined || isHurried) && this.#idleMs >= idleLimit) {
      this.#fail(noOutput(this.#place, this.#command, idleLimit));
    } else if (this.#idleMs >= suspiciousMs && this.#search === undefined) void this.#findReason();
  }

  #isBusyWithoutEnd(cpuMs: number): boolean {
    return cpuMs > (this.#place.cpuLimitMs ?? wholeLimitMs) + this.#allowedMs;
  }

  async #findReason(): Promise<void> {
    this.#search = new AbortController();
    const { workTree } = this.#place;
    if (workTree === undefined) return;
    const path = await findBlockingFile(workTree, this.#search.signal).catch(() => undefined);
    if (path !== undefined && !this.#search.signal.aborted) this.#fail(blockedBy(path, workTree));
  }

  #fail(error: CodedError): void {
    this.error = error;
    this.end();
    this.#stop();
  }
}

interface Usage {
  readonly cpuMs: number;
  /** Waiting for a disk counts as progress. */
  readonly isWaitingForDisk: boolean;
}

/** Returns what a process has used so far; undefined where it is not known. */
function usageOf(pid: number | undefined): Usage | undefined {
  if (process.platform !== 'linux' || pid === undefined) return undefined;
  try {
    // The name of the program, in parentheses, may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { cpuMs: (Number(fields[11]) + Number(fields[12])) * msPerTick, isWaitingForDisk: fields[0] === 'D' };
  } catch {
    return undefined;
  }
}

/** The kernel counts in hundredths of a second on all platforms that Node supports. */
const msPerTick = 10;

function withoutEnd(place: GitLocation, command: GitCommand): CodedError {
  const where = place.workTree ?? place.gitDir ?? place.folder;
  const message = `\`git ${command}\` worked for too long in ${where} and was ended.`;
  return new CodedError('repository_unreadable', message, {
    remediation:
      'Pass another ref. This one has too many files, folders that repeat without end, or files that are stored as differences from huge ones.',
    data: { path: where },
  });
}

function noOutput(place: GitLocation, command: GitCommand, limitMs: number): CodedError {
  const where = place.workTree ?? place.gitDir ?? place.folder;
  const message = `\`git ${command}\` produced no output for ${limitMs / 1000} seconds in ${where} and was ended.`;
  return new CodedError('repository_unreadable', message, {
    remediation: 'Look for named pipes with `find . -type p`, check that the disk responds, then try again.',
    data: { path: where },
  });
}

function blockedBy(path: string, folder: string): CodedError {
  const message = `${path} is a named pipe, socket or device, and git blocked on it.`;
  return new CodedError('repository_unreadable', message, {
    remediation: `Remove it if you trust the rest of ${folder}, then try again. \`find . -type p\` lists named pipes.`,
    data: { path },
  });
}
