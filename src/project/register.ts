/** Registers the repository of a folder as a workspace, for `init` and `index`. */
import { realpath } from 'node:fs/promises';
import type { Repository } from '../scan/git/repository.ts';
import { openRegistry, type Workspace } from '../store/registry/registry.ts';

export interface Registration {
  /** Canonical, and created by now. */
  readonly home: string;
  readonly workspace: Workspace;
  readonly isNew: boolean;
}

export async function register(home: string, repository: Repository): Promise<Registration> {
  const { root, identity, kind } = repository;
  const registry = await openRegistry(home);
  try {
    const { workspace, isNew } = await registry.register({ root, identity, kind });
    return { home: await realpath(home), workspace, isNew };
  } finally {
    await registry.close();
  }
}
