/**
 * The service is the state that all calls of a server share: the registry, the open projects, the running jobs and the
 * start time. It is independent of the wire format.
 */
import { realpath } from 'node:fs/promises';
import type { TypedSettings } from '../config/resolve-options.ts';
import { toCodedError } from '../errors.ts';
import { hurryGit } from '../scan/git/process/git-deadline.ts';
import { endRunningGits, runningGits } from '../scan/git/process/running-gits.ts';
import { openRepository } from '../scan/git/repository.ts';
import { openRegistry, type Registry, type Workspace } from '../store/registry/registry.ts';
import { deleteIndex } from '../store/sqlite/delete-index.ts';
import { Awake } from '../watchdog/awake.ts';
import { ActiveProject } from './active-project.ts';
import { Jobs, type UnfinishedJob } from './jobs.ts';
import { LiveViews } from './live/live-view.ts';
import { IndexHandle } from './open-index.ts';
import { type RegistrationRules, Workspaces } from './workspaces.ts';

export interface ServiceOptions extends RegistrationRules {
  /** The data directory; created if it does not exist. */
  readonly home: string;
  readonly version: string;
  /** `--config`, for the settings of each workspace. */
  readonly config?: string;
  /** Settings from flags, which override the config of every workspace. */
  readonly settings: NonNullable<TypedSettings['settings']>;
  /** Paths from `--workspace`; the first is the default for calls without a workspace. */
  readonly workspaces: readonly string[];
  readonly currentFolder: string;
  readonly warmsetCapacity: number;
  /** The process that serves the answers; this one need not outlive it. */
  readonly parent: number;
  /** When the server was started; this process may be a later one. */
  readonly startedAtMs: number;
  /** The format of answers to calls that name none. */
  readonly format: 'json' | 'text';
  /** The names of the tools that clients see. */
  readonly tools: readonly string[];
  /** Answers include debug details. */
  readonly debug: boolean;
  readonly log: (line: string) => void;
  /** Roots that calls to this server have used in an earlier process. */
  readonly entered: readonly string[];
  /** Called when a call uses a root for the first time. */
  readonly onEntered: (root: string) => void;
  readonly onJob: (job: UnfinishedJob) => void;
  readonly onJobEnd: (root: string) => void;
  /** Another process runs the jobs. */
  readonly onJobWanted?: (job: UnfinishedJob) => void;
  /** Called when a comparison of a working tree begins, and when it has ended. */
  readonly onWork?: (root: string, isWorking: boolean) => void;
}

/** Queries give the event loop turns, so one that takes this long never ends. The client gets an error from its side. */
const stuckMs = 60_000;
const stuckOrphanMs = 3_000;

export type PrewarmStatus = 'pending' | 'running' | 'complete' | 'failed' | 'disabled';

/** A project that a call uses. */
export interface EnteredProject {
  readonly project: ActiveProject;
  readonly leave: () => void;
}

export class Service {
  readonly options: ServiceOptions;
  /** Canonical roots of the `--workspace` paths. */
  readonly pinned: readonly string[];
  readonly workspaces: Workspaces;
  readonly jobs: Jobs;
  /** Views of working trees that have no index yet. */
  readonly live: LiveViews;
  /** Roots that are loaded at startup. */
  warmset: readonly string[] = [];
  prewarmStatus: PrewarmStatus = 'pending';
  readonly registry: Registry;
  readonly #projects = new Map<string, ActiveProject>();
  /** Roots of the projects that calls have used. Others are open because they are prewarmed. */
  readonly #called = new Set<string>();
  readonly #awake: Awake;
  readonly #handles = new Map<string, IndexHandle>();

  /** Expects a canonical data directory and canonical pinned roots. */
  private constructor(options: ServiceOptions, registry: Registry, pinned: readonly string[]) {
    this.options = options;
    this.registry = registry;
    this.pinned = pinned;
    this.jobs = new Jobs({
      home: options.home,
      log: options.log,
      allowedRoots: options.allowedRoots,
      isRegistered: (workspace) => this.#isRegistered(workspace),
      onJob: options.onJob,
      onJobEnd: options.onJobEnd,
      onJobWanted: options.onJobWanted,
    });
    this.#awake = new Awake({
      rules: { parent: options.parent, stuckMs, stuckOrphanMs },
      children: runningGits,
      onRest: async () => {
        for (const handle of this.#handles.values()) await handle.rest().catch(() => {});
      },
    });
    this.live = new LiveViews(options.allowedRoots);
    this.workspaces = new Workspaces({
      registry,
      pinned,
      currentFolder: options.currentFolder,
      allowedRoots: options.allowedRoots,
      autoRegister: options.autoRegister,
      maxAutoWorkspaces: options.maxAutoWorkspaces,
      isBusy: (workspace) => this.#isBusy(workspace),
      onEvicted: (workspace) => this.#forget(workspace),
    });
  }

  /** Opens the registry and registers the `--workspace` paths. */
  static async open(options: ServiceOptions): Promise<Service> {
    const registry = await openRegistry(options.home);
    try {
      const pinned = new Set<string>();
      for (const path of options.workspaces) {
        pinned.add(await registered(registry, path, options.log));
      }
      return new Service({ ...options, home: await realpath(options.home) }, registry, [...pinned]);
    } catch (thrown) {
      await registry.close();
      throw thrown;
    }
  }

  project(workspace: Workspace): ActiveProject {
    let project = this.#projects.get(workspace.root);
    if (project === undefined || project.workspace.projectId !== workspace.projectId) {
      project = new ActiveProject(workspace, this.#handle(workspace.projectId), this.options, true);
      this.#projects.set(workspace.root, project);
    }
    return project;
  }

  /**
   * The project of a call, whose index stays open until `leave` is called. From now on it is one of this server's.
   * Undefined if the workspace was evicted since it was found.
   */
  async enter(workspace: Workspace): Promise<EnteredProject | undefined> {
    const project = this.project(workspace);
    const leave = await project.enter();
    // Whoever evicts it looks for calls after it has removed it from the registry.
    const isThere = !workspace.autoDiscovered || (await this.#isRegistered(workspace).catch(fail));
    if (isThere) {
      if (!this.#called.has(workspace.root)) this.options.onEntered(workspace.root);
      this.#called.add(workspace.root);
      return { project, leave };
    }
    if (this.#projects.get(workspace.root) === project) this.#projects.delete(workspace.root);
    leave();
    return undefined;

    function fail(thrown: unknown): never {
      leave();
      throw thrown;
    }
  }

  /** Starts the jobs of a process again that ended before they did. */
  async resumeJobs(unfinished: readonly UnfinishedJob[]): Promise<void> {
    const resumed = unfinished.map(({ root, spec }) =>
      this.#withProject(root, (project) => this.jobs.resume(project, spec)).finally(() => this.options.onJobEnd(root)),
    );
    await Promise.all(resumed);
  }

  /** Starts a background job for another process. */
  async startJob({ root, spec }: UnfinishedJob): Promise<void> {
    await this.#withProject(root, (project) => this.jobs.startInBackground(project, spec)).catch(() => {});
  }

  /** Does nothing for a root that is not registered. */
  async #withProject(root: string, work: (project: ActiveProject) => Promise<unknown> | undefined): Promise<void> {
    const workspace = await this.registry.find(root);
    if (workspace?.root !== root) return;
    const project = this.project(workspace);
    const leave = project.hold();
    try {
      await work(project);
    } finally {
      leave();
    }
  }

  /** Every project of this server: the default, the pinned ones, and those that calls have named. */
  async served(): Promise<ActiveProject[]> {
    const fallback = await this.workspaces.default();
    const found = new Set(fallback === undefined ? [] : [this.project(fallback)]);
    for (const root of [...this.pinned, ...this.options.entered]) {
      const workspace = await this.registry.find(root);
      if (workspace !== undefined) found.add(this.project(workspace));
    }
    for (const root of this.#called) {
      const project = this.#projects.get(root);
      if (project !== undefined) found.add(project);
    }
    return [...found].sort((a, b) => (a.workspace.root < b.workspace.root ? -1 : 1));
  }

  /** Called before work, such as every call: restarts the idle timer, after which memory is released. */
  stayAwake(): void {
    this.#awake.stay();
  }

  /** Releases memory soon: called after background work, when the next call may be hours away. */
  restSoon(): void {
    this.#awake.restSoon();
  }

  uptimeSeconds(): number {
    return Math.floor((Date.now() - this.options.startedAtMs) / 1000);
  }

  /** Called when no further call follows. A git process that makes no progress is not waited for any longer. */
  noMoreCalls(): void {
    hurryGit();
  }

  /** Called when no answer is awaited any longer. */
  async close(): Promise<void> {
    endRunningGits();
    this.#awake.stop();
    await this.jobs.close();
    for (const { freshness } of this.#projects.values()) freshness.rest();
    await this.live.close();
    await Promise.all([...this.#handles.values()].map((handle) => handle.close()));
    await this.registry.close();
    this.#awake.close();
  }

  #handle(projectId: string): IndexHandle {
    let handle = this.#handles.get(projectId);
    if (handle === undefined) {
      handle = new IndexHandle(this.options.home, projectId);
      this.#handles.set(projectId, handle);
    }
    return handle;
  }

  async #isRegistered({ root }: Workspace): Promise<boolean> {
    return (await this.registry.find(root))?.root === root;
  }

  async #isBusy(workspace: Workspace): Promise<boolean> {
    if (this.jobs.isBusy(workspace.projectId)) return true;
    const project = this.project(workspace);
    const leave = project.hold();
    try {
      return (await project.index()).activeJob !== undefined;
    } finally {
      leave();
    }
  }

  /**
   * Lets go of an evicted workspace. Its index goes too, unless another workspace uses it: at once, or when the calls that
   * use it have ended.
   */
  async #forget(workspace: Workspace): Promise<void> {
    const { root, projectId } = workspace;
    this.jobs.cancelWaiting(workspace);
    this.#projects.get(root)?.freshness.rest();
    this.#projects.delete(root);
    this.#called.delete(root);
    const isShared = [...this.#projects.values()].some(({ workspace }) => workspace.projectId === projectId);
    if (isShared) return;
    const handle = this.#handles.get(projectId);
    this.#handles.delete(projectId);
    if (!handle?.isUsed) {
      await handle?.close();
      return this.#deleteUnused(workspace);
    }
    // A call may register the workspace again meanwhile, so the rest takes its turn among the discoveries.
    const inTurn = () => this.workspaces.inTurn(() => this.#deleteUnused(workspace));
    void handle.closeUnused().then(inTurn, inTurn);
  }

  /** The next call on the workspace builds it again. If it cannot be deleted, the next eviction tries again. */
  async #deleteUnused({ root, projectId }: Workspace): Promise<void> {
    const { home, log } = this.options;
    try {
      const isUsed = (await this.registry.list()).some((other) => other.projectId === projectId);
      if (isUsed || this.jobs.isBusy(projectId)) return;
      // Somebody who found the workspace before it was evicted may have opened it again.
      for (const [at, { workspace }] of this.#projects)
        if (workspace.projectId === projectId) this.#projects.delete(at);
      const late = this.#handles.get(projectId);
      this.#handles.delete(projectId);
      await late?.closeUnused();
      const isGone = await deleteIndex(home, projectId);
      log(isGone ? `${root} was evicted with its index` : `${root} was evicted; its unusable index is kept`);
    } catch (thrown) {
      log(`${root} was evicted; its index is kept: ${toCodedError(thrown).message}`);
    }
  }
}

/** Registers a `--workspace` path. One that is known is served from its index, even if it cannot be read now. */
async function registered(registry: Registry, path: string, log: ServiceOptions['log']): Promise<string> {
  try {
    const { root, identity, kind } = await openRepository(path);
    await registry.register({ root, identity, kind });
    return root;
  } catch (thrown) {
    const known = await realpath(path).then(
      (root) => registry.find(root),
      () => undefined,
    );
    if (known === undefined) throw thrown;
    log(`${known.root} is served from its index: ${toCodedError(thrown).message}`);
    return known.root;
  }
}
