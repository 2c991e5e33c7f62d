/** A running job: what its steps share, and how it holds the lease to write while they run. */
import { CodedError, toCodedError } from '../../errors.ts';
import type { Repository, ResolvedRef } from '../../scan/git/repository.ts';
import type { JobStart, JobWriter, Store } from '../../store/store.ts';
import type { JobRequest } from './job.ts';
import type { ProgressReport } from './progress-report.ts';

export interface RunningJob {
  readonly request: JobRequest;
  readonly repository: Repository;
  readonly ref: ResolvedRef;
  readonly writer: JobWriter;
  readonly report: ProgressReport;
  readonly signal: AbortSignal;
}

const betweenRecordsMs = 1_000;
const retryAfterMs = 300;

/** A job that was just ended, or killed a moment ago, may still hold the lease for an instant. */
export async function beginWithRetry(store: Store, start: JobStart): Promise<JobWriter> {
  try {
    return await store.beginJob(start);
  } catch (thrown) {
    if (!/_in_progress$/.test(toCodedError(thrown).code)) throw thrown;
    await new Promise((resume) => setTimeout(resume, retryAfterMs));
    return store.beginJob(start);
  }
}

/** Does the work of a job that holds the lease: shows that it lives, and ends it in the store however it ends. */
export async function whileHolding<Result>(
  { writer, report, signal }: RunningJob,
  work: () => Promise<Result>,
): Promise<Result> {
  const timer = setInterval(() => {
    // A job that has lost its lease hears of it at its next write.
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
    // If that fails, the next job finds that this process is gone.
    await writer.release().catch(() => {});
  }
}

async function abandon(writer: JobWriter, reason: unknown): Promise<void> {
  const { code, message } = toCodedError(reason);
  try {
    await writer.abandon(code === 'job_cancelled' ? 'cancelled' : 'failed', { code, message });
  } catch {
    // The store cannot be written to; the next job finds this one and marks it.
  }
}
