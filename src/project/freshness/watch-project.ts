/**
 * Watching a project: looks at its files again and again, and syncs what is checked out whenever that is not what is
 * indexed. It looks by stamps, since not every file system tells of changes, and rests in proportion to what a look takes.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CodedError, toCodedError } from '../../errors.ts';
import type { JobRequest, JobSummary } from '../../indexing/job/job.ts';
import { type ReadyJob, readyJob } from '../../indexing/job/start-job.ts';
import type { JobProgress } from '../../model.ts';
import type { JobRecord } from '../../store/store.ts';
import type { ActiveProject } from '../active-project.ts';

export interface WatchEvents {
  onProgress(progress: JobProgress): void;
  onSynced(summary: JobSummary): void;
  /** A sync that failed for a reason that was not told last time; it is tried again after a while. */
  onFailed(error: CodedError): void;
  /** Someone else's job runs; told once for each. */
  onWaiting(job: JobRecord): void;
  /** The index is what the repository has; told the first time, after a switch to another ref, and after someone else's job. */
  onFresh(ref: string): void;
}

export interface WatchOptions {
  readonly gitDir?: string | undefined;
  request(operation: JobRequest['operation']): Promise<JobRequest>;
}

const leastRestMs = 250;
/** Nobody has edited for a while: a look each second still makes a save searchable within two. */
const idleRestMs = 1_000;
const idleAfterMs = 120_000;
/** Just after an edit each look is a long one, and the next edit is near. */
const busyForMs = 15_000;
const longestBusyRestMs = 500;
/** Looking takes at most a tenth of the time. */
const restFactor = 9;
/** Editors and formatters write more than once. */
const settleMs = 80;
/** Git holds this lock while it checks files out; one that was left behind is not waited for. */
const lockPatienceMs = 15_000;
const afterFailureMs = 5_000;

/** Ends when the signal says so, or throws where the project is gone. */
export async function watchProject(
  project: ActiveProject,
  options: WatchOptions,
  events: WatchEvents,
  signal: AbortSignal,
): Promise<void> {
  let ready: ReadyJob | undefined;
  let changedAtMs = performance.now();
  let waitedFor: string | undefined;
  let toldOf: string | undefined;
  let saidLast: string | undefined;
  try {
    while (!signal.aborted) {
      const startedAtMs = performance.now();
      const look = await lookAt(project);
      const tookMs = performance.now() - startedAtMs;
      let restMs = restAfter(tookMs, startedAtMs - changedAtMs);
      if (look.job !== undefined) {
        if (look.job.id !== waitedFor) events.onWaiting(look.job);
        waitedFor = look.job.id;
      } else if (look.isFresh) {
        if (look.ref !== toldOf || waitedFor !== undefined) events.onFresh(look.ref);
        toldOf = look.ref;
        waitedFor = undefined;
        // Its process starts before it is needed, which makes a sync twice as fast.
        ready ??= readyJob('sync');
      } else {
        await settled(options.gitDir, signal);
        if (signal.aborted) break;
        const operation = look.isFirst ? 'index' : 'sync';
        const job = ready ?? readyJob(operation);
        ready = undefined;
        try {
          const request = await options.request(operation);
          const summary = await job.run(request, { signal, onProgress: events.onProgress });
          events.onSynced(summary);
          toldOf = summary.ref;
          restMs = leastRestMs;
          saidLast = undefined;
        } catch (thrown) {
          const error = toCodedError(thrown);
          if (signal.aborted) break;
          // Only the user can mend this one.
          if (error.code === 'index_incompatible') throw error;
          if (!/_in_progress$/.test(error.code)) {
            if (error.message !== saidLast) events.onFailed(error);
            saidLast = error.message;
            restMs = afterFailureMs;
          }
        } finally {
          job.dismiss();
        }
        changedAtMs = performance.now();
      }
      await pause(restMs, undefined, { signal }).catch(() => {});
    }
  } finally {
    ready?.dismiss();
  }
}

function restAfter(tookMs: number, sinceChangeMs: number): number {
  const restMs = Math.max(sinceChangeMs > idleAfterMs ? idleRestMs : leastRestMs, restFactor * tookMs);
  return sinceChangeMs < busyForMs ? Math.min(restMs, longestBusyRestMs) : restMs;
}

interface Look {
  readonly ref: string;
  readonly isFresh: boolean;
  /** Nothing of the project is indexed yet. */
  readonly isFirst: boolean;
  /** Of someone else. */
  readonly job?: JobRecord;
}

async function lookAt(project: ActiveProject): Promise<Look> {
  const [index, head] = [await project.index(), await project.head()];
  const { root } = project.workspace;
  if (head === undefined && !existsSync(root)) {
    throw new CodedError('repository_unreadable', `${root} is no longer there.`, { data: { path: root } });
  }
  const look = { ref: head?.name ?? '', isFresh: false, isFirst: index.refs.length === 0 };
  if (index.activeJob !== undefined) return { ...look, job: index.activeJob };
  const ref = index.refs.find(({ name }) => name === head?.name);
  if (ref === undefined) return look;
  const { verdict } = await project.freshness.ofRef(index.open, ref, head, Number.POSITIVE_INFINITY);
  return { ...look, isFresh: verdict === 'fresh' };
}

async function settled(gitDir: string | undefined, signal: AbortSignal): Promise<void> {
  const startedAtMs = performance.now();
  do await pause(settleMs, undefined, { signal }).catch(() => {});
  while (
    gitDir !== undefined &&
    !signal.aborted &&
    existsSync(join(gitDir, 'index.lock')) &&
    performance.now() - startedAtMs < lockPatienceMs
  );
}
