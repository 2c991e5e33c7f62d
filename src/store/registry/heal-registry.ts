/**
 * Recovers the workspaces of a damaged registry. An index records the folders that its refs were read from, and the
 * name of the index folder identifies the one that the project id derives from. Others are registered at next use.
 */
import { join } from 'node:path';
import { CodedError, type ErrorCode } from '../../errors.ts';
import { inspectIndex, openStoreToRead } from '../sqlite/open-store.ts';
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
      for (const each of identified(projectId, await refsOf(home, projectId, options))) found.push(each);
    } catch (thrown) {
      // A fault that may pass must not lose the workspaces of this index; other indexes are reported when they are used.
      if (thrown instanceof CodedError && passing.has(thrown.code)) throw thrown;
    }
  }
  return found;
}

const passing: ReadonlySet<ErrorCode> = new Set(['index_busy', 'out_of_resources']);

async function refsOf(home: string, projectId: string, options: { driver?: SqliteDriver }): Promise<RefRecord[]> {
  if ((await inspectIndex(home, projectId, options)).status !== 'compatible') return [];
  const store = await openStoreToRead(home, projectId, options);
  try {
    return await store.refs();
  } finally {
    await store.close();
  }
}

/** Returns the folders of a project, if its id derives from one of them or from the git folder in it. */
function identified(projectId: string, refs: readonly RefRecord[]): WorkspaceIdentity[] {
  const roots = [...new Set(refs.map(({ root }) => root))];
  const identity = roots.flatMap((root) => [root, join(root, '.git')]).find((one) => projectIdOf(one) === projectId);
  if (identity === undefined) return [];
  const isGit = !roots.includes(identity) || refs.some(({ commit }) => commit !== undefined);
  return roots.map((root) => ({ root, identity, kind: isGit ? 'git' : 'folder' }));
}
