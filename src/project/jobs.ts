/**
 * The jobs of a server, one per project at a time and a few at once. Each runs in its own process and reports its
 * progress and outcome to observers; the others wait in a queue. Jobs of other processes are known only from the store.
 */
import { CodedError, toCodedError } from '../errors.ts';
import type { JobSummary } from '../indexing/job/job.ts';
import { startJob } from '../indexing/job/start-job.ts';
import { type JobProgress, noProgress } from '../model.ts';
import { newJobId } from '../store/job-id.ts';
import type { Workspace } from '../store/registry/registry.ts';
import { isBeingChecked } from '../store/sqlite/check-outside.ts';
import type { JobRecord } from '../store/store.ts';
import type { ActiveProject, ProjectIndex } from './active-project.ts';
import { JobFailures } from './job-failures.ts';
import { JobQueue, type QueuedWork } from './job-queue.ts';

export interface JobSpec {
  readonly operation: 'index' | 'sync';
  /** The name of the ref; absent for the checked-out one. */
  readonly ref?: string;
  readonly force: boolean;
  /** Paths to index before the others. */
  readonly first?: readonly string[];
}

export interface JobObserver {
  /** The job waits for others to end. */
  onQueued?(): void;
  onProgress(progress: JobProgress): void;
  onEnd(outcome: JobSummary | CodedError): void;
}

/** A job that waits for others to end, in the form of the record that the store will have of it. */
export type QueuedJob = Omit<JobRecord, 'status'> & { readonly status: 'queued' };

/** A started job: its record, or its summary if it has already ended. */
export type BegunJob = { readonly running: JobRecord | QueuedJob } | { readonly ended: JobSummary };

/** The job that prevents another one from starting. */
export interface ConflictingJob {
  readonly conflict: JobRecord | QueuedJob;
}

/** A job that has been added and has not ended. */
export interface UnfinishedJob {
  readonly root: string;
  readonly spec: JobSpec;
}

export interface JobsOptions {
  readonly home: string;
  readonly log: (line: string) => void;
  /** Jobs of discovered workspaces are confined to these, even if a link changed since the discovery. */
  readonly allowedRoots?: readonly string[] | undefined;
  readonly isRegistered: (workspace: Workspace) => Promise<boolean>;
  /** Called when a job is added, and when it has ended. */
  readonly onJob: (job: UnfinishedJob) => void;
  readonly onJobEnd: (root: string) => void;
  /** Another process runs the jobs; this one only says which it would start. */
  readonly onJobWanted: ((job: UnfinishedJob) => void) | undefined;
}

interface OwnJob {
  readonly id: string;
  readonly project: ActiveProject;
  readonly spec: JobSpec;
  readonly createdAt: string;
  /** Whether a client asked for this job, rather than for something that needs it. */
  readonly isAsked: boolean;
  readonly listeners: Set<JobObserver>;
  readonly ending: AbortController;
  readonly work: QueuedWork<JobSummary>;
  /** Whether it has acquired the lease: from then on the store has a record of it. */
  hasBegun: boolean;
}

/** Each may use `index.max_memory_mb`, so this also limits the memory of all jobs together. */
export const jobsAtOnce = 2;
const pollIntervalMs = 15;
/** A job takes its lease within milliseconds, unless its process is stalled. */
const beginningMs = 60_000;
/** How long a job may take to end once it has no lease any longer. */
const lapsedMs = 5_000;
/** A job whose process of origin has ended lets go of its lease within about a second. */
const resumeTries = 20;
const betweenTriesMs = 500;

export class Jobs {
  readonly #options: JobsOptions;
  readonly #own = new Map<string, OwnJob>();
  readonly #queue = new JobQueue(jobsAtOnce);
  readonly #failures = new JobFailures();
  #isClosed = false;

  constructor(options: JobsOptions) {
    this.#options = options;
  }

  /** Whether a job waits or is starting that the store has no record of yet. */
  isStarting(projectId: string): boolean {
    return this.#own.get(projectId)?.hasBegun === false;
  }

  /** Whether a job runs or waits. */
  get areAny(): boolean {
    return this.#own.size > 0;
  }

  /** Whether a job runs, or one waits that a client asked for. */
  isBusy(projectId: string): boolean {
    const own = this.#own.get(projectId);
    return own !== undefined && (own.isAsked || !own.work.isWaiting);
  }

  /** The job of the project that waits for others to end; undefined if none does. */
  async queued(project: ActiveProject, { refs }: Pick<ProjectIndex, 'refs'>): Promise<QueuedJob | undefined> {
    const own = this.#own.get(project.workspace.projectId);
    if (!own?.work.isWaiting) return undefined;
    const { id, spec, createdAt } = own;
    const ref = spec.ref ?? (await own.project.head())?.name ?? 'live';
    const mode = spec.force ? 'force' : refs.some(({ name }) => name === ref) ? 'incremental' : 'full';
    return { id, ref, operation: spec.operation, mode, status: 'queued', createdAt, progress: noProgress };
  }

  /**
   * Starts a job that a client asked for. Returns as soon as it holds the lease, or waits in the queue. Starts none while
   * another one runs or another requested one is queued; it replaces a queued background job.
   */
  async start(project: ActiveProject, spec: JobSpec, listener?: JobObserver): Promise<BegunJob | ConflictingJob> {
    const { projectId } = project.workspace;
    const index = await indexBefore(project, spec);
    if (index.activeJob !== undefined) return { conflict: index.activeJob };
    const own = this.#own.get(projectId);
    if (own === undefined) return this.#begin(this.#add(project, spec, true, listener), index);
    if (own.work.isWaiting && !own.isAsked) {
      own.ending.abort();
      await own.work.outcome.then(ignore, ignore);
      return this.start(project, { ...spec, first: own.spec.first ?? [] }, listener);
    }
    const queued = await this.queued(project, index);
    if (queued !== undefined) return { conflict: queued };
    // One that had begun has lost its lease: it has just ended, or it is stalled.
    const stalled = endLate(own, own.hasBegun ? lapsedMs : beginningMs);
    try {
      const waits = own.hasBegun ? [] : [this.#begun(project)];
      const begun = await Promise.race([own.work.outcome.then(ignore, ignore), ...waits]);
      if (begun !== undefined) return { conflict: begun };
    } finally {
      clearTimeout(stalled);
    }
    return this.start(project, spec, listener);
  }

  /**
   * Starts a background job, unless there is one already or it has just failed. Returns the end of the job; undefined if
   * there is none. A job with a waiting caller starts before background jobs.
   */
  startInBackground(project: ActiveProject, spec: JobSpec, isAwaited = false): Promise<unknown> | undefined {
    const { projectId, root } = project.workspace;
    if (this.#options.onJobWanted !== undefined) {
      this.#options.onJobWanted({ root, spec });
      return undefined;
    }
    const known = this.#own.get(projectId);
    if (known === undefined && this.#failures.hasJustFailed(root, spec.ref)) return undefined;
    const { work } = known ?? this.#add(project, spec, false);
    if (isAwaited) work.hurry();
    return work.outcome.then(ignore, ignore);
  }

  /** Starts a job again that ended with the process that had started it. */
  async resume(project: ActiveProject, spec: JobSpec): Promise<void> {
    for (let tries = 0; tries < resumeTries && !this.#isClosed; tries++) {
      const { work } = this.#own.get(project.workspace.projectId) ?? this.#add(project, spec, true);
      const error = await work.outcome.then(ignore, toCodedError);
      if (error === undefined || !/_in_progress$/.test(error.code)) return;
      await new Promise((done) => setTimeout(done, betweenTriesMs));
    }
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
    return this.#failures.ofHead(root);
  }

  /** Notes that there is an index. If it is lost, an earlier failure does not explain that. */
  hasIndex(root: string): void {
    this.#failures.hasIndex(root);
  }

  /** Takes the job of a workspace off the queue, if it waits there. */
  cancelWaiting({ root, projectId }: Workspace): void {
    const own = this.#own.get(projectId);
    if (own?.work.isWaiting && own.project.workspace.root === root) own.ending.abort();
  }

  /** Cancels all jobs and waits until they have stopped. Cancelled jobs publish nothing. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const own = [...this.#own.values()];
    for (const { ending } of own) ending.abort();
    await Promise.allSettled(own.map(({ work }) => work.outcome));
  }

  #add(project: ActiveProject, spec: JobSpec, isAsked: boolean, listener?: JobObserver): OwnJob {
    const { projectId, root } = project.workspace;
    const ending = new AbortController();
    if (this.#isClosed) ending.abort();
    const job: OwnJob = {
      id: newJobId(),
      project,
      spec,
      createdAt: new Date().toISOString(),
      isAsked,
      listeners: new Set(listener === undefined ? [] : [listener]),
      ending,
      work: this.#queue.add(() => this.#run(job), isAsked, ending.signal),
      hasBegun: false,
    };
    this.#own.set(projectId, job);
    this.#options.onJob({ root, spec });
    if (job.work.isWaiting) this.#options.log(`${spec.operation} of ${root} waits for other jobs`);
    job.work.outcome.then(
      (summary) => this.#succeeded(job, summary),
      (thrown) => this.#failed(job, toCodedError(thrown)),
    );
    return job;
  }

  async #begin(job: OwnJob, index: Pick<ProjectIndex, 'refs'>): Promise<BegunJob> {
    const queued = await this.queued(job.project, index);
    if (queued?.id === job.id) return { running: queued };
    const stalled = endLate(job, beginningMs);
    const begun = this.#begun(job.project).then(asRunning);
    return Promise.race([job.work.outcome.then((ended) => ({ ended })), begun]).finally(() => clearTimeout(stalled));
  }

  #succeeded(job: OwnJob, summary: JobSummary): void {
    const { operation, ref } = job.spec;
    const { root } = job.project.workspace;
    this.#failures.forget(root, ref);
    this.#options.log(`${operation} of ${root} published ${summary.ref} in ${summary.durationMs} ms`);
    for (const warning of summary.warnings) this.#options.log(`${operation} of ${root}: ${warning}`);
    this.#end(job, summary);
  }

  #failed(job: OwnJob, error: CodedError): void {
    const { operation, ref } = job.spec;
    const { root } = job.project.workspace;
    this.#options.log(`${operation} of ${root} failed: ${error.code}: ${error.message}`);
    if (!/_in_progress$|^job_cancelled$/.test(error.code)) this.#failures.add(root, ref, error);
    this.#end(job, error);
  }

  #end(job: OwnJob, result: JobSummary | CodedError): void {
    this.#own.delete(job.project.workspace.projectId);
    this.#options.onJobEnd(job.project.workspace.root);
    for (const listener of job.listeners) listener.onEnd(result);
  }

  async #run(job: OwnJob): Promise<JobSummary> {
    const { id: jobId, project, listeners, ending } = job;
    const { operation, ref, force, first = [] } = job.spec;
    const { root, projectId, autoDiscovered } = project.workspace;
    const { home, log, allowedRoots, isRegistered } = this.#options;
    // Evicted meanwhile: nothing would ever delete the index that the job would build.
    if (autoDiscovered && !(await isRegistered(project.workspace))) throw evicted(root);
    log(`${operation} of ${root} started`);
    const { index: settings, warnings } = await project.options();
    for (const warning of warnings) log(warning);
    const within = autoDiscovered ? allowedRoots : undefined;
    const place = { home, root, projectId, ...(within === undefined ? {} : { within }) };
    // An index job yields to queries. A sync does not: it is short, and a client may be waiting for it.
    const yields = operation === 'index';
    return startJob(
      { ...place, jobId, operation, force, first, yields, settings, ...(ref === undefined ? {} : { ref }) },
      {
        signal: ending.signal,
        onProgress: (progress) => {
          job.hasBegun = true;
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

/** A forced job replaces an index, so it need not wait until it is known whether that index is damaged. */
async function indexBefore(
  project: ActiveProject,
  { force }: JobSpec,
): Promise<Pick<ProjectIndex, 'activeJob' | 'refs'>> {
  try {
    return await project.index();
  } catch (thrown) {
    if (force && isBeingChecked(thrown)) return { refs: [] };
    throw thrown;
  }
}

/** Cancels a job that is neither over nor known by then. A process that does not react is killed. */
function endLate({ ending }: OwnJob, ms: number): NodeJS.Timeout {
  return setTimeout(() => ending.abort(), ms);
}

function ignore(): undefined {}

function asRunning(running: JobRecord): BegunJob {
  return { running };
}

function evicted(root: string): CodedError {
  return new CodedError('job_cancelled', `${root} is no longer registered; nothing was published.`);
}
