/** The process of a job. It hears its request from its parent, answers with progress and an outcome, and ends. */
import { setPriority } from 'node:os';
import { toCodedError } from '../../errors.ts';
import type { JobProgress } from '../../model.ts';
import { loadDriver } from '../../store/sqlite/sqlite.ts';
import type { JobMessage, JobRequest } from './job.ts';
import { runJob } from './run-job.ts';

const cancellation = new AbortController();
const cancel = () => cancellation.abort();
process.once('SIGTERM', cancel);
process.once('SIGINT', cancel);
process.once('disconnect', cancel);

process.once('message', async (request: JobRequest) => {
  if (request.yields) yieldToOthers();
  await send(await outcomeOf(request));
  // All is written and closed. The runtime would go on for seconds to optimize grammars that nobody runs any more.
  process.kill(process.pid, 'SIGKILL');
});

// The parent has yet to find out what is to be done.
loadDriver();

async function outcomeOf(request: JobRequest): Promise<JobMessage> {
  try {
    const onProgress = (progress: JobProgress) => void send({ type: 'progress', progress });
    return { type: 'done', summary: await runJob(request, onProgress, cancellation.signal) };
  } catch (thrown) {
    const { code, message, remediation: agent, cliRemediation: cli, data, cause } = toCodedError(thrown);
    if (code === 'internal_error' && cause instanceof Error) process.stderr.write(`${inAscii(cause.stack)}\n`);
    return { type: 'failed', code, message, remediation: { agent, cli }, data };
  }
}

/** A third of what others get of a busy processor, and all of an idle one: low enough to be out of the way, and not starved. */
const loweredPriority = 5;

/** Threads that are started later take it on. Where it is not allowed, the job is as important as all others. */
function yieldToOthers(): void {
  try {
    setPriority(loweredPriority);
  } catch {}
}

/** What was thrown may quote the repository, and a terminal may be listening. */
function inAscii(text = ''): string {
  return text.replace(/[^\n\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Resolves once the parent has the message, or is not there to have it. */
function send(message: JobMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, () => resolve());
    else resolve();
  });
}
