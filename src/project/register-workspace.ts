/**
 * A workspace is a repository folder in the registry. Registering one creates the data directory; looking one up
 * creates nothing.
 */
import { existsSync, realpathSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { parse, resolve } from 'node:path';
import { currentEnvironment, dataDirectory } from '../config/paths.ts';
import { CodedError } from '../errors.ts';
import { openRepository, type Repository } from '../scan/git/repository.ts';
import { openRegistry, type Workspace } from '../store/registry/registry.ts';
import { printable } from '../text/printable.ts';

export interface Registration {
  /** The canonical path of the data directory, which exists by now. */
  readonly home: string;
  readonly workspace: Workspace;
  readonly isNew: boolean;
}

export async function registerWorkspace(home: string, repository: Repository): Promise<Registration> {
  const { root, identity, kind } = repository;
  const registry = await openRegistry(home);
  try {
    const { workspace, isNew } = await registry.register({ root, identity, kind });
    return { home: await realpath(home), workspace, isNew };
  } finally {
    await registry.close();
  }
}

/** Returns the workspace of a repository, or undefined if it is not registered. */
export async function findWorkspace(home: string, repository: Repository): Promise<Workspace | undefined> {
  if (!existsSync(home)) return undefined;
  const registry = await openRegistry(home);
  try {
    const workspace = await registry.find(repository.root);
    // A plain folder belongs to the registered folder above it; a git repository is a project of its own.
    return repository.kind === 'folder' || workspace?.root === repository.root ? workspace : undefined;
  } finally {
    await registry.close();
  }
}

/** Returns the repository at a path (default: the current folder) and its workspace. Throws if it is not registered. */
export async function registeredWorkspace(typed = '.'): Promise<{ repository: Repository; workspace: Workspace }> {
  const repository = await openRepository(resolve(typed));
  const workspace = await findWorkspace(dataDirectory(currentEnvironment()), repository);
  if (workspace !== undefined) return { repository, workspace };
  const { root } = repository;
  throw new CodedError('project_not_found', `No project is registered for ${root}.`, { data: { path: root } });
}

/**
 * Throws for a home folder or a whole disk, so that a command run there by mistake does not index it. A repository
 * there makes no difference: it also contains the files that nobody added to it.
 */
export function refuseHome({ root }: Pick<Repository, 'root'>, home = homedir()): void {
  const what = tooLarge(root, home);
  if (what === undefined) return;
  throw new CodedError('invalid_input', `${printable(root)} is ${what}, which is not indexed automatically.`, {
    remediation: 'Change to a project folder or pass --workspace. `codecompass index` indexes this folder anyway.',
    data: { path: root },
  });
}

/** Says what a canonical folder is if it is never registered without an explicit request: a home folder or a disk. */
export function tooLarge(folder: string, home = homedir()): 'a whole disk' | 'your home folder' | undefined {
  if (folder === parse(folder).root) return 'a whole disk';
  return folder === canonical(home) ? 'your home folder' : undefined;
}

function canonical(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
