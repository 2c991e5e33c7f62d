/**
 * Runs a job in a child process, relays its progress, and stops it when the caller cancels. The process may be started
 * before the request is known, because starting takes a while.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { CodedError } from '../../errors.ts';
import type { JobProgress } from '../../model.ts';
import { programFile } from '../../program-files.ts';
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
  let failure: unknown;
  const remember = (error: Error) => {
    failure = error;
  };
  child.once('error', remember);
  let isUsed = false;
  return {
    run(request, listener = {}) {
      isUsed = true;
      child.off('error', remember);
      return failure === undefined ? runIn(child, request, listener) : Promise.reject(failure);
    },
    dismiss() {
      if (!isUsed) child.kill('SIGKILL');
    },
  };
}

function runIn(child: ChildProcess, request: JobRequest, listener: JobListener): Promise<JobSummary> {
  return new Promise((resolve, reject) => {
    const cancel = () => stop(child);
    listener.signal?.addEventListener('abort', cancel, { once: true });
    const settle = () => listener.signal?.removeEventListener('abort', cancel);

    let outcome: JobMessage | undefined;
    child.on('message', (message: JobMessage) => {
      if (message.type === 'progress') listener.onProgress?.(message.progress);
      else outcome = message;
    });
    child.on('error', (error) => {
      settle();
      reject(error);
    });
    child.on('exit', (exitCode, signal) => {
      settle();
      if (outcome?.type === 'done') resolve(outcome.summary);
      else if (outcome?.type === 'failed') {
        const { code, message, remediation, data } = outcome;
        reject(new CodedError(code, message, { remediation, data }));
      } else if (listener.signal?.aborted) {
        reject(new CodedError('job_cancelled', 'The job was cancelled; nothing was published.'));
      } else {
        const how = signal ? `signal ${signal}` : `exit code ${exitCode}`;
        reject(
          new CodedError('internal_error', `The index process ended early (${how}); nothing was published.`, {
            remediation: 'Run the command again; what was finished is reused.',
          }),
        );
      }
    });
    // A process that could not be started has no channel; its error follows.
    if (child.connected) child.send(request);
    if (listener.signal?.aborted) cancel();
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
