/** The index status of a project, as every answer reports it: its freshness, whether it is ready, and for which ref. */
import { type CodedError, toCodedError } from '../errors.ts';
import { isBeingChecked } from '../store/sqlite/check-outside.ts';
import type { IndexInspection } from '../store/sqlite/open-store.ts';
import { schemaVersion } from '../store/sqlite/schema.ts';
import type { RefRecord } from '../store/store.ts';
import type { ActiveProject, ProjectIndex } from './active-project.ts';
import type { RefFreshness } from './freshness/freshness.ts';
import type { Service } from './service.ts';

export interface IndexStatus {
  readonly freshness: 'fresh' | 'stale' | 'syncing';
  /** State of the index as a whole. An index that can answer is `ready`, even while a job is running. */
  readonly indexing: 'not_indexed' | 'indexing' | 'ready' | 'failed';
  readonly schema: IndexInspection['status'];
  readonly ref: string;
  /** The files that differ from the index, as far as they are known. */
  readonly changed?: readonly string[];
  /** Whether the index that answers is known to lack changes of the repository. */
  readonly lacksChanges?: boolean;
}

/** The status of a call that reached no project. */
export const unknownStatus: IndexStatus = {
  freshness: 'stale',
  indexing: 'not_indexed',
  schema: 'not_indexed',
  ref: 'live',
};

/** How long an answer waits for the file comparison before it relies on commits alone. */
export const freshnessDeadlineMs = 150;

export async function indexStatusOf(
  service: Service,
  project: ActiveProject,
  index: ProjectIndex,
  wanted?: string,
): Promise<IndexStatus> {
  const head = await project.head();
  const ref = wanted === undefined ? project.defaultRef(index, head) : index.refs.find(({ name }) => name === wanted);
  const indexing = await indexingStatus(service, project, index);
  const freshness = ref && (await project.freshness.ofAnswer(index.open, ref, head, wanted, freshnessDeadlineMs));
  return {
    freshness: freshnessStatus(freshness, hasJob(service, project, index)),
    indexing,
    schema: index.schema,
    ref: wanted ?? ref?.name ?? head?.name ?? 'live',
    changed: freshness?.changed ?? [],
  };
}

/** Without a ref to compare, an index counts as stale. */
export function freshnessStatus(freshness: RefFreshness | undefined, isSyncing: boolean): IndexStatus['freshness'] {
  if (freshness?.verdict === 'fresh') return 'fresh';
  return isSyncing ? 'syncing' : 'stale';
}

export function hasJob(service: Service, project: ActiveProject, index: ProjectIndex): boolean {
  return index.activeJob !== undefined || service.jobs.isStarting(project.workspace.projectId);
}

async function indexingStatus(
  service: Service,
  project: ActiveProject,
  index: ProjectIndex,
): Promise<IndexStatus['indexing']> {
  if (index.schema === 'compatible') {
    service.jobs.hasIndex(project.workspace.root);
    return 'ready';
  }
  if (hasJob(service, project, index)) return 'indexing';
  if (index.schema === 'reindex_required' || index.schema === 'corrupt_manifest') return 'failed';
  return (await firstFailure(service, project, index)) === undefined ? 'not_indexed' : 'failed';
}

export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** Returns why the last attempt to build the first index failed; undefined if it did not fail or a ref is published. */
export async function firstFailure(
  service: Service,
  project: ActiveProject,
  index: ProjectIndex,
): Promise<Failure | undefined> {
  if (index.refs.length > 0) return undefined;
  const own = service.jobs.lastFailure(project.workspace.root);
  if (own !== undefined) return own;
  const [last] = (await index.open?.store.jobs(1)) ?? [];
  if (last?.status !== 'failed') return undefined;
  return { code: last.errorCode ?? 'internal_error', message: last.errorMessage ?? 'The index job failed.' };
}

/** A project with its index and status, for the tools that report on the index itself. */
export interface ProjectStatus {
  readonly project: ActiveProject;
  readonly index: ProjectIndex;
  readonly status: IndexStatus;
  readonly ref: RefRecord | undefined;
  /** Like `status.indexing`, but `indexing` whenever a job runs. */
  readonly activity: IndexStatus['indexing'];
  /** Why the index cannot be read now; the other fields then say nothing about it. */
  readonly fault?: CodedError;
}

/** Like `projectStatus`, for reports on several projects: an index that cannot be read does not hide the others. */
export async function statusOrFault(service: Service, project: ActiveProject): Promise<ProjectStatus> {
  try {
    return await projectStatus(service, project);
  } catch (thrown) {
    const fault = toCodedError(thrown);
    const inspection = { status: 'not_indexed', requiredSchemaVersion: schemaVersion, message: fault.message } as const;
    const activity = isBeingChecked(thrown) ? 'indexing' : 'failed';
    const status = { ...unknownStatus, indexing: activity } as const;
    const index = { inspection, schema: inspection.status, refs: [] };
    return { project, index, status, ref: undefined, activity, fault };
  }
}

export async function projectStatus(service: Service, project: ActiveProject, wanted?: string): Promise<ProjectStatus> {
  const index = await project.index();
  const status = await indexStatusOf(service, project, index, wanted);
  const ref = index.refs.find(({ name }) => name === status.ref);
  const activity = hasJob(service, project, index) ? 'indexing' : status.indexing;
  return { project, index, status, ref, activity };
}
