/**
 * The reaper ends the git processes of a process that was killed. It is a small shell, which knows the running git
 * processes and waits for the end of its input: the system closes it with the process. It ends soon after the last of
 * them. Windows has none.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

/** One git often follows another. */
const keptMs = 500;

const script = `
pids=' '
while read -r sign pid; do
  case $sign in
    +) pids="$pids$pid " ;;
    -) pids="\${pids%% $pid *} \${pids#* $pid }" ;;
  esac
done
for pid in $pids; do kill -9 "-$pid"; done
`;

export class GitReaper {
  readonly #pids = new Set<number>();
  #shell: ChildProcess | undefined;
  #dismissal: NodeJS.Timeout | undefined;

  /**
   * Starts the shell if it does not run, and returns its input. Git's own shell writes `+` and its process id to it before
   * it becomes git, so no git runs that is not known here. Undefined if there is no reaper.
   */
  prepare(): Writable | undefined {
    if (process.platform === 'win32') return undefined;
    if (this.#shell === undefined) this.#start();
    this.#dismissSoon();
    return this.#shell?.stdin ?? undefined;
  }

  /** Keeps the shell as long as a git runs that has written its id. */
  add(pid: number): void {
    this.#pids.add(pid);
    clearTimeout(this.#dismissal);
  }

  remove(pid: number): void {
    if (!this.#pids.delete(pid)) return;
    this.#shell?.stdin?.write(`- ${pid}\n`);
    if (this.#pids.size === 0) this.#dismissSoon();
  }

  #dismissSoon(): void {
    clearTimeout(this.#dismissal);
    this.#dismissal = setTimeout(() => {
      if (this.#pids.size > 0) return;
      this.#shell?.stdin?.end();
      this.#shell = undefined;
    }, keptMs).unref();
  }

  #start(): void {
    let shell: ChildProcess;
    try {
      shell = spawn('/bin/sh', ['-c', script, 'codecompass-git-reaper'], {
        cwd: '/',
        env: {},
        // A signal to the group of this process must not end the reaper too.
        detached: true,
        stdio: ['pipe', 'ignore', 'ignore'],
      });
    } catch {
      // No process or file handle is left. The next git tries again.
      return;
    }
    this.#shell = shell;
    const forget = () => {
      if (this.#shell === shell) this.#shell = undefined;
    };
    shell.on('error', forget).on('exit', forget);
    shell.stdin?.on('error', forget);
    // Neither keeps this process alive.
    shell.unref();
    (shell.stdin as (NodeJS.WritableStream & { unref?(): void }) | null)?.unref?.();
    shell.stdin?.write([...this.#pids].map((pid) => `+ ${pid}\n`).join(''));
  }
}
