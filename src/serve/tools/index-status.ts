/** `index_status`: the indexed refs, the running job and the recent jobs. */

import { type ProjectStatus, projectStatus } from '../../project/index-status.ts';
import { maxTokensParameter, refParameter } from '../../query/parameters/shared-parameters.ts';
import { activeJobShape, recentJobShape, recoveryReport } from './job-shape.ts';
import { neededProject } from './query-tool.ts';
import { formatParameter, readsOnly, type ToolRow, workspaceParameter } from './tool.ts';

const maxRecentJobs = 10;

export const indexStatus: ToolRow = {
  name: 'index_status',
  title: 'Index status',
  description:
    'Show what is indexed (refs, files, symbols), the progress of a running job, and recent jobs. Use it to follow index_repo and sync_repo.',
  parameters: {
    ref: refParameter,
    workspace: workspaceParameter,
    format: formatParameter,
    max_tokens: maxTokensParameter(4000),
  },
  cuts: { lists: [[{ at: 'recent_jobs' }], [{ at: 'indexed_refs' }]], details: ['active_job'], narrowedBy: [] },
  example: {},
  annotations: readsOnly,
  project: 'needed',
  answer: async (call, values) => {
    const project = neededProject(call);
    const { ref: wanted } = values as { ref?: string };
    const before = await project.index();
    const queued = await call.service.jobs.queued(project, before);
    const meant = wanted === undefined ? undefined : await refMeant();
    const found = await projectStatus(call.service, project, meant);
    const { index } = found;
    call.status = found.status;
    const store = index.open?.store;
    const recent = (await store?.jobs(maxRecentJobs)) ?? [];
    const report = recoveryReport((await store?.interruptedJobs()) ?? []);
    return {
      ...statusShape(found),
      indexed_refs: index.refs.map(({ name, commit, publishedAt }) => ({
        ref: name,
        commit: commit ?? null,
        last_indexed_at: publishedAt,
      })),
      active_job: activeJobShape(project.workspace.projectId, index.activeJob ?? queued),
      recent_jobs: recent.map(recentJobShape),
      ...(report === undefined ? {} : { interrupted_recovery_report: report }),
      metadata: { result_completeness: index.schema === 'compatible' ? 'complete' : 'partial' },
    };

    /** The checked-out ref and a ref that is being indexed have a status even before they are published. */
    async function refMeant(): Promise<string> {
      const head = await project.head();
      const refs = [head?.name, before.activeJob?.ref, queued?.ref];
      if (refs.includes(wanted)) return wanted as string;
      if (wanted === 'HEAD' && head !== undefined) return head.name;
      return (await project.refNamed(before, wanted as string)).name;
    }
  },
};

/** The contract has integers here. No index has version 0, so it means that there is none, or that it is unreadable. */
export function versionsShape(found: { currentSchemaVersion?: number; requiredSchemaVersion: number }) {
  return {
    current_schema_version: found.currentSchemaVersion ?? 0,
    required_schema_version: found.requiredSchemaVersion,
  };
}

/** The fields that `index_status` and `health_check` share. */
export function statusShape({ project, index, status, ref, activity }: ProjectStatus): Record<string, unknown> {
  const { projectId, root } = project.workspace;
  return {
    project_id: projectId,
    repo_root: root,
    index_status: activity,
    schema_status: index.schema,
    ...versionsShape(index.inspection),
    ...(ref === undefined ? {} : { last_indexed_at: ref.publishedAt }),
    ref: status.ref,
    file_count: ref?.fileCount ?? 0,
    symbol_count: ref?.symbolCount ?? 0,
  };
}
