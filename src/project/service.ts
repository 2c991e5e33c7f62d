/**
 * The service is what all calls of a server share: the registry, the projects that are open, the jobs that run, and the
 * clock since it was started. It knows no wire format.
 */
import { collectGarbage } from '../collect-garbage.ts';
import type { TypedSettings } from '../config/resolve-options.ts';
import { CodedError, callOrRun } from '../errors.ts';
import { openRegistry, type Registry, type Workspace } from '../store/registry/registry.ts';
import { ActiveProject } from './active-project.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { Jobs } from './jobs.ts';
import { StoreHandle } from './store-handle.ts';
import { type AutoDiscovery, Workspaces } from './workspaces.ts';

export interface ServiceOptions {
  /** Canonical folder that holds every index. */
  readonly home: string;
  readonly version: string;
  /** `--config`, for the settings of each workspace. */
  readonly config?: string;
  /** Settings given as flags, which count over those of any workspace. */
  readonly settings: NonNullable<TypedSettings['settings']>;
  /** Canonical roots that the server was started for. */
  readonly pinned: readonly string[];
  readonly currentFolder: string;
  readonly auto?: AutoDiscovery | undefined;
  readonly warmsetCapacity: number;
  /** Answers show how they were put together. */
  readonly debug: boolean;
  readonly log: (line: string) => void;
}

/** A server that is left alone for so long is idle. */
const restAfterMs = 15_000;
const restSoonMs = 1_000;

/** Calls that are answered at once; each may need a connection to the index. */
const callsAtOnce = 16;

export type PrewarmStatus = 'pending' | 'running' | 'complete' | 'failed' | 'disabled';

export class Service {
  readonly options: ServiceOptions;
  readonly workspaces: Workspaces;
  readonly jobs: Jobs;
  readonly turns = new ConcurrencyLimit(callsAtOnce);
  readonly startedAtMs = Date.now();
  /** Roots that are loaded when the server starts. */
  warmset: readonly string[] = [];
  prewarmStatus: PrewarmStatus = 'pending';
  readonly registry: Registry;
  readonly #projects = new Map<string, ActiveProject>();
  #resting: NodeJS.Timeout | undefined;
  readonly #handles = new Map<string, StoreHandle>();

  private constructor(options: ServiceOptions, registry: Registry) {
    this.options = options;
    this.registry = registry;
    this.jobs = new Jobs(options.home, options.log, options.auto?.allowedRoots);
    this.workspaces = new Workspaces({
      registry,
      pinned: options.pinned,
      currentFolder: options.currentFolder,
      ...(options.auto === undefined ? {} : { auto: options.auto }),
      isBusy: async (workspace) => (await this.project(workspace).state()).activeJob !== undefined,
      onEvicted: (workspace) => this.#forget(workspace),
    });
  }

  static async open(options: ServiceOptions): Promise<Service> {
    return new Service(options, await openRegistry(options.home));
  }

  project(workspace: Workspace): ActiveProject {
    let project = this.#projects.get(workspace.root);
    if (project === undefined || project.workspace.projectId !== workspace.projectId) {
      project = new ActiveProject(workspace, this.#handle(workspace.projectId), this.options);
      this.#projects.set(workspace.root, project);
    }
    return project;
  }

  /** Every project that this server answers for: the default, those it was started for, and those that were asked. */
  async served(): Promise<ActiveProject[]> {
    const fallback = await this.workspaces.default();
    if (fallback !== undefined) this.project(fallback);
    for (const root of this.options.pinned) {
      const workspace = await this.registry.find(root);
      if (workspace !== undefined) this.project(workspace);
    }
    return [...this.#projects.values()].sort((a, b) => (a.workspace.root < b.workspace.root ? -1 : 1));
  }

  /** Says that a call came in; some time after the last one, memory is given back. */
  stayAwake(): void {
    this.#restIn(restAfterMs);
  }

  /** Says that a piece of work of the server's own is done, after which nobody may ask for hours. */
  restSoon(): void {
    this.#restIn(restSoonMs);
  }

  uptimeSeconds(): number {
    return Math.floor((Date.now() - this.startedAtMs) / 1000);
  }

  async close(): Promise<void> {
    clearTimeout(this.#resting);
    await this.jobs.close();
    await Promise.all([...this.#handles.values()].map((handle) => handle.close()));
    await this.registry.close();
  }

  #restIn(ms: number): void {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => void this.#rest(), ms).unref();
  }

  async #rest(): Promise<void> {
    for (const handle of this.#handles.values()) await handle.rest().catch(() => {});
    collectGarbage();
    // What arrays held is given back beside the first collection, and their memory by a second one.
    this.#resting = setTimeout(collectGarbage, restSoonMs).unref();
  }

  #handle(projectId: string): StoreHandle {
    let handle = this.#handles.get(projectId);
    if (handle === undefined) {
      handle = new StoreHandle(this.options.home, projectId);
      this.#handles.set(projectId, handle);
    }
    return handle;
  }

  async #forget({ root, projectId }: Workspace): Promise<void> {
    this.#projects.delete(root);
    const isShared = [...this.#projects.values()].some(({ workspace }) => workspace.projectId === projectId);
    if (isShared) return;
    await this.#handles.get(projectId)?.close();
    this.#handles.delete(projectId);
  }
}

/** What a call may not do with an index that cannot be used. */
export function incompatible(message: string | undefined, schema: string): CodedError {
  return new CodedError('index_incompatible', message ?? `The index cannot be used (${schema}).`, {
    remediation: callOrRun('index_repo with "force": true', 'index --force'),
    data: { schema_status: schema },
  });
}
