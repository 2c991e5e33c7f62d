/**
 * Runs a job in a child process, relays its progress, and stops it when the caller cancels. The process may be started
 * before the request is known, because starting takes a while.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { CodedError } from '../../errors.ts';
import type { JobProgress } from '../../model.ts';
import { programFile } from '../../program-files.ts';
import { receivedError, receivedFailure } from '../../sent-error.ts';
import type { JobMessage, JobRequest, JobSummary } from './job.ts';

/** An index job keeps every core busy, so parallel garbage collection threads would only slow it down. */
const memoryFlags: Readonly<Record<JobRequest['operation'], readonly string[]>> = {
  index: ['--max-semi-space-size=4', '--single-threaded-gc'],
  sync: [],
};

export interface JobListener {
  onProgress?(progress: JobProgress): void;
  /** Aborting cancels the job: nothing is published and no process is left behind. */
  signal?: AbortSignal;
}

const jobProcess = programFile('indexing/job/job-process.js');

export interface ReadyJob {
  /** Runs the job; a process runs only one. */
  run(request: JobRequest, listener?: JobListener): Promise<JobSummary>;
  /** Ends a process that is not needed. */
  dismiss(): void;
}

export function startJob(request: JobRequest, listener: JobListener = {}): Promise<JobSummary> {
  return readyJob(request.operation).run(request, listener);
}

export function readyJob(operation: JobRequest['operation']): ReadyJob {
  const child = fork(jobProcess, [String(process.pid)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning', ...memoryFlags[operation]],
    // By default, glibc keeps an arena of freed memory per thread, which wastes a hundred megabytes.
    env: { ...process.env, MALLOC_ARENA_MAX: '2' },
  });
  // Listened to from the start: the process may end before it is used.
  let outcome: JobMessage | undefined;
  let listener: JobListener = {};
  child.on('message', (message: JobMessage) => {
    if (message.type === 'progress') listener.onProgress?.(message.progress);
    else outcome = message;
  });
  const ended = new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (exitCode, signal) => resolve(signal ? `signal ${signal}` : `exit code ${exitCode}`));
  });
  ended.catch(() => {});
  let isUsed = false;
  return {
    async run(request, runListener = {}) {
      isUsed = true;
      listener = runListener;
      const { signal } = runListener;
      const cancel = () => stop(child);
      signal?.addEventListener('abort', cancel, { once: true });
      // A process that could not be started has no channel; its error follows.
      if (child.connected) child.send(request);
      if (signal?.aborted) cancel();
      const how = await ended.finally(() => signal?.removeEventListener('abort', cancel));
      return summaryOf(outcome, how, signal?.aborted === true);
    },
    dismiss() {
      if (!isUsed) child.kill('SIGKILL');
    },
  };
}

function summaryOf(outcome: JobMessage | undefined, how: string, isCancelled: boolean): JobSummary {
  if (outcome?.type === 'done') return outcome.summary;
  if (outcome?.type === 'failed') throw receivedError(outcome.error);
  if (outcome?.type === 'unloaded') throw receivedFailure(outcome.error);
  if (isCancelled) throw new CodedError('job_cancelled', 'The job was cancelled; nothing was published.');
  throw new CodedError('internal_error', `The index process ended early (${how}); nothing was published.`, {
    remediation: 'Run the command again; what was finished is reused.',
  });
}

/** A job ends itself within a second, unless it is stopped by a signal or its main thread is stuck. */
const stoppingMs = 2_000;

/** Requests the job to stop, and kills it if it does not. */
function stop(child: ChildProcess): void {
  child.kill('SIGTERM');
  const insist = setTimeout(() => child.kill('SIGKILL'), stoppingMs);
  child.once('exit', () => clearTimeout(insist));
}
