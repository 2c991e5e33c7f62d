/** Runs built jobs for tests. */
import type { IndexSettings, JobRequest, JobSummary } from '../../src/indexing/job/job.ts';
import type { JobProgress } from '../../src/model.ts';
import { importBuilt } from './build-output.ts';
import { keepParseWorkersWarm } from './warm-workers.ts';

export const usualSettings: IndexSettings = {
  maxFileBytes: 1 << 20,
  workers: 1,
  parseTimeoutMs: 60_000,
  maxMemoryMb: 1_024,
  exclude: [],
};

/** Runs a job inside the process of the test, which saves starting a process, its runtime and, from the second on, its worker. */
export async function indexInProcess(
  home: string,
  root: string,
  options: Partial<Pick<JobRequest, 'ref' | 'operation' | 'force' | 'settings'>> = {},
  signal: AbortSignal = new AbortController().signal,
  onProgress: (progress: JobProgress) => void = () => {},
): Promise<JobSummary> {
  keepParseWorkersWarm();
  const { runJob } = await importBuilt<typeof import('../../src/indexing/job/run-job.ts')>('indexing/job/run-job');
  return runJob(
    { home, root, operation: 'index', force: false, settings: usualSettings, ...options },
    onProgress,
    signal,
  );
}

/** Runs a job in a separate process, whose memory is then that of the job alone. */
export async function runJobProcess(home: string, root: string, settings: Partial<IndexSettings>): Promise<JobSummary> {
  const { startJob } =
    await importBuilt<typeof import('../../src/indexing/job/start-job.ts')>('indexing/job/start-job');
  return startJob({ home, root, operation: 'index', force: false, settings: { ...usualSettings, ...settings } });
}
