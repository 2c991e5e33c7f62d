/**
 * The work of a job process. It receives a request from its parent, sends progress and a result, and exits. It ends
 * with its parent, whatever it is doing.
 */
import { setPriority } from 'node:os';
import { toCodedError } from '../../errors.ts';
import type { JobProgress } from '../../model.ts';
import { runningGits } from '../../scan/git/process/running-gits.ts';
import { sentError } from '../../sent-error.ts';
import { loadDriver } from '../../store/sqlite/sqlite.ts';
import { startWatchdog, type Watchdog } from '../../watchdog/start-watchdog.ts';
import type { JobMessage, JobRequest } from './job.ts';
import { runJob } from './run-job.ts';

/** Long enough to record in the store that the job was cancelled. If that takes longer, the next job records it. */
const cancellingMs = 1_000;
/** Publishing millions of files takes minutes in one turn. */
const stuckMs = 900_000;

const cancellation = new AbortController();
let watchdog: Watchdog | undefined;
const cancel = () => {
  cancellation.abort();
  watchdog?.expectEnd();
};
process.once('SIGTERM', cancel);
process.once('SIGINT', cancel);
process.once('disconnect', cancel);

process.once('message', async (request: JobRequest) => {
  if (request.yields) yieldToOthers();
  const parent = Number(process.argv[2]);
  watchdog = startWatchdog({
    rules: { parent, orphanMs: cancellingMs, endingMs: cancellingMs, stuckMs },
    children: runningGits,
  });
  if (cancellation.signal.aborted) watchdog.expectEnd();
  await send(await outcomeOf(request));
  // Everything is written and closed. A normal exit would wait seconds for the optimization of unused grammars.
  process.kill(process.pid, 'SIGKILL');
});

// Loaded while the parent still prepares the request.
loadDriver();

async function outcomeOf(request: JobRequest): Promise<JobMessage> {
  try {
    const onProgress = (progress: JobProgress) => void send({ type: 'progress', progress });
    return { type: 'done', summary: await runJob(request, onProgress, cancellation.signal) };
  } catch (thrown) {
    const error = toCodedError(thrown);
    const { code, cause } = error;
    if (code === 'internal_error' && cause instanceof Error) process.stderr.write(`${inAscii(cause.stack)}\n`);
    return { type: 'failed', error: sentError(error) };
  }
}

/** Gets a third of the share of a normal process on a busy CPU, and all of an idle one. It is never starved. */
const loweredPriority = 5;

/** Threads started later inherit the priority. If lowering it is not allowed, the job keeps the normal one. */
function yieldToOthers(): void {
  try {
    setPriority(loweredPriority);
  } catch {}
}

/** An error may quote text of the repository, which must not reach a terminal as control characters. */
function inAscii(text = ''): string {
  return text.replace(/[^\n\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Resolves once the parent has received the message or is gone. */
function send(message: JobMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, () => resolve());
    else resolve();
  });
}
