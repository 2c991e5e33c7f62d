/**
 * Job progress as notifications, with the fields of the protocol and the contract's `value`. They are sent under the
 * job's token, and under the client's token if the call has one.
 */
import { basename } from 'node:path';
import { CodedError } from '../../errors.ts';
import { completionMessage, type JobSummary, progressMessage } from '../../indexing/job/job.ts';
import type { JobProgress } from '../../model.ts';
import type { JobObserver } from '../../project/jobs.ts';
import type { ProgressAudience, SendProgress } from '../engine/engine.ts';
import { progressTokenOf } from './job-shape.ts';

export interface ProgressReceiver extends Omit<ProgressAudience, 'listener'> {
  readonly send: SendProgress;
}

export function progressListener(
  root: string,
  jobId: () => string | undefined,
  { send, ownToken }: ProgressReceiver,
): JobObserver {
  const project = basename(root);
  const notify = (id: string | undefined, progress: number, value: Record<string, unknown>) => {
    const tokens = [...(id !== undefined ? [progressTokenOf(id)] : []), ownToken];
    for (const progressToken of tokens) {
      if (progressToken === undefined) continue;
      send({ progressToken, progress, total: 100, message: value.message, value });
    }
  };
  let last = 0;
  const report = (message: string) => {
    const title = `Indexing project: ${project}`;
    notify(jobId(), last, { kind: 'report', title, message, percentage: last });
  };
  return {
    onQueued: () => report('Waiting for other jobs to end'),
    onProgress(progress: JobProgress) {
      // The protocol requires progress to increase with each notification.
      if (progress.percentage <= last) return;
      last = progress.percentage;
      report(progressMessage(progress));
    },
    onEnd(outcome: JobSummary | CodedError) {
      if (outcome instanceof CodedError) {
        notify(jobId(), 100, {
          kind: 'end',
          title: `Indexing failed: ${project}`,
          message: `Error: ${outcome.message}`,
        });
        return;
      }
      const message = completionMessage(outcome);
      notify(outcome.jobId, 100, { kind: 'end', title: `Indexing complete: ${project}`, message });
    },
  };
}
