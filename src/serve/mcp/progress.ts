/**
 * Progress of a job as notifications: the fields of the protocol and the contract's `value` in one. They go out under the
 * job's own token, and under the client's where the call brought one.
 */
import { basename } from 'node:path';
import { CodedError } from '../../errors.ts';
import { type JobSummary, progressMessage } from '../../indexing/job/job.ts';
import type { JobProgress } from '../../model.ts';
import type { JobObserver } from '../../project/jobs.ts';
import { progressTokenOf } from './job-shape.ts';

export type ProgressToken = string | number;
export type SendProgress = (params: Record<string, unknown>) => void;

export interface ProgressAudience {
  readonly send: SendProgress;
  /** The token of the call, where it brought one. */
  readonly ownToken?: ProgressToken;
  /** Whether the client takes notifications under tokens that are not its own. */
  readonly takesJobToken: boolean;
}

export function progressListener(
  root: string,
  jobId: () => string | undefined,
  { send, ownToken, takesJobToken }: ProgressAudience,
): JobObserver {
  const project = basename(root);
  const tell = (id: string | undefined, progress: number, value: Record<string, unknown>) => {
    const tokens = [...(takesJobToken && id !== undefined ? [progressTokenOf(id)] : []), ownToken];
    for (const progressToken of tokens) {
      if (progressToken === undefined) continue;
      send({ progressToken, progress, total: 100, message: value.message, value });
    }
  };
  let last = 0;
  return {
    onProgress(progress: JobProgress) {
      // The protocol wants each notification to tell of more than the one before.
      if (progress.percentage <= last) return;
      last = progress.percentage;
      const message = progressMessage(progress);
      const title = `Indexing project: ${project}`;
      tell(jobId(), last, { kind: 'report', title, message, percentage: last });
    },
    onEnd(outcome: JobSummary | CodedError) {
      if (outcome instanceof CodedError) {
        tell(jobId(), 100, { kind: 'end', title: `Indexing failed: ${project}`, message: `Error: ${outcome.message}` });
        return;
      }
      const { indexed, symbols, durationMs } = outcome;
      const message = `Indexed ${indexed} files, ${symbols} symbols in ${(durationMs / 1000).toFixed(1)}s`;
      tell(outcome.jobId, 100, { kind: 'end', title: `Indexing complete: ${project}`, message });
    },
  };
}
