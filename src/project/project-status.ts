/** The state of a project as `index_status`, `health_check` and `GET /health` tell it. */
import type { RefRecord } from '../store/store.ts';
import type { ActiveProject, IndexState } from './active-project.ts';
import { hasJob, indexStatusOf } from './index-status.ts';
import type { IndexStatus } from './metadata.ts';
import type { Service } from './service.ts';

export interface ProjectStatus {
  readonly project: ActiveProject;
  readonly state: IndexState;
  readonly standing: IndexStatus;
  readonly ref: RefRecord | undefined;
  /** The word of the index tools; `stale` and `error` are those of health. */
  readonly indexStatus: 'not_indexed' | 'indexing' | 'ready' | 'failed';
}

export async function projectStatus(service: Service, project: ActiveProject, wanted?: string): Promise<ProjectStatus> {
  const state = await project.state();
  const standing = await indexStatusOf(service, project, state, wanted);
  const ref = state.refs.find(({ name }) => name === standing.ref);
  const indexStatus = hasJob(service, project, state) ? 'indexing' : standing.indexing;
  return { project, state, standing, ref, indexStatus };
}

/** What the status tools have in common. */
export function statusShape({ project, state, standing, ref, indexStatus }: ProjectStatus): Record<string, unknown> {
  const { projectId, root } = project.workspace;
  return {
    project_id: projectId,
    repo_root: root,
    index_status: indexStatus,
    schema_status: state.schema,
    current_schema_version: state.inspection.currentSchemaVersion ?? null,
    required_schema_version: state.inspection.requiredSchemaVersion,
    last_indexed_at: ref?.publishedAt ?? null,
    ref: standing.ref,
    file_count: ref?.fileCount ?? 0,
    symbol_count: ref?.symbolCount ?? 0,
  };
}

/** In the words of health, an index that answers and is behind is `stale`, and one that cannot be used is an `error`. */
export function healthWord({ indexStatus, standing }: ProjectStatus): string {
  if (indexStatus === 'failed') return 'error';
  return indexStatus === 'ready' && standing.freshness === 'stale' ? 'stale' : indexStatus;
}
