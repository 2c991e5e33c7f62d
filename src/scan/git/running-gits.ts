/**
 * The git processes of this process that have not ended. They end with it: a git that hangs would stay. They are
 * recorded in memory that other threads can read, because a watchdog ends them if the main thread cannot.
 */
/** More than ever run at once. A git without a place is not recorded. */
const places = 256;
const pids = new Int32Array(new SharedArrayBuffer(4 * places));

/** Process ids, each the leader of its group; 0 is an empty place. */
export const runningGits: SharedArrayBuffer = pids.buffer;

interface StartedGit {
  readonly pid?: number | undefined;
  once(event: 'exit', listener: () => void): unknown;
}

export function recordGit(child: StartedGit): void {
  if (!isExitWatched) process.once('exit', endRunningGits);
  isExitWatched = true;
  const { pid } = child;
  const place = pids.indexOf(0);
  if (pid === undefined || place === -1) return;
  Atomics.store(pids, place, pid);
  // Until this event the id is not used for another process.
  child.once('exit', () => Atomics.store(pids, place, 0));
}

let isExitWatched = false;

function endRunningGits(): void {
  for (const pid of pids) {
    try {
      if (pid > 0) process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}
