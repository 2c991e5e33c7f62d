/**
 * The index status of a folder: its repository, its indexed refs and their freshness. Reading it registers nothing and
 * creates nothing.
 */
import { resolve } from 'node:path';
import { currentEnvironment, dataDirectory } from '../config/paths.ts';
import { openRepository, type Repository, type ResolvedRef } from '../scan/git/repository.ts';
import type { Workspace } from '../store/registry/registry.ts';
import { ActiveProject, type ProjectIndex } from './active-project.ts';
import { IndexHandle } from './open-index.ts';
import { type RefStatus, refStatuses } from './refs/listed-refs.ts';
import { findWorkspace } from './register-workspace.ts';

export interface FolderStatus {
  readonly home: string;
  readonly repository: Repository;
  /** The checked-out ref; undefined if it cannot be determined. */
  readonly head?: ResolvedRef;
  /** Undefined if the folder is not registered. */
  readonly project?: RegisteredStatus;
  readonly word: FolderStatusWord;
}

export interface RegisteredStatus {
  readonly workspace: Workspace;
  readonly index: ProjectIndex;
  /** The checked-out ref first, then the newest. */
  readonly refs: readonly RefStatus[];
}

/** `ref_not_indexed`: only other refs are indexed; `unusable`: the index is damaged or of another version. */
export type FolderStatusWord =
  | 'not_registered'
  | 'not_indexed'
  | 'indexing'
  | 'ref_not_indexed'
  | 'fresh'
  | 'stale'
  | 'unusable';

/** Passes the status of a folder (default: the current one) to `use`. The index stays open until `use` returns. */
export async function withFolderStatus<Result>(
  typed: string | undefined,
  config: string | undefined,
  use: (status: FolderStatus) => Promise<Result>,
): Promise<Result> {
  const home = dataDirectory(currentEnvironment());
  const repository = await openRepository(resolve(typed ?? '.'));
  const workspace = await findWorkspace(home, repository);
  if (workspace === undefined) return use({ home, repository, word: 'not_registered' });
  const handle = new IndexHandle(home, workspace.projectId);
  try {
    const project = new ActiveProject(workspace, handle, { config });
    const [index, head] = [await project.index(), await project.head()];
    const refs = await refStatuses(project, index, head);
    return await use({
      home,
      repository,
      word: folderStatusWord(index, refs),
      project: { workspace, index, refs },
      ...(head === undefined ? {} : { head }),
    });
  } finally {
    await handle.close();
  }
}

function folderStatusWord({ schema, activeJob }: ProjectIndex, refs: readonly RefStatus[]): FolderStatusWord {
  if (schema === 'reindex_required' || schema === 'corrupt_manifest') return 'unusable';
  const [first] = refs;
  if (first?.isCheckedOut) return first.verdict === 'fresh' ? 'fresh' : 'stale';
  if (activeJob !== undefined) return 'indexing';
  return first === undefined ? 'not_indexed' : 'ref_not_indexed';
}
