/**
 * Workspaces resolves the `workspace` parameter of a call (or its absence) to a registered workspace. An unknown folder
 * is registered if it lies below an allowed root or, without allowed roots, below a root of the client; else refused.
 */
import { realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CodedError, systemError } from '../errors.ts';
import { readPlainText } from '../scan/content/read-file.ts';
import { type Repository, topOfWorkTree } from '../scan/git/repository.ts';
import { gitFileTarget } from '../scan/git/storage/link-text.ts';
import { walkInside } from '../scan/git/storage/walk-inside.ts';
import { isWithin } from '../scan/listing/lstat.ts';
import { lstatIfFound } from '../scan/stat-if-found.ts';
import type { Registry, Workspace } from '../store/registry/registry.ts';
import {
  chooseDefault,
  type DefaultProject,
  isInOneOf,
  isStoredIn,
  noProject,
  openInside,
  repositoriesOf,
  usableRoots,
} from './default-project.ts';
import { tooLarge } from './register-workspace.ts';
import { absolutePath, notAFolder, notAllowed, notRegistered } from './workspace-parameter.ts';

/** Which workspaces a call may register. */
export interface RegistrationRules {
  /** Canonical folders of `--auto-workspace`; workspaces in or below one are discovered, and no others. */
  readonly allowedRoots?: readonly string[] | undefined;
  /** Whether the repository of the default project, and workspaces below a root of the client, are registered. */
  readonly autoRegister: boolean;
  /** How many discovered workspaces are kept. */
  readonly maxAutoWorkspaces: number;
}

export interface WorkspacesOptions extends RegistrationRules {
  readonly registry: Registry;
  /** Roots of the `--workspace` paths; the first is the default. */
  readonly pinned: readonly string[];
  readonly currentFolder: string;
  /** Whether a job is running in the workspace, so that it cannot be evicted. */
  readonly isBusy: (workspace: Workspace) => Promise<boolean>;
  readonly onEvicted: (workspace: Workspace) => Promise<void>;
}

/** Limits how often a call updates `lastUsedAt`. Discovered workspaces are exempt: eviction needs their exact order. */
const betweenTouchesMs = 60_000;

/** Asks the client of a call which folders it has opened. Called only if the answer matters. */
export type AskRoots = () => Promise<readonly string[]>;

export interface ResolvedWorkspace {
  readonly workspace: Workspace;
  /** Whether this call registered it. */
  readonly isNew: boolean;
}

/** Where workspaces may be discovered. */
interface Area {
  readonly folders: readonly string[];
  /** Repositories that are accepted although their root is above the folders. */
  readonly repositories: readonly string[];
}

export class Workspaces {
  readonly #options: WorkspacesOptions;
  readonly #touchedAtMs = new Map<string, number>();
  #discovering: Promise<unknown> = Promise.resolve();

  constructor(options: WorkspacesOptions) {
    this.#options = options;
  }

  /** Returns the workspace of a call. Registers it if the rules allow that. */
  async resolve(typed: string | undefined, askRoots: AskRoots = noRoots): Promise<ResolvedWorkspace> {
    const found = typed === undefined ? await this.#byDefault(askRoots) : await this.#named(typed, askRoots);
    await this.#touch(found.workspace);
    return found;
  }

  /** The default workspace, or undefined if none is registered. Registers nothing. */
  async default(askRoots: AskRoots = noRoots): Promise<Workspace | undefined> {
    const chosen = await this.#chooseDefault(askRoots).catch(() => undefined);
    return chosen !== undefined && 'workspace' in chosen ? chosen.workspace : undefined;
  }

  async #byDefault(askRoots: AskRoots): Promise<ResolvedWorkspace> {
    const chosen = await this.#chooseDefault(askRoots);
    if ('workspace' in chosen) return { workspace: chosen.workspace, isNew: false };
    if ('error' in chosen) throw chosen.error;
    return this.inTurn(() => this.#register(chosen.repository, this.#options.allowedRoots !== undefined));
  }

  async #chooseDefault(askRoots: AskRoots): Promise<DefaultProject> {
    const { pinned, currentFolder, autoRegister, allowedRoots } = this.#options;
    const registered = (path: string) => this.#registered(path);
    const [first] = pinned;
    if (first !== undefined) {
      const workspace = await registered(first);
      return workspace === undefined ? { error: noProject(first, 'its registration was removed') } : { workspace };
    }
    const roots = await usableRoots(await askRoots());
    return chooseDefault(roots, currentFolder, { registered, autoRegister, allowedRoots });
  }

  /** For paths that are neither registered nor below a known root, errors do not reveal whether they exist. */
  async #named(typed: string, askRoots: AskRoots): Promise<ResolvedWorkspace> {
    const path = absolutePath(typed);
    const { allowedRoots, registry } = this.#options;
    const outside = () => (allowedRoots === undefined ? notRegistered(typed) : notAllowed(typed, allowedRoots));
    // The same steps whether the path exists or not, so that their time does not tell.
    const at = await realpath(path).catch(exceptAbsent(path));
    const isFolder = await stat(at).then((found) => found.isDirectory(), exceptAbsent(false));
    const workspace = await this.#registered(isFolder ? at : dirname(at));
    if (workspace !== undefined && isFolder) return { workspace, isNew: false };
    // The folder may be deleted while its index still exists.
    const roots = await registry.list();
    const deleted = isFolder ? undefined : roots.find(({ root }) => root === path);
    if (deleted !== undefined) return { workspace: deleted, isNew: false };
    const folders = await this.#folders(askRoots);
    const place = walkInside(path, [...folders, ...roots.map(({ root }) => root)]);
    if (place.kind === 'file') throw notAFolder(typed);
    if (place.kind === 'absent' && walkInside(path, folders).kind === 'absent') {
      throw notRegistered(typed, `The folder ${typed} does not exist.`);
    }
    if (place.kind !== 'folder' || !isInOneOf(place.path, folders)) throw outside();
    return this.inTurn(async () => {
      const repositories = allowedRoots === undefined ? await repositoriesOf(folders) : [];
      const found = await this.#discover(place.path, { folders, repositories });
      if (found === undefined) throw outside();
      return found;
    });
  }

  /** The folders below which a workspace may be discovered. */
  async #folders(askRoots: AskRoots): Promise<readonly string[]> {
    const { allowedRoots, autoRegister } = this.#options;
    return allowedRoots ?? (autoRegister ? usableRoots(await askRoots()) : []);
  }

  /** The workspace that contains a canonical path, unless a nested repository contains the path. */
  async #registered(path: string): Promise<Workspace | undefined> {
    const workspace = await this.#options.registry.find(path);
    if (workspace === undefined) return undefined;
    for (let at = path; at !== workspace.root && isWithin(at, workspace.root); at = dirname(at)) {
      if (lstatIfFound(join(at, '.git')) !== undefined) return undefined;
    }
    return workspace;
  }

  /** Registers the workspace of a canonical path; returns undefined if its repository is not in the area. */
  async #discover(canonical: string, { folders, repositories }: Area): Promise<ResolvedWorkspace | undefined> {
    const already = await this.#registered(canonical);
    if (already !== undefined) return { workspace: already, isNew: false };
    if (borrowsGitFolder(canonical, folders, repositories)) return undefined;
    // The folder may belong to a repository, or use git objects, outside the folders.
    const isAccepted = repositories.includes((await topOfWorkTree(canonical)) ?? canonical);
    const repository = await openInside(canonical, isAccepted ? undefined : folders);
    if (repository === undefined || tooLarge(repository.root) !== undefined) return undefined;
    return repositories.includes(repository.root) || isStoredIn(repository, folders)
      ? this.#register(repository, true)
      : undefined;
  }

  async #register({ root, identity, kind }: Repository, autoDiscovered: boolean): Promise<ResolvedWorkspace> {
    const already = await this.#registered(root);
    if (already?.root === root) return { workspace: already, isNew: false };
    if (autoDiscovered) await this.#evictExcess();
    const { workspace } = await this.#options.registry.register({ root, identity, kind, autoDiscovered });
    return { workspace, isNew: true };
  }

  async #evictExcess(): Promise<void> {
    const { registry, isBusy, onEvicted, pinned, maxAutoWorkspaces: limit } = this.#options;
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
  inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
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

/**
 * Whether the `.git` of a folder, or of the nearest folder above it, is a link or file that names a place outside the
 * folders. Checked before git is asked: its errors tell whether that place exists.
 */
function borrowsGitFolder(folder: string, folders: readonly string[], accepted: readonly string[]) {
  for (let at = folder; isInOneOf(at, folders) && dirname(at) !== at; at = dirname(at)) {
    if (accepted.includes(at)) return false;
    const path = join(at, '.git');
    const place = walkInside(path, folders);
    if (place.kind === 'absent') continue;
    if (place.kind !== 'file') return place.kind === 'outside';
    const named = gitFileTarget(readPlainText(path, maxGitFileBytes) ?? '');
    return named !== undefined && walkInside(resolve(at, named), folders).kind === 'outside';
  }
  return false;
}

/** For a path that cannot be resolved, unless the system has no handle left: then nothing is known about it. */
function exceptAbsent<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (systemError(error) !== undefined) throw error;
    return value;
  };
}

const noRoots: AskRoots = async () => [];

/** Longer than any path. */
const maxGitFileBytes = 8_192;
