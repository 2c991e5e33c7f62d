/** The entry point of a watchdog's thread. It counts its own ticks, because time also passes while the machine sleeps. */
import { write } from 'node:fs';
import { workerData } from 'node:worker_threads';

export interface WatchdogRules {
  /** The process that started this one. */
  readonly parent: number;
  /** The process ends this long after its parent. Absent if it may outlive it. */
  readonly orphanMs?: number;
  /** The same if the event loop has not turned for as long either. */
  readonly stuckOrphanMs?: number;
  /** How long the process may take to end once its end was announced. */
  readonly endingMs?: number;
  /** How long one turn of the event loop may take. */
  readonly stuckMs: number;
}

export interface WatchdogData {
  readonly rules: WatchdogRules;
  readonly children: SharedArrayBuffer;
  /** How often the event loop has turned, and whether the end was announced. */
  readonly state: SharedArrayBuffer;
}

const tickMs = 100;
const { rules, children, state } = workerData as WatchdogData;
const shared = new Int32Array(state);
const never = Number.POSITIVE_INFINITY;
let turn = 0;
let [stuckMs, orphanMs, endingMs] = [0, 0, 0];

const timer = setInterval(() => {
  const seen = Atomics.load(shared, 0);
  stuckMs = seen === turn ? stuckMs + tickMs : 0;
  turn = seen;
  orphanMs = isParentGone() ? orphanMs + tickMs : 0;
  endingMs = Atomics.load(shared, 1) === 0 ? 0 : endingMs + tickMs;
  const isLeftBehind =
    orphanMs >= (rules.orphanMs ?? never) || Math.min(orphanMs, stuckMs) >= (rules.stuckOrphanMs ?? never);
  if (isLeftBehind || endingMs >= (rules.endingMs ?? never)) end();
  else if (stuckMs >= rules.stuckMs) endWithReason();
}, tickMs);

/** An orphan gets another parent; on Windows it keeps the id of the one that is gone. */
function isParentGone(): boolean {
  if (process.ppid !== rules.parent) return true;
  try {
    process.kill(rules.parent, 0);
    return false;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function endWithReason(): void {
  clearInterval(timer);
  const seconds = Math.round(rules.stuckMs / 1_000);
  // A full pipe that nobody reads must not keep the process alive.
  write(2, `codecompass: process ${process.pid} did nothing else for ${seconds} s and was ended.\n`, end);
  setTimeout(end, 1_000);
}

function end(): void {
  for (const pid of new Int32Array(children)) if (pid > 0) kill(process.platform === 'win32' ? pid : -pid);
  kill(process.pid);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
