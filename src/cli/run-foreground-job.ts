/** Runs a job in the foreground of a command: shows its progress, and cancels it when the user interrupts. */
import { CodedError, toCodedError } from '../errors.ts';
import type { JobRequest, JobSummary } from '../indexing/job/job.ts';
import type { ReadyJob } from '../indexing/job/start-job.ts';
import { catchInterrupt } from './catch-interrupt.ts';
import type { Output } from './print/output.ts';
import { showProgress } from './print/progress.ts';

/** Returns the summary, or the exit code of an interrupted run after reporting it. */
export async function runForegroundJob(
  job: ReadyJob,
  request: JobRequest,
  output: Output,
): Promise<JobSummary | number> {
  // A program that reads JSON may merge both streams, so progress is shown only on a terminal.
  const silent = output.json && output.stderr.isTTY !== true;
  const progress = silent ? undefined : showProgress(output.stderr);
  const interrupt = catchInterrupt(() => {
    progress?.end();
    if (!silent) output.note('Stopping. Press Ctrl-C again to quit immediately.');
  });
  try {
    const summary = await job.run(request, {
      signal: interrupt.signal,
      onProgress: (state) => progress?.update(state),
    });
    progress?.end(summary);
    return summary;
  } catch (thrown) {
    const exitCode = interrupt.exitCode();
    if (exitCode === undefined) throw thrown;
    progress?.end();
    output.fail(cancelled(toCodedError(thrown)));
    return exitCode;
  } finally {
    progress?.end();
    interrupt.release();
  }
}

/** An interrupted job counts as cancelled, whichever error ended it. */
function cancelled(error: CodedError): CodedError {
  if (error.code === 'job_cancelled') return error;
  return new CodedError('job_cancelled', 'The job was cancelled; nothing was published.', { cause: error });
}
