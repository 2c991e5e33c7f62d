/** Jobs in answers, in the shape of the contract. */
import { CodedError, inProgressCode } from '../../errors.ts';
import type { JobMode } from '../../model.ts';
import type { QueuedJob } from '../../project/jobs.ts';
import type { JobRecord } from '../../store/store.ts';

/** The contract has two modes; a forced job is a full one. */
export function wireMode(mode: JobMode): 'full' | 'incremental' {
  return mode === 'incremental' ? 'incremental' : 'full';
}

/** The token of a job's progress notifications. */
export function progressTokenOf(jobId: string): string {
  return `index-job-${jobId}`;
}

export function activeJobShape(projectId: string, job: JobRecord | QueuedJob | undefined): object | null {
  if (job === undefined) return null;
  const { progress } = job;
  return {
    job_id: job.id,
    project_id: projectId,
    progress_token: progressTokenOf(job.id),
    ref: job.ref,
    mode: wireMode(job.mode),
    status: job.status,
    stage: progress.stage,
    files_scanned: progress.filesScanned,
    files_indexed: progress.filesIndexed,
    symbols_extracted: progress.symbolsExtracted,
    estimated_completion_pct: progress.percentage,
    // The number of changed files is known only after publication; until then, report the files to check.
    changed_files: job.changedFiles ?? progress.filesTotal,
    started_at: job.createdAt,
  };
}

export function recentJobShape(job: JobRecord): object {
  return {
    job_id: job.id,
    ref: job.ref,
    mode: wireMode(job.mode),
    status: job.status,
    changed_files: job.changedFiles ?? null,
    duration_ms: job.durationMs ?? null,
    created_at: job.createdAt,
    ...(job.errorCode === undefined ? {} : { error: { code: job.errorCode, message: job.errorMessage ?? '' } }),
  };
}

/** The error for a job that cannot start because this one is running or waits. */
export function jobInProgress(
  job: JobRecord | QueuedJob,
  wanted: { operation: 'index' | 'sync'; ref: string },
): CodedError {
  const kind = job.operation === 'sync' ? 'A sync' : 'An index';
  const what = `${kind} job for ref ${job.ref} is already ${job.status === 'queued' ? 'queued' : 'running'}.`;
  return new CodedError(inProgressCode(wanted, job), what, {
    data: {
      job_id: job.id,
      progress_token: progressTokenOf(job.id),
      ref: job.ref,
      percentage: job.progress.percentage,
    },
  });
}

/** The report on interrupted jobs; undefined if there are none. */
export function recoveryReport(interrupted: readonly JobRecord[]): object | undefined {
  const [latest] = interrupted;
  if (latest === undefined) return undefined;
  return {
    detected: true,
    interrupted_jobs: interrupted.length,
    last_interrupted_at: latest.finishedAt ?? latest.createdAt,
    recommended_action: 'run sync_repo or index_repo for the affected workspace',
  };
}
