/**
 * The jobs that a server has started, one per project at a time. Each runs in a process of its own; whoever is interested
 * hears of its progress and its end. Jobs of other processes are known from the store alone.
 */
import { type CodedError, toCodedError } from '../errors.ts';
import type { JobSummary } from '../indexing/job/job.ts';
import { startJob } from '../indexing/job/start-job.ts';
import type { JobProgress } from '../model.ts';
import type { JobRecord } from '../store/store.ts';
import type { ActiveProject } from './active-project.ts';

export interface JobWish {
  readonly operation: 'index' | 'sync';
  readonly ref?: string;
  readonly force: boolean;
}

export interface JobObserver {
  onProgress(progress: JobProgress): void;
  onEnd(outcome: JobSummary | CodedError): void;
}

/** A job that has begun: as the store has it, or as it ended if it was that quick. */
export type BegunJob = { readonly running: JobRecord } | { readonly ended: JobSummary };

/** The job that runs already, so that no other one can begin. */
export interface JobInTheWay {
  readonly inTheWay: JobRecord;
}

interface OwnJob {
  readonly outcome: Promise<JobSummary>;
  readonly listeners: Set<JobObserver>;
  /** It holds the lease, or held it: from then on the store knows it. */
  hasBegun: boolean;
}

const betweenLooksMs = 15;
/** A ref whose sync has failed is not synced again for so long, unless someone asks for it. */
const afterFailureMs = 10_000;

export class Jobs {
  readonly #home: string;
  readonly #log: (line: string) => void;
  readonly #allowedRoots: readonly string[] | undefined;
  readonly #own = new Map<string, OwnJob>();
  readonly #failures = new Map<string, { readonly error: CodedError; readonly atMs: number }>();
  readonly #ending = new AbortController();

  /** Discovered workspaces are kept to the allowed roots, wherever they may lead by the time of a job. */
  constructor(home: string, log: (line: string) => void, allowedRoots?: readonly string[]) {
    this.#home = home;
    this.#log = log;
    this.#allowedRoots = allowedRoots;
  }

  /** Whether a job is on its way that the store does not know of yet. */
  isStarting(projectId: string): boolean {
    return this.#own.get(projectId)?.hasBegun === false;
  }

  /** Starts a job and returns as soon as it holds the lease; starts none while another one runs. */
  async start(project: ActiveProject, wish: JobWish, listener?: JobObserver): Promise<BegunJob | JobInTheWay> {
    const { projectId } = project.workspace;
    const { activeJob } = await project.index();
    if (activeJob !== undefined) return { inTheWay: activeJob };
    const own = this.#own.get(projectId);
    if (own !== undefined) {
      const begun = await Promise.race([own.outcome.then(nothing, nothing), this.#begun(project)]);
      if (begun !== undefined) return { inTheWay: begun };
      return this.start(project, wish, listener);
    }
    const job = this.#fork(project, wish);
    if (listener !== undefined) job.listeners.add(listener);
    return Promise.race([job.outcome.then((ended) => ({ ended })), this.#begun(project).then(asRunning)]);
  }

  /** Starts a job that nobody asked for, unless one runs already or has failed a moment ago. */
  startInBackground(project: ActiveProject, wish: JobWish): void {
    const { projectId, root } = project.workspace;
    const failure = this.#failures.get(`${root} ${wish.ref ?? ''}`);
    const hasJustFailed = failure !== undefined && performance.now() - failure.atMs < afterFailureMs;
    if (this.#own.has(projectId) || hasJustFailed) return;
    this.#fork(project, wish);
  }

  /** Starts the index of a project that has none yet. */
  startFirstIndex(project: ActiveProject): void {
    this.startInBackground(project, { operation: 'index', force: false });
  }

  /** Why the last job for what is checked out failed, if it was one of this server's and none has succeeded since. */
  lastFailure(root: string): CodedError | undefined {
    return this.#failures.get(`${root} `)?.error;
  }

  /** Cancels what runs and waits until it has stopped; nothing is published by then. */
  async close(): Promise<void> {
    this.#ending.abort();
    await Promise.allSettled([...this.#own.values()].map(({ outcome }) => outcome));
  }

  #fork(project: ActiveProject, wish: JobWish): OwnJob {
    const { projectId, root } = project.workspace;
    const listeners = new Set<JobObserver>();
    const begin = () => {
      job.hasBegun = true;
    };
    const outcome = this.#run(project, wish, listeners, begin);
    const job: OwnJob = { outcome, listeners, hasBegun: false };
    this.#own.set(projectId, job);
    this.#log(`${wish.operation} of ${root} begins`);
    const end = (result: JobSummary | CodedError) => {
      this.#own.delete(projectId);
      for (const listener of listeners) listener.onEnd(result);
    };
    outcome.then(
      (summary) => {
        this.#failures.delete(`${root} ${wish.ref ?? ''}`);
        this.#log(`${wish.operation} of ${root} has published ${summary.ref} in ${summary.durationMs} ms`);
        end(summary);
      },
      (thrown) => {
        const error = toCodedError(thrown);
        this.#log(`${wish.operation} of ${root} has failed: ${error.code}: ${error.message}`);
        if (!/_in_progress$|^job_cancelled$/.test(error.code)) {
          this.#failures.set(`${root} ${wish.ref ?? ''}`, { error, atMs: performance.now() });
        }
        end(error);
      },
    );
    return job;
  }

  async #run(
    project: ActiveProject,
    { operation, ref, force }: JobWish,
    listeners: Set<JobObserver>,
    begin: () => void,
  ): Promise<JobSummary> {
    const { index: settings } = await project.options();
    const { root, projectId, autoDiscovered } = project.workspace;
    const within = autoDiscovered ? this.#allowedRoots : undefined;
    const place = { home: this.#home, root, projectId, ...(within === undefined ? {} : { within }) };
    return startJob(
      // Whoever asks meanwhile comes first; a sync is short, and somebody may be waiting for it.
      { ...place, operation, force, yields: operation === 'index', settings, ...(ref === undefined ? {} : { ref }) },
      {
        signal: this.#ending.signal,
        onProgress: (progress) => {
          begin();
          for (const listener of listeners) listener.onProgress(progress);
        },
      },
    );
  }

  /** The project's job, once it holds the lease; for ever nothing if it never does, since its end is told elsewhere. */
  async #begun(project: ActiveProject): Promise<JobRecord> {
    const { projectId } = project.workspace;
    while (this.#own.has(projectId)) {
      const { activeJob } = await project.index();
      if (activeJob !== undefined) return activeJob;
      await new Promise((resume) => setTimeout(resume, betweenLooksMs));
    }
    return new Promise(() => {});
  }
}

function nothing(): undefined {}

function asRunning(running: JobRecord): BegunJob {
  return { running };
}
