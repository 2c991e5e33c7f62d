/**
 * Watching a project: polls its files and syncs the checked-out ref whenever it differs from the index. It compares
 * stamps because not every file system reports changes, and pauses in proportion to the duration of a check.
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
  /** A sync failed for another reason than the last time. It is retried later. */
  onFailed(error: CodedError): void;
  /** A job of another process is running. Called once per job. */
  onWaiting(job: JobRecord): void;
  /** The index is up to date. Called at the start, after a switch to another ref, and after another process's job. */
  onFresh(ref: string): void;
}

export interface WatchOptions {
  readonly gitDir?: string | undefined;
  request(operation: JobRequest['operation']): Promise<JobRequest>;
}

const leastRestMs = 250;
/** While no file changes, one check per second still makes a save searchable within two seconds. */
const idleRestMs = 1_000;
const idleAfterMs = 120_000;
/** Just after an edit a check takes long, and the next edit usually follows soon. */
const busyForMs = 15_000;
const longestBusyRestMs = 500;
/** Checks use at most a tenth of the time. */
const restFactor = 9;
/** Editors and formatters write more than once. */
const settleMs = 80;
/** Git holds `index.lock` while it checks out files. After this time the lock counts as left behind by a crash. */
const lockTimeoutMs = 15_000;
const afterFailureMs = 5_000;

/** Runs until the signal aborts. Throws if the folder of the project is gone. */
export async function watchProject(
  project: ActiveProject,
  options: WatchOptions,
  events: WatchEvents,
  signal: AbortSignal,
): Promise<void> {
  let ready: ReadyJob | undefined;
  let changedAtMs = performance.now();
  let waitedFor: string | undefined;
  let reportedRef: string | undefined;
  let lastFailure: string | undefined;
  try {
    while (!signal.aborted) {
      const startedAtMs = performance.now();
      const state = await checkProject(project);
      const tookMs = performance.now() - startedAtMs;
      let restMs = restAfter(tookMs, startedAtMs - changedAtMs);
      if (state.job !== undefined) {
        if (state.job.id !== waitedFor) events.onWaiting(state.job);
        waitedFor = state.job.id;
      } else if (state.isFresh) {
        if (state.ref !== reportedRef || waitedFor !== undefined) events.onFresh(state.ref);
        reportedRef = state.ref;
        waitedFor = undefined;
        // Starting the process before it is needed makes a sync twice as fast.
        ready ??= readyJob('sync');
      } else {
        await settled(options.gitDir, signal);
        if (signal.aborted) break;
        const operation = state.isFirst ? 'index' : 'sync';
        const job = ready ?? readyJob(operation);
        ready = undefined;
        try {
          const request = await options.request(operation);
          const summary = await job.run(request, { signal, onProgress: events.onProgress });
          events.onSynced(summary);
          reportedRef = summary.ref;
          restMs = leastRestMs;
          lastFailure = undefined;
        } catch (thrown) {
          const error = toCodedError(thrown);
          if (signal.aborted) break;
          // Only the user can fix this, with `codecompass index --force`.
          if (error.code === 'index_incompatible') throw error;
          if (!/_in_progress$/.test(error.code)) {
            if (error.message !== lastFailure) events.onFailed(error);
            lastFailure = error.message;
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

interface ProjectState {
  readonly ref: string;
  readonly isFresh: boolean;
  /** No ref of the project is indexed yet. */
  readonly isFirst: boolean;
  /** A running job of another process. */
  readonly job?: JobRecord;
}

async function checkProject(project: ActiveProject): Promise<ProjectState> {
  const [index, head] = [await project.index(), await project.head()];
  const { root } = project.workspace;
  if (head === undefined && !existsSync(root)) {
    throw new CodedError('repository_unreadable', `${root} no longer exists.`, { data: { path: root } });
  }
  const state = { ref: head?.name ?? '', isFresh: false, isFirst: index.refs.length === 0 };
  if (index.activeJob !== undefined) return { ...state, job: index.activeJob };
  const ref = index.refs.find(({ name }) => name === head?.name);
  if (ref === undefined) return state;
  const { verdict } = await project.freshness.ofRef(index.open, ref, head, Number.POSITIVE_INFINITY);
  return { ...state, isFresh: verdict === 'fresh' };
}

async function settled(gitDir: string | undefined, signal: AbortSignal): Promise<void> {
  const startedAtMs = performance.now();
  do await pause(settleMs, undefined, { signal }).catch(() => {});
  while (
    gitDir !== undefined &&
    !signal.aborted &&
    existsSync(join(gitDir, 'index.lock')) &&
    performance.now() - startedAtMs < lockTimeoutMs
  );
}
