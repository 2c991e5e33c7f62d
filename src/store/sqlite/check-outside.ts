/**
 * Checks a large index in a process of its own: SQLite does it in statements of many seconds, which would block all other
 * work of this one. Everybody who waits for a file shares its check. It ends with the process that started it.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { CodedError } from '../../errors.ts';
import { programFile } from '../../program-files.ts';
import { receivedError, type SentError } from '../../sent-error.ts';
import { stampOfFile } from './database-files.ts';
import { defaultDriver, type SqliteDriver } from './sqlite.ts';
import { storeError } from './store-errors.ts';

/** What the process sends: the inconsistencies of the index, or why it could not be checked. */
export type CheckMessage = { readonly errors: readonly string[] } | { readonly failed: SentError };

interface Check {
  readonly stamp: string;
  readonly startedMs: number;
  readonly child: ChildProcess;
  readonly outcome: Promise<readonly string[]>;
}

const running = new Map<string, Check>();
/** How soon it is noticed that a job has replaced the file. */
const pollMs = 100;
/** How long a caller waits for a check that others have waited for in vain. */
const againMs = 1_000;

/**
 * Returns what `damageOfMissingWal` finds, or `replaced` if the file is no longer the same. If it has taken longer than
 * the caller waits, throws `index_busy`, and the check goes on for the next caller.
 */
export async function damageFoundOutside(
  file: string,
  patienceMs: number,
  driver: SqliteDriver = defaultDriver(),
): Promise<readonly string[] | 'replaced'> {
  const stamp = stampOfFile(file);
  if (running.get(file)?.stamp !== stamp) endCheck(file);
  const check = running.get(file) ?? begin(file, stamp, driver);
  const endMs = Math.max(check.startedMs + patienceMs, performance.now() + Math.min(patienceMs, againMs));
  for (;;) {
    const stop = new AbortController();
    const tick = pause(Math.max(0, Math.min(pollMs, endMs - performance.now())), undefined, {
      signal: stop.signal,
    }).catch(() => undefined);
    const [outcome] = await Promise.allSettled([Promise.race([check.outcome, tick])]);
    stop.abort();
    if (stampOfFile(file) !== stamp) {
      if (running.get(file) === check) endCheck(file);
      return 'replaced';
    }
    if (outcome.status === 'rejected') throw outcome.reason;
    if (outcome.value !== undefined) return outcome.value;
    if (performance.now() >= endMs) throw stillChecking(file);
  }
}

/** Whether an error says that the check of an index has not ended yet. */
export function isBeingChecked(thrown: unknown): boolean {
  return thrown instanceof CodedError && thrown.data.is_being_checked === true;
}

/** Ends the check of a file that is about to be replaced, if there is one. */
export function endCheck(file: string): void {
  running.get(file)?.child.kill('SIGKILL');
  running.delete(file);
}

function begin(file: string, stamp: string, driver: SqliteDriver): Check {
  const child = fork(programFile('store/sqlite/check-process.js'), [String(process.pid), file, stamp, driver], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  // Whoever waits keeps this process alive, not the check.
  child.unref();
  child.channel?.unref();
  const outcome = outcomeOf(child, file);
  const check = { stamp, startedMs: performance.now(), child, outcome };
  running.set(file, check);
  const forget = () => {
    if (running.get(file) === check) running.delete(file);
  };
  outcome.then(forget, forget);
  return check;
}

function outcomeOf(child: ChildProcess, file: string): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    child.once('message', (message: CheckMessage) => {
      if ('errors' in message) resolve(message.errors);
      else reject(receivedError(message.failed));
    });
    child.once('error', (thrown) => reject(storeError(thrown, file)));
    child.once('exit', (exitCode, signal) => {
      const how = signal === null ? `exit code ${exitCode}` : `signal ${signal}`;
      const message = `The process that checks the index ${file} ended early (${how}).`;
      const fail = () =>
        reject(new CodedError('internal_error', message, { remediation: 'Try again; the check is repeated.' }));
      // Its message may still be on the way.
      if (child.connected) child.once('disconnect', fail);
      else fail();
    });
  });
}

function stillChecking(file: string): CodedError {
  const message = `The index ${file} is being checked, because its write-ahead log is missing. A large index takes longer.`;
  return new CodedError('index_busy', message, {
    remediation:
      'Try again in half a minute: the check goes on. To replace the index at once, run `codecompass index --force`.',
    data: { path: file, is_being_checked: true },
  });
}
