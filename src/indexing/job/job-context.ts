/** What every step of a running job shares. */
import type { Repository, ResolvedRef } from '../../scan/git/repository.ts';
import type { JobWriter } from '../../store/store.ts';
import type { JobRequest } from './job.ts';
import type { ProgressReport } from './progress-report.ts';

export interface Job {
  readonly request: JobRequest;
  readonly repository: Repository;
  readonly ref: ResolvedRef;
  readonly writer: JobWriter;
  readonly report: ProgressReport;
  readonly signal: AbortSignal;
}
