/** The standing of a project for answers that are about the index itself, and for errors. */

import type { ActiveProject, IndexState, RefFreshness } from './active-project.ts';
import type { FreshnessStatus, IndexingStatus, IndexStatus } from './metadata.ts';
import type { Service } from './service.ts';

/** How long an answer waits for files to be compared, before it goes by the commits alone. */
export const freshnessDeadlineMs = 150;

export async function indexStatusOf(
  service: Service,
  project: ActiveProject,
  state: IndexState,
  wanted?: string,
): Promise<IndexStatus> {
  const head = await project.head();
  const ref = wanted === undefined ? project.defaultRef(state, head) : state.refs.find(({ name }) => name === wanted);
  const indexing = await indexingStatus(service, project, state);
  const name = wanted ?? ref?.name ?? head?.name ?? 'live';
  if (ref === undefined) {
    return {
      freshness: hasJob(service, project, state) ? 'syncing' : 'stale',
      indexing,
      schema: state.schema,
      ref: name,
    };
  }
  const freshness = await project.freshness(state, ref, head, freshnessDeadlineMs);
  const isFallback = wanted === undefined && head !== undefined && head.name !== ref.name;
  return {
    freshness: freshnessStatus(service, project, state, isFallback ? { ...freshness, fresh: false } : freshness),
    indexing,
    schema: state.schema,
    ref: name,
  };
}

export function freshnessStatus(
  service: Service,
  project: ActiveProject,
  state: IndexState,
  { fresh }: RefFreshness,
): FreshnessStatus {
  if (fresh) return 'fresh';
  return hasJob(service, project, state) ? 'syncing' : 'stale';
}

export function hasJob(service: Service, project: ActiveProject, state: IndexState): boolean {
  return state.activeJob !== undefined || service.jobs.isStarting(project.workspace.projectId);
}

/** Of the index as a whole: an index that answers is ready, whatever is done to it meanwhile. */
async function indexingStatus(service: Service, project: ActiveProject, state: IndexState): Promise<IndexingStatus> {
  if (state.schema === 'compatible') return 'ready';
  if (hasJob(service, project, state)) return 'indexing';
  if (state.schema === 'reindex_required' || state.schema === 'corrupt_manifest') return 'failed';
  return (await firstFailure(service, project, state)) === undefined ? 'not_indexed' : 'failed';
}

export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** Why the first indexing failed, if the last attempt did and nothing was published. */
export async function firstFailure(
  service: Service,
  project: ActiveProject,
  state: IndexState,
): Promise<Failure | undefined> {
  if (state.refs.length > 0) return undefined;
  const own = service.jobs.lastFailure(project.workspace.root);
  if (own !== undefined) return own;
  const [last] = (await state.open?.store.jobs(1)) ?? [];
  if (last?.status !== 'failed') return undefined;
  return { code: last.errorCode ?? 'internal_error', message: last.errorMessage ?? 'The index job failed.' };
}
