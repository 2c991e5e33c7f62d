/**
 * The standing of a folder: what it is, what of it is indexed, and whether that is still what the repository has. Asking
 * registers nothing and creates nothing.
 */
import { resolve } from 'node:path';
import { currentEnvironment, dataDirectory } from '../config/paths.ts';
import { refCommits } from '../scan/git/ref-commits.ts';
import { openRepository, type Repository, type ResolvedRef } from '../scan/git/repository.ts';
import type { Workspace } from '../store/registry/registry.ts';
import type { RefRecord } from '../store/store.ts';
import { ActiveProject, type IndexState } from './active-project.ts';
import { findWorkspace } from './find-workspace.ts';
import { StoreHandle } from './store-handle.ts';

export interface FolderStatus {
  readonly home: string;
  readonly repository: Repository;
  /** What is checked out; absent where it cannot be told. */
  readonly head?: ResolvedRef;
  /** Absent where the folder is not registered. */
  readonly project?: RegisteredStatus;
  readonly word: FolderStatusWord;
}

export interface RegisteredStatus {
  readonly workspace: Workspace;
  readonly state: IndexState;
  /** What is checked out first, then the newest. */
  readonly refs: readonly RefStatus[];
}

/** `ref_not_indexed`: other refs are; `unusable`: written by another version, or damaged. */
export type FolderStatusWord =
  | 'not_registered'
  | 'not_indexed'
  | 'indexing'
  | 'ref_not_indexed'
  | 'fresh'
  | 'stale'
  | 'unusable';

export interface RefStatus {
  readonly ref: RefRecord;
  readonly isCheckedOut: boolean;
  readonly word: RefStatusWord;
  /** What git has under that name now. */
  readonly currentCommit?: string;
}

/**
 * `behind`: git has another commit under the name; `changed`: files were edited since; `unsure`: it was indexed from a
 * working tree that has another branch now, so it may hold edits of that time; `gone`: git has no such ref any more.
 */
export type RefStatusWord = 'fresh' | 'behind' | 'changed' | 'unsure' | 'gone';

/** Asks about a folder as typed, and hands on what holds as long as `use` runs. */
export async function withFolderStatus<Result>(
  typed: string | undefined,
  config: string | undefined,
  use: (standing: FolderStatus) => Promise<Result>,
): Promise<Result> {
  const home = dataDirectory(currentEnvironment());
  const repository = await openRepository(resolve(typed ?? '.'));
  const workspace = await findWorkspace(home, repository);
  if (workspace === undefined) return use({ home, repository, word: 'not_registered' });
  const handle = new StoreHandle(home, workspace.projectId);
  try {
    const project = new ActiveProject(workspace, handle, { config });
    const [state, head] = [await project.state(), await project.head()];
    const refs = await refStandings(repository, project, state, head);
    const word = standingWord(state, refs);
    return await use({
      home,
      repository,
      word,
      project: { workspace, state, refs },
      ...(head === undefined ? {} : { head }),
    });
  } finally {
    await handle.close();
  }
}

async function refStandings(
  repository: Repository,
  project: ActiveProject,
  state: IndexState,
  head: ResolvedRef | undefined,
): Promise<RefStatus[]> {
  const commits = await refCommits(
    repository,
    state.refs.map(({ name }) => name),
  );
  const standings: RefStatus[] = [];
  for (const ref of state.refs) {
    const isCheckedOut = ref.name === head?.name;
    const currentCommit = isCheckedOut ? head.commit : commits.get(ref.name);
    const facts = { ref, isCheckedOut, ...(currentCommit === undefined ? {} : { currentCommit }) };
    if (!isCheckedOut && currentCommit === undefined) standings.push({ ...facts, word: 'gone' });
    else if (currentCommit !== ref.commit) standings.push({ ...facts, word: 'behind' });
    else {
      const { fresh } = await project.freshness(state, ref, head, Number.POSITIVE_INFINITY);
      standings.push({ ...facts, word: fresh ? 'fresh' : isCheckedOut ? 'changed' : 'unsure' });
    }
  }
  return standings.sort(
    (a, b) => Number(b.isCheckedOut) - Number(a.isCheckedOut) || (a.ref.publishedAt < b.ref.publishedAt ? 1 : -1),
  );
}

function standingWord({ schema, activeJob }: IndexState, refs: readonly RefStatus[]): FolderStatusWord {
  if (schema === 'reindex_required' || schema === 'corrupt_manifest') return 'unusable';
  const [first] = refs;
  if (first?.isCheckedOut) return first.word === 'fresh' ? 'fresh' : 'stale';
  if (activeJob !== undefined) return 'indexing';
  return first === undefined ? 'not_indexed' : 'ref_not_indexed';
}
