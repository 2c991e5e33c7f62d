/** Runs built jobs for tests. */
import type { IndexSettings, JobRequest, JobSummary } from '../../src/indexing/job/job.ts';

const usualSettings: IndexSettings = {
  maxFileBytes: 1 << 20,
  workers: 1,
  parseTimeoutMs: 60_000,
  maxMemoryMb: 1_024,
  exclude: [],
};

/** Inside the test's own process: the same job as the program's, without two start-ups. */
export async function indexInProcess(
  home: string,
  root: string,
  options: Partial<Pick<JobRequest, 'ref' | 'operation' | 'force' | 'settings'>> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<JobSummary> {
  // The workers run what is built, so the job has to come from there as well.
  const { runJob } = (await import(
    new URL('../../build/indexing/job/run-job.js', import.meta.url).href
  )) as typeof import('../../src/indexing/job/run-job.ts');
  return runJob(
    { home, root, operation: 'index', force: false, settings: usualSettings, ...options },
    () => {},
    signal,
  );
}

/** In a process of its own, whose memory is then that of the job alone. */
export async function runJobProcess(home: string, root: string, settings: Partial<IndexSettings>): Promise<JobSummary> {
  const { startJob } = (await import(
    new URL('../../build/indexing/job/start-job.js', import.meta.url).href
  )) as typeof import('../../src/indexing/job/start-job.ts');
  return startJob({ home, root, operation: 'index', force: false, settings: { ...usualSettings, ...settings } });
}
