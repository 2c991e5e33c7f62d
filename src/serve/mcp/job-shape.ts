/** Jobs as answers show them, in the contract's words. */
import type { JobMode } from '../../model.ts';
import { progressTokenOf } from '../../project/jobs.ts';
import type { JobRecord } from '../../store/store.ts';

/** The wire knows two modes; a forced job is a full one. */
export function wireMode(mode: JobMode): 'full' | 'incremental' {
  return mode === 'incremental' ? 'incremental' : 'full';
}

export function activeJobShape(projectId: string, job: JobRecord | undefined): object | null {
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
    // How many files a job changes is known when it has published them; until then, how many it has to look at.
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

/** What a server says of jobs that died, or nothing if none did. */
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
