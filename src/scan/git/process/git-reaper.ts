/**
 * The reaper ends the git processes of a process that is gone, however it ended. A git that blocks on a file would
 * otherwise live on. It is a small shell, which knows the running git processes and waits for the end of its input: the
 * system closes it with the process. It ends soon after the last of them.
 */
import { type ChildProcess, spawn } from 'node:child_process';

/** Ends a git process, with its process group, when this process ends. */
export function endWithThisProcess(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined || process.platform === 'win32') return;
  running.add(pid);
  clearTimeout(dismissal);
  if (reaper === undefined) restart();
  else reaper.stdin?.write(`+ ${pid}\n`);
  child.once('exit', () => {
    running.delete(pid);
    reaper?.stdin?.write(`- ${pid}\n`);
    if (running.size === 0) dismissal = setTimeout(dismiss, keptMs).unref();
  });
}

/** Ends all git processes of this process. Their callers get an error. */
export function endAllGit(): void {
  for (const pid of running) {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}

const running = new Set<number>();
/** One git often follows another. */
const keptMs = 500;
let reaper: ChildProcess | undefined;
let dismissal: NodeJS.Timeout | undefined;

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

function restart(): void {
  reaper = start();
  reaper?.stdin?.write([...running].map((pid) => `+ ${pid}\n`).join(''));
}

function dismiss(): void {
  if (running.size > 0) return;
  reaper?.stdin?.end();
  reaper = undefined;
}

function start(): ChildProcess | undefined {
  try {
    const started = spawn('/bin/sh', ['-c', script, 'codecompass-git-reaper'], {
      cwd: '/',
      env: {},
      // A signal to the group of this process must not end the reaper too.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const forget = () => {
      if (reaper === started) reaper = undefined;
    };
    started.on('error', forget).on('exit', forget);
    started.stdin?.on('error', forget);
    // Neither keeps this process alive.
    started.unref();
    (started.stdin as (NodeJS.WritableStream & { unref?(): void }) | null)?.unref?.();
    return started;
  } catch {
    // No process or file handle is left. The next git tries again.
    return undefined;
  }
}
