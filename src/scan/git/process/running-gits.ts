/**
 * The git processes of this process that have not ended. They end with it, however it ends: a git that blocks on a file
 * would stay. They are recorded in memory that other threads can read, because a watchdog ends them if the main thread
 * cannot, and by the reaper, which acts if this process is killed.
 */
import type { ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';
import { GitReaper } from './git-reaper.ts';

/** More than ever run at once. A git without a place is known to the reaper only. */
const places = 256;
const pids = new Int32Array(new SharedArrayBuffer(4 * places));

/** Process ids, each the leader of its group; 0 is an empty place. */
export const runningGits: SharedArrayBuffer = pids.buffer;

/** Called before git is started. Returns where git's shell registers its process id; undefined if it need not. */
export function expectGit(): Writable | undefined {
  return reaper.prepare();
}

/** Ends a git process, with its process group, when this process ends. */
export function recordGit(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (!isExitWatched) process.once('exit', endRunningGits);
  isExitWatched = true;
  const place = pids.indexOf(0);
  if (place !== -1) Atomics.store(pids, place, pid);
  reaper.add(pid);
  // Until this event the id is not used for another process.
  child.once('exit', () => {
    if (place !== -1) Atomics.store(pids, place, 0);
    reaper.remove(pid);
  });
}

/** Ends all git processes of this process. Their callers get an error. */
export function endRunningGits(): void {
  for (const pid of pids) {
    try {
      if (pid > 0) process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}

const reaper = new GitReaper();
let isExitWatched = false;
