/**
 * The service is what all calls of a server share: the registry, the projects that are open, the jobs that run, and the
 * clock since it was started. It knows no wire format.
 */
import { realpath } from 'node:fs/promises';
import { collectGarbage } from '../collect-garbage.ts';
import type { TypedSettings } from '../config/resolve-options.ts';
import { openRepository } from '../scan/git/repository.ts';
import { openRegistry, type Registry, type Workspace } from '../store/registry/registry.ts';
import { ActiveProject } from './active-project.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { Jobs } from './jobs.ts';
import { IndexHandle } from './open-index.ts';
import { type AutoDiscovery, Workspaces } from './workspaces.ts';

export interface ServiceOptions {
  /** The folder that holds every index; created if it is not there. */
  readonly home: string;
  readonly version: string;
  /** `--config`, for the settings of each workspace. */
  readonly config?: string;
  /** Settings given as flags, which count over those of any workspace. */
  readonly settings: NonNullable<TypedSettings['settings']>;
  /** Paths that the server is started for; the first is the default of calls that name none. */
  readonly workspaces: readonly string[];
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
  /** Canonical roots that the server was started for. */
  readonly pinned: readonly string[];
  readonly workspaces: Workspaces;
  readonly jobs: Jobs;
  readonly callLimit = new ConcurrencyLimit(callsAtOnce);
  readonly startedAtMs = Date.now();
  /** Roots that are loaded when the server starts. */
  warmset: readonly string[] = [];
  prewarmStatus: PrewarmStatus = 'pending';
  readonly registry: Registry;
  readonly #projects = new Map<string, ActiveProject>();
  #resting: NodeJS.Timeout | undefined;
  readonly #handles = new Map<string, IndexHandle>();

  /** The data directory is canonical here, and so are the pinned roots. */
  private constructor(options: ServiceOptions, registry: Registry, pinned: readonly string[]) {
    this.options = options;
    this.registry = registry;
    this.pinned = pinned;
    this.jobs = new Jobs(options.home, options.log, options.auto?.allowedRoots);
    this.workspaces = new Workspaces({
      registry,
      pinned,
      currentFolder: options.currentFolder,
      ...(options.auto === undefined ? {} : { auto: options.auto }),
      isBusy: async (workspace) => (await this.project(workspace).index()).activeJob !== undefined,
      onEvicted: (workspace) => this.#forget(workspace),
    });
  }

  /** Registers the workspaces that the server is started for. */
  static async open(options: ServiceOptions): Promise<Service> {
    const registry = await openRegistry(options.home);
    try {
      const pinned = new Set<string>();
      for (const path of options.workspaces) {
        const { root, identity, kind } = await openRepository(path);
        await registry.register({ root, identity, kind });
        pinned.add(root);
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
      project = new ActiveProject(workspace, this.#handle(workspace.projectId), this.options);
      this.#projects.set(workspace.root, project);
    }
    return project;
  }

  /** Every project that this server answers for: the default, those it was started for, and those that were asked. */
  async served(): Promise<ActiveProject[]> {
    const fallback = await this.workspaces.default();
    if (fallback !== undefined) this.project(fallback);
    for (const root of this.pinned) {
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

  #handle(projectId: string): IndexHandle {
    let handle = this.#handles.get(projectId);
    if (handle === undefined) {
      handle = new IndexHandle(this.options.home, projectId);
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
