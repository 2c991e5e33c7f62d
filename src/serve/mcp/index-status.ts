/** `index_status`: what is indexed, what runs, and what was done lately. */

import { projectStatus, statusShape } from '../../project/project-status.ts';
import { refParameter } from '../../query/parameters/shared-parameters.ts';
import { activeJobShape, recentJobShape, recoveryReport } from './job-shape.ts';
import { neededProject } from './query-tool.ts';
import { readsOnly, type ToolRow, workspaceParameter } from './tool.ts';

const maxRecentJobs = 10;

export const indexStatus: ToolRow = {
  name: 'index_status',
  title: 'Index status',
  description:
    'What is indexed (refs, files, symbols), how far a running job is, and recent jobs. Use it to follow index_repo and sync_repo.',
  parameters: { ref: refParameter, workspace: workspaceParameter },
  example: {},
  annotations: readsOnly,
  project: 'needed',
  answer: async (call, values) => {
    const project = neededProject(call);
    const { ref: wanted } = values as { ref?: string };
    const before = await project.state();
    const meant = wanted === undefined ? undefined : await refMeant();
    const status = await projectStatus(call.service, project, meant);
    const { state, standing } = status;
    call.standing = standing;
    const store = state.open?.store;
    const recent = (await store?.jobs(maxRecentJobs)) ?? [];
    const report = recoveryReport((await store?.interruptedJobs()) ?? []);
    return {
      ...statusShape(status),
      indexed_refs: state.refs.map(({ name, commit, publishedAt }) => ({
        ref: name,
        commit: commit ?? null,
        last_indexed_at: publishedAt,
      })),
      active_job: activeJobShape(project.workspace.projectId, state.activeJob),
      recent_jobs: recent.map(recentJobShape),
      ...(report === undefined ? {} : { interrupted_recovery_report: report }),
      metadata: { result_completeness: state.schema === 'compatible' ? 'complete' : 'partial' },
    };

    /** What is checked out, or being indexed for the first time, has a status too. */
    async function refMeant(): Promise<string> {
      const head = await project.head();
      if (wanted === head?.name || wanted === before.activeJob?.ref) return wanted as string;
      if (wanted === 'HEAD' && head !== undefined) return head.name;
      return (await project.refNamed(before, wanted as string)).name;
    }
  },
};
