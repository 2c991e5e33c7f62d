/**
 * What can be found again of a registry that was damaged: an index knows the folders that its refs were read from, and the
 * name of its own folder tells which of them the project is named after. What cannot be found is registered at its next use.
 */
import { join } from 'node:path';
import { inspectIndex, openStore } from '../sqlite/open-store.ts';
import type { SqliteDriver } from '../sqlite/sqlite.ts';
import type { RefRecord } from '../store.ts';
import { projectIdOf, storedProjects } from './project-id.ts';
import type { WorkspaceIdentity } from './registry.ts';

export async function workspacesOfIndexes(
  home: string,
  options: { driver?: SqliteDriver },
): Promise<WorkspaceIdentity[]> {
  const found: WorkspaceIdentity[] = [];
  for (const projectId of storedProjects(home)) {
    try {
      found.push(...identified(projectId, await refsOf(home, projectId, options)));
    } catch {
      // An index that cannot be read either says so when it is asked.
    }
  }
  return found;
}

async function refsOf(home: string, projectId: string, options: { driver?: SqliteDriver }): Promise<RefRecord[]> {
  if ((await inspectIndex(home, projectId, options)).status !== 'compatible') return [];
  const store = await openStore(home, projectId, options);
  try {
    return await store.refs();
  } finally {
    await store.close();
  }
}

/** The folders of a project, if it is named after one of them or after the git folder in it. */
function identified(projectId: string, refs: readonly RefRecord[]): WorkspaceIdentity[] {
  const roots = [...new Set(refs.map(({ root }) => root))];
  const identity = roots.flatMap((root) => [root, join(root, '.git')]).find((one) => projectIdOf(one) === projectId);
  if (identity === undefined) return [];
  const isGit = !roots.includes(identity) || refs.some(({ commit }) => commit !== undefined);
  return roots.map((root) => ({ root, identity, kind: isGit ? 'git' : 'folder' }));
}
