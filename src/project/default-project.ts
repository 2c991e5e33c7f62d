/**
 * The default project answers calls that name no workspace. It is the first folder that is registered or, if the server
 * registers on its own, lies in a git repository. Choosing it registers nothing.
 */
import { realpath, stat } from 'node:fs/promises';
import { CodedError } from '../errors.ts';
import { isStoredIn } from '../scan/git/git.ts';
import { openRepository, type Repository } from '../scan/git/repository.ts';
import { isWithin } from '../scan/listing/lstat.ts';
import type { Workspace } from '../store/registry/registry.ts';
import { tooLarge } from './register-workspace.ts';

export type DefaultProject =
  | { readonly workspace: Workspace }
  | { readonly repository: Repository }
  | { readonly error: CodedError };

export interface DefaultProjectRules {
  readonly registered: (canonical: string) => Promise<Workspace | undefined>;
  readonly autoRegister: boolean;
  /** No repository outside these folders is registered; undefined means no limit. */
  readonly allowedRoots: readonly string[] | undefined;
}

/** Chooses among the folders that the client opened, then the working directory of the server. */
export async function chooseDefault(
  roots: readonly string[],
  currentFolder: string,
  rules: DefaultProjectRules,
): Promise<DefaultProject> {
  for (const root of roots) {
    // A root that cannot be opened is skipped: the others and the working directory may do.
    const found = await defaultIn(root, rules).catch(() => undefined);
    if (found !== undefined && !('error' in found)) return found;
  }
  return defaultIn(currentFolder, rules);
}

async function defaultIn(folder: string, { registered, autoRegister, allowedRoots }: DefaultProjectRules) {
  const canonical = await realpath(folder).catch(() => undefined);
  if (canonical === undefined) return { error: noProject(folder, 'it does not exist') };
  const workspace = await registered(canonical);
  if (workspace !== undefined) return { workspace };
  if (!autoRegister) return { error: noProject(canonical, 'serve.auto_register is off') };
  const repository = await registrable(canonical, allowedRoots);
  return typeof repository === 'string' ? { error: noProject(canonical, repository) } : { repository };
}

/** Returns the repository that a server may register for a canonical folder, or the reason why there is none. */
async function registrable(folder: string, allowedRoots: readonly string[] | undefined): Promise<Repository | string> {
  const ownSize = tooLarge(folder);
  if (ownSize !== undefined) return `it is ${ownSize}`;
  const repository = await openInside(folder, allowedRoots);
  if (repository === undefined) return 'it is outside every allowed root';
  const { kind, root } = repository;
  if (kind === 'folder') return 'it is not in a git repository';
  const size = tooLarge(root);
  if (size !== undefined) return `its repository ${root} is ${size}`;
  if (allowedRoots !== undefined && !isStoredIn(repository, allowedRoots)) {
    return 'it is outside every allowed root';
  }
  return repository;
}

export { isStoredIn };

/** Opens the repository of a folder; undefined if git would read something outside the folders `within`. */
export async function openInside(folder: string, within?: readonly string[]): Promise<Repository | undefined> {
  try {
    return await openRepository(folder, within);
  } catch (thrown) {
    if (thrown instanceof CodedError && thrown.code === 'workspace_not_allowed') return undefined;
    throw thrown;
  }
}

/** Whether a canonical path is in or below one of the folders, compared by path segment. */
export function isInOneOf(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => isWithin(path, folder));
}

/** A client may send any number of roots. */
const maxRoots = 100;

/**
 * Returns the roots of a client that name a project: existing folders, with links resolved. A home folder or a whole
 * disk names none, so a client that opened one gives no access to everything below it.
 */
export async function usableRoots(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    paths.slice(0, maxRoots).map(async (path) => {
      try {
        const root = await realpath(path);
        return (await stat(root)).isDirectory() && tooLarge(root) === undefined ? root : undefined;
      } catch {
        return undefined;
      }
    }),
  );
  return [...new Set(found.filter((root) => root !== undefined))];
}

/**
 * Returns the roots of the repositories in which the roots of a client lie. They may be above them. One is opened after
 * the other, because each starts git.
 */
export async function repositoriesOf(roots: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const root of roots) {
    const repository = await registrable(root, undefined).catch(() => undefined);
    if (repository !== undefined && typeof repository !== 'string') found.push(repository.root);
  }
  return found;
}

export function noProject(folder: string, why: string): CodedError {
  return new CodedError('project_not_found', `No project is registered for ${folder}, and ${why}.`, {
    remediation: {
      agent:
        'Run `codecompass index` in the repository and pass its absolute path as "workspace", or start the server in the ' +
        'repository or with --workspace.',
    },
    data: { path: folder },
  });
}
