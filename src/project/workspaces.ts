/**
 * Workspaces resolves the `workspace` parameter of a call (or its absence) to a registered workspace. It refuses
 * unknown folders, or registers them if the server discovers workspaces below its allowed roots.
 */
import { lstatSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { CodedError } from '../errors.ts';
import { gitStorage } from '../scan/git/git-storage.ts';
import { openRepository } from '../scan/git/repository.ts';
import { isWithin } from '../scan/listing/lstat.ts';
import type { Registry, Workspace } from '../store/registry/registry.ts';

export interface AutoDiscovery {
  /** Canonical folders; only workspaces in or below one are discovered. */
  readonly allowedRoots: readonly string[];
  readonly limit: number;
}

export interface WorkspacesOptions {
  readonly registry: Registry;
  /** Roots of the `--workspace` paths; the first is the default. */
  readonly pinned: readonly string[];
  readonly currentFolder: string;
  readonly auto?: AutoDiscovery;
  /** Whether a job is running in the workspace, so that it cannot be evicted. */
  readonly isBusy: (workspace: Workspace) => Promise<boolean>;
  readonly onEvicted: (workspace: Workspace) => Promise<void>;
}

/** Limits how often a call updates `lastUsedAt`. Discovered workspaces are exempt: eviction needs their exact order. */
const betweenTouchesMs = 60_000;

export class Workspaces {
  readonly #options: WorkspacesOptions;
  readonly #touchedAtMs = new Map<string, number>();
  #discovering: Promise<unknown> = Promise.resolve();

  constructor(options: WorkspacesOptions) {
    this.#options = options;
  }

  /** Returns the workspace of a call. `isNew` is true if this call discovered it. */
  async resolve(typed: string | undefined): Promise<{ workspace: Workspace; isNew: boolean }> {
    const found = typed === undefined ? await this.#byDefault() : await this.#named(typed);
    await this.#touch(found.workspace);
    return found;
  }

  /** The default workspace, or undefined if there is none. */
  async default(): Promise<Workspace | undefined> {
    const [first] = this.#options.pinned;
    return this.#registered(first ?? this.#options.currentFolder);
  }

  async #byDefault(): Promise<{ workspace: Workspace; isNew: boolean }> {
    const workspace = await this.default();
    if (workspace !== undefined) return { workspace, isNew: false };
    const { currentFolder } = this.#options;
    throw new CodedError('project_not_found', `No project is registered for ${currentFolder}.`, {
      remediation: {
        agent: 'Run `codecompass index` in the repository, start the server with --workspace, or pass a "workspace".',
      },
      data: { path: currentFolder },
    });
  }

  /** For paths that are neither registered nor below an allowed root, errors do not reveal whether they exist. */
  async #named(typed: string): Promise<{ workspace: Workspace; isNew: boolean }> {
    const path = absolutePath(typed);
    const { auto, registry } = this.#options;
    const canonical = await realpath(path).catch(() => undefined);
    if (canonical === undefined) {
      // The folder may be deleted while its index still exists.
      const known = (await registry.list()).find(({ root }) => root === path);
      if (known !== undefined) return { workspace: known, isNew: false };
      if (auto === undefined) throw notRegistered(typed);
      if (!isAllowed(await nearestFolder(path), auto.allowedRoots)) throw notAllowed(typed, auto);
      throw notRegistered(typed, `The folder ${typed} does not exist.`);
    }
    const isFolder = await stat(canonical).then(
      (found) => found.isDirectory(),
      () => false,
    );
    const workspace = await this.#registered(isFolder ? canonical : dirname(canonical));
    if (workspace !== undefined && isFolder) return { workspace, isNew: false };
    if (workspace === undefined && auto === undefined) throw notRegistered(typed);
    if (workspace === undefined && auto !== undefined && !isAllowed(canonical, auto.allowedRoots)) {
      throw notAllowed(typed, auto);
    }
    if (!isFolder || auto === undefined) throw notAFolder(typed);
    return this.#inTurn(() => this.#discover(typed, canonical, auto));
  }

  /** The workspace that contains a canonical path, unless a nested repository contains the path. */
  async #registered(path: string): Promise<Workspace | undefined> {
    const workspace = await this.#options.registry.find(path);
    if (workspace === undefined) return undefined;
    for (let at = path; at !== workspace.root && isWithin(at, workspace.root); at = dirname(at)) {
      if (lstatSync(join(at, '.git'), { throwIfNoEntry: false }) !== undefined) return undefined;
    }
    return workspace;
  }

  async #discover(
    typed: string,
    canonical: string,
    auto: AutoDiscovery,
  ): Promise<{ workspace: Workspace; isNew: boolean }> {
    const already = await this.#registered(canonical);
    if (already !== undefined) return { workspace: already, isNew: false };
    const repository = await openRepository(canonical);
    const { root, identity, kind } = repository;
    // The folder may belong to a repository, or use git objects, outside the allowed roots.
    const isInside = [root, ...(await gitStorage(repository))].every((path) => isAllowed(path, auto.allowedRoots));
    if (!isInside) throw notAllowed(typed, auto);
    await this.#evictExcess(auto);
    const { workspace } = await this.#options.registry.register({ root, identity, kind, autoDiscovered: true });
    return { workspace, isNew: true };
  }

  async #evictExcess({ limit }: AutoDiscovery): Promise<void> {
    const { registry, isBusy, onEvicted, pinned } = this.#options;
    const discovered = (await registry.list())
      .filter((workspace) => workspace.autoDiscovered && !pinned.includes(workspace.root))
      .sort((a, b) => (a.lastUsedAt < b.lastUsedAt ? -1 : 1));
    let excess = discovered.length + 1 - limit;
    for (const workspace of discovered) {
      if (excess <= 0) return;
      if (await isBusy(workspace)) continue;
      await registry.remove(workspace.root);
      this.#touchedAtMs.delete(workspace.root);
      await onEvicted(workspace);
      excess -= 1;
    }
    if (excess <= 0) return;
    throw new CodedError('workspace_limit_exceeded', `The limit of ${limit} discovered workspaces is reached.`, {
      data: { limit },
    });
  }

  /** Runs discoveries one at a time, so that two of them cannot exceed the limit together. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#discovering.then(work, work);
    this.#discovering = turn.catch(() => {});
    return turn;
  }

  async #touch({ root, autoDiscovered }: Workspace): Promise<void> {
    const now = Date.now();
    if (!autoDiscovered && now - (this.#touchedAtMs.get(root) ?? 0) < betweenTouchesMs) return;
    this.#touchedAtMs.set(root, now);
    await this.#options.registry.touch(root);
  }
}

/** Returns the canonical paths of the `--allowed-root` flags. Throws if one does not exist. */
export async function resolveAllowedRoots(typed: readonly string[]): Promise<string[]> {
  return Promise.all(
    typed.map(async (path) => {
      try {
        const root = await realpath(resolve(path));
        if ((await stat(root)).isDirectory()) return root;
      } catch {
        // Refused below.
      }
      throw new CodedError('invalid_input', `--allowed-root ${path} is not an existing folder.`, {
        remediation: 'Name an existing folder.',
        data: { path },
      });
    }),
  );
}

/** Whether a canonical path is in or below one of the roots, compared by path segment. */
function isAllowed(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => isWithin(path, root));
}

/** Expands `~`. Throws for a relative path, which would depend on where the server was started. */
function absolutePath(typed: string): string {
  const expanded = typed === '~' || /^~[/\\]/.test(typed) ? join(homedir(), typed.slice(1)) : typed;
  if (isAbsolute(expanded) && !expanded.includes('\0')) return resolve(expanded);
  throw new CodedError('invalid_input', `The parameter "workspace" must be an absolute path, not ${typed}.`, {
    data: { parameter: 'workspace', workspace: typed },
  });
}

/** Returns the nearest existing folder above a path, with links resolved. */
async function nearestFolder(path: string): Promise<string> {
  for (let at = dirname(path); ; at = dirname(at)) {
    const real = await realpath(at).catch(() => undefined);
    if (real !== undefined || dirname(at) === at) return real ?? at;
  }
}

function notAFolder(typed: string): CodedError {
  return new CodedError('invalid_input', `The parameter "workspace" is ${typed}, which is not a folder.`, {
    remediation: 'Pass the folder of a project.',
    data: { parameter: 'workspace', workspace: typed },
  });
}

function notRegistered(typed: string, message = `The workspace ${typed} is not registered.`): CodedError {
  return new CodedError('workspace_not_registered', message, { data: { workspace: typed } });
}

/** Does not include the resolved path, because links outside the allowed roots must not be revealed. */
function notAllowed(typed: string, { allowedRoots }: AutoDiscovery): CodedError {
  return new CodedError('workspace_not_allowed', `The workspace ${typed} is outside every allowed root.`, {
    data: { workspace: typed, allowed_roots: allowedRoots },
  });
}
