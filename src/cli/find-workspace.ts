/** Looks up the workspace of a repository without registering it, and without creating a data folder. */
import { existsSync } from 'node:fs';
import type { Repository } from '../scan/repository.ts';
import { openRegistry, type Workspace } from '../store/registry.ts';

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
