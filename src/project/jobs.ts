/**
 * The jobs started by a server, one per project at a time. Each runs in its own process and reports its progress and
 * outcome to observers. Jobs of other processes are known only from the store.
 */
import { type CodedError, toCodedError } from '../errors.ts';
import type { JobSummary } from '../indexing/job/job.ts';
import { startJob } from '../indexing/job/start-job.ts';
import type { JobProgress } from '../model.ts';
import type { JobRecord } from '../store/store.ts';
import type { ActiveProject, ProjectIndex } from './active-project.ts';

export interface JobSpec {
  readonly operation: 'index' | 'sync';
  readonly ref?: string;
  readonly force: boolean;
  /** Paths to index before the others. */
  readonly first?: readonly string[];
}

export interface JobObserver {
  onProgress(progress: JobProgress): void;
  onEnd(outcome: JobSummary | CodedError): void;
}

/** A started job: its record in the store, or its summary if it has already ended. */
export type BegunJob = { readonly running: JobRecord } | { readonly ended: JobSummary };

/** The running job that prevents another one from starting. */
export interface ConflictingJob {
  readonly conflict: JobRecord;
}

interface OwnJob {
  readonly outcome: Promise<JobSummary>;
  readonly listeners: Set<JobObserver>;
  /** Whether it has acquired the lease: from then on the store has a record of it. */
  hasBegun: boolean;
}

const pollIntervalMs = 15;
/** After a failed sync, background syncs of the same ref pause for this long. */
const afterFailureMs = 10_000;

export class Jobs {
  readonly #home: string;
  readonly #log: (line: string) => void;
  readonly #allowedRoots: readonly string[] | undefined;
  readonly #own = new Map<string, OwnJob>();
  readonly #failures = new Map<string, { readonly error: CodedError; readonly atMs: number; isPast: boolean }>();
  readonly #ending = new AbortController();

  /** Jobs of discovered workspaces are confined to the allowed roots, even if a link changed since the discovery. */
  constructor(home: string, log: (line: string) => void, allowedRoots?: readonly string[]) {
    this.#home = home;
    this.#log = log;
    this.#allowedRoots = allowedRoots;
  }

  /** Whether a job is starting that the store has no record of yet. */
  isStarting(projectId: string): boolean {
    return this.#own.get(projectId)?.hasBegun === false;
  }

  /** Starts a job and returns as soon as it holds the lease. Starts none while another one is running. */
  async start(project: ActiveProject, spec: JobSpec, listener?: JobObserver): Promise<BegunJob | ConflictingJob> {
    const { projectId } = project.workspace;
    const { activeJob } = await project.index();
    if (activeJob !== undefined) return { conflict: activeJob };
    const own = this.#own.get(projectId);
    if (own !== undefined) {
      const begun = await Promise.race([own.outcome.then(ignore, ignore), this.#begun(project)]);
      if (begun !== undefined) return { conflict: begun };
      return this.start(project, spec, listener);
    }
    const job = this.#fork(project, spec);
    if (listener !== undefined) job.listeners.add(listener);
    return Promise.race([job.outcome.then((ended) => ({ ended })), this.#begun(project).then(asRunning)]);
  }

  /**
   * Starts a background job, unless one is already running or has just failed. Returns the end of the running job;
   * undefined if none is running.
   */
  startInBackground(project: ActiveProject, spec: JobSpec): Promise<unknown> | undefined {
    const { projectId, root } = project.workspace;
    const running = this.#own.get(projectId);
    if (running !== undefined) return running.outcome.then(ignore, ignore);
    const failure = this.#failures.get(`${root} ${spec.ref ?? ''}`);
    const hasJustFailed = failure !== undefined && performance.now() - failure.atMs < afterFailureMs;
    return hasJustFailed ? undefined : this.#fork(project, spec).outcome.then(ignore, ignore);
  }

  /** Starts the first index of a project. */
  startFirstIndex(project: ActiveProject, first: readonly string[] = []): void {
    void this.startInBackground(project, { operation: 'index', force: false, first });
  }

  /**
   * The error of this server's last job for the checked-out ref; undefined if it succeeded, none has run, or an index was
   * there afterwards.
   */
  lastFailure(root: string): CodedError | undefined {
    const failure = this.#failures.get(`${root} `);
    return failure?.isPast ? undefined : failure?.error;
  }

  /** Notes that there is an index. If it is lost, an earlier failure does not explain that. */
  hasIndex(root: string): void {
    const failure = this.#failures.get(`${root} `);
    if (failure !== undefined) failure.isPast = true;
  }

  /** Cancels all running jobs and waits until they have stopped. Cancelled jobs publish nothing. */
  async close(): Promise<void> {
    this.#ending.abort();
    await Promise.allSettled([...this.#own.values()].map(({ outcome }) => outcome));
  }

  #fork(project: ActiveProject, spec: JobSpec): OwnJob {
    const { projectId, root } = project.workspace;
    const listeners = new Set<JobObserver>();
    const begin = () => {
      job.hasBegun = true;
    };
    const outcome = this.#run(project, spec, listeners, begin);
    const job: OwnJob = { outcome, listeners, hasBegun: false };
    this.#own.set(projectId, job);
    this.#log(`${spec.operation} of ${root} started`);
    const end = (result: JobSummary | CodedError) => {
      this.#own.delete(projectId);
      for (const listener of listeners) listener.onEnd(result);
    };
    outcome.then(
      (summary) => {
        this.#failures.delete(`${root} ${spec.ref ?? ''}`);
        this.#log(`${spec.operation} of ${root} published ${summary.ref} in ${summary.durationMs} ms`);
        end(summary);
      },
      (thrown) => {
        const error = toCodedError(thrown);
        this.#log(`${spec.operation} of ${root} failed: ${error.code}: ${error.message}`);
        if (!/_in_progress$|^job_cancelled$/.test(error.code)) {
          this.#failures.set(`${root} ${spec.ref ?? ''}`, { error, atMs: performance.now(), isPast: false });
        }
        end(error);
      },
    );
    return job;
  }

  async #run(
    project: ActiveProject,
    { operation, ref, force, first = [] }: JobSpec,
    listeners: Set<JobObserver>,
    begin: () => void,
  ): Promise<JobSummary> {
    const { index: settings, warnings } = await project.options();
    for (const warning of warnings) this.#log(warning);
    const { root, projectId, autoDiscovered } = project.workspace;
    const within = autoDiscovered ? this.#allowedRoots : undefined;
    const place = { home: this.#home, root, projectId, ...(within === undefined ? {} : { within }) };
    return startJob(
      // An index job yields to queries. A sync does not: it is short, and a client may be waiting for it.
      {
        ...place,
        operation,
        force,
        first,
        yields: operation === 'index',
        settings,
        ...(ref === undefined ? {} : { ref }),
      },
      {
        signal: this.#ending.signal,
        onProgress: (progress) => {
          begin();
          for (const listener of listeners) listener.onProgress(progress);
        },
      },
    );
  }

  /** Resolves to the project's job once it holds the lease. Never settles otherwise: `outcome` reports the end. */
  async #begun(project: ActiveProject): Promise<JobRecord> {
    const { projectId } = project.workspace;
    while (this.#own.has(projectId)) {
      // While the job replaces an index, the old one may fail. The job itself reports what concerns it.
      const { activeJob } = await project.index().catch((): Partial<ProjectIndex> => ({}));
      if (activeJob !== undefined) return activeJob;
      await new Promise((resume) => setTimeout(resume, pollIntervalMs));
    }
    return new Promise(() => {});
  }
}

function ignore(): undefined {}

function asRunning(running: JobRecord): BegunJob {
  return { running };
}
