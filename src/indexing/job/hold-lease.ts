/** Holds the write lease of a project for a job: takes it, sends heartbeats, records how the job ends, releases it. */
import { setTimeout as pause } from 'node:timers/promises';
import { CodedError, toCodedError } from '../../errors.ts';
import type { JobStart, JobWriter, Store } from '../../store/store.ts';
import type { RunningJob } from './run-job.ts';

const betweenRecordsMs = 1_000;
const retryAfterMs = 300;

/** Retries briefly, because a job that has just ended or been killed may still hold the lease. */
export async function beginWithRetry(store: Store, start: JobStart): Promise<JobWriter> {
  try {
    return await store.beginJob(start);
  } catch (thrown) {
    if (!/_in_progress$/.test(toCodedError(thrown).code)) throw thrown;
    await pause(retryAfterMs);
    return store.beginJob(start);
  }
}

/** Runs the work of a job that holds the lease: sends heartbeats, and records the end of the job in the store. */
export async function whileHolding<Result>(
  { writer, report, signal }: Pick<RunningJob, 'writer' | 'report' | 'signal'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const timer = setInterval(() => {
    // A lost lease is reported by the next write.
    writer.progress(report.current).catch(() => {});
  }, betweenRecordsMs);
  try {
    return await work();
  } catch (thrown) {
    const reason = signal.aborted
      ? new CodedError('job_cancelled', 'The job was cancelled; nothing was published.')
      : thrown;
    await abandon(writer, reason);
    throw reason;
  } finally {
    clearInterval(timer);
    // If the release fails, the next job detects that this process is gone.
    await writer.release().catch(() => {});
  }
}

async function abandon(writer: JobWriter, reason: unknown): Promise<void> {
  const { code, message } = toCodedError(reason);
  try {
    await writer.abandon(code === 'job_cancelled' ? 'cancelled' : 'failed', { code, message });
  } catch {
    // If the store cannot be written, the next job marks this one as interrupted.
  }
}
