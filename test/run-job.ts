/** Runs a built job inside the test's own process: the same job as the program's, without two start-ups. */
import type { JobRequest, JobSummary } from '../src/indexing/job.ts';

export async function indexInProcess(
  home: string,
  root: string,
  options: Partial<Pick<JobRequest, 'ref' | 'operation' | 'force' | 'settings'>> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<JobSummary> {
  // The workers run what is built, so the job has to come from there as well.
  const { runJob } = (await import(
    new URL('../dist/indexing/run-job.js', import.meta.url).href
  )) as typeof import('../src/indexing/run-job.ts');
  const settings = { maxFileBytes: 1 << 20, workers: 1, parseTimeoutMs: 60_000, maxMemoryMb: 1_024, exclude: [] };
  return runJob({ home, root, operation: 'index', force: false, settings, ...options }, () => {}, signal);
}
