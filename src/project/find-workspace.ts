/** Looks up the workspace of a repository without registering it, and without creating a data folder. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { currentEnvironment, dataDirectory } from '../config/paths.ts';
import { CodedError } from '../errors.ts';
import { openRepository, type Repository } from '../scan/git/repository.ts';
import { openRegistry, type Workspace } from '../store/registry/registry.ts';

/** The repository at a path as typed (the current folder if none was), with its workspace, which must be registered. */
export async function registeredWorkspace(typed = '.'): Promise<{ repository: Repository; workspace: Workspace }> {
  const repository = await openRepository(resolve(typed));
  const workspace = await findWorkspace(dataDirectory(currentEnvironment()), repository);
  if (workspace !== undefined) return { repository, workspace };
  const { root } = repository;
  throw new CodedError('project_not_found', `No project is registered for ${root}.`, { data: { path: root } });
}

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
