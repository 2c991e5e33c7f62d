/** The tools that change the index. Each starts a job and answers as soon as the job is running. */

import type { ActiveProject } from '../../project/active-project.ts';
import { indexStatusOf } from '../../project/index-status.ts';
import type { BegunJob, JobSpec } from '../../project/jobs.ts';
import { maxTokensParameter, refParameter } from '../../query/parameters/shared-parameters.ts';
import { jobInProgress, progressTokenOf, wireMode } from './job-shape.ts';
import { neededProject } from './query-tool.ts';
import { changesIndex, formatParameter, type ToolCall, type ToolRow, workspaceParameter } from './tool.ts';

export const indexRepo = jobTool({
  name: 'index_repo',
  title: 'Index a repository',
  description:
    'Start indexing the working tree (with uncommitted edits) or another ref. Returns at once with a job id; follow it with index_status. Unchanged files are reused.',
  force: 'Parse every file again; also replaces an incompatible index',
  operation: 'index',
  counted: 'file_count',
});

export const syncRepo = jobTool({
  name: 'sync_repo',
  title: 'Sync the index',
  description:
    'Update the index after edits, new commits or a branch switch. Returns at once with a job id. Use it when freshness_status is "stale".',
  force: 'Parse every file again',
  operation: 'sync',
  counted: 'changed_files',
});

interface JobTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly force: string;
  readonly operation: 'index' | 'sync';
  /** The answer field for the number of files, `null` until it is known. */
  readonly counted: 'file_count' | 'changed_files';
}

function jobTool({ name, title, description, force, operation, counted }: JobTool): ToolRow {
  return {
    name,
    title,
    description,
    parameters: {
      force: { type: 'flag', default: false, description: force },
      ref: refParameter,
      workspace: workspaceParameter,
      format: formatParameter,
      max_tokens: maxTokensParameter(1000),
    },
    cuts: { lists: [], narrowedBy: [] },
    example: {},
    annotations: changesIndex,
    project: 'starts',
    answer: async (call, values) => {
      const { ref, force: forced } = values as { ref?: string; force: boolean };
      const begun = await start(call, { operation, force: forced }, ref);
      return 'running' in begun ? runningAnswer(begun.running, counted) : endedAnswer(begun.ended, counted);
    },
  };
}

/** The ref is resolved first, so that one that git does not know costs no process. */
async function start(call: ToolCall, job: JobSpec, asked: string | undefined): Promise<BegunJob> {
  const project = neededProject(call);
  const spec = asked === undefined ? job : { ...job, ref: (await project.resolve(asked, call.signal)).name };
  call.signal?.throwIfAborted();
  let jobId: string | undefined;
  const observer = call.listen?.(() => jobId, project);
  const begun = await call.service.jobs.start(project, spec, observer);
  if ('conflict' in begun) throw jobInProgress(begun.conflict, { ...spec, ref: await refMeant(project, spec) });
  jobId = 'running' in begun ? begun.running.id : begun.ended.jobId;
  if ('running' in begun && begun.running.status === 'queued') observer?.onQueued?.();
  if ('ended' in begun) for (const warning of begun.ended.warnings) call.warnings.push(warning);
  const index = await project.index();
  const ref = 'running' in begun ? begun.running.ref : begun.ended.ref;
  const status = await indexStatusOf(call.service, project, index, ref);
  call.status = 'running' in begun ? { ...status, freshness: 'syncing', indexing: 'indexing' } : status;
  return begun;
}

/** The name of the ref that the job would index. */
async function refMeant(project: ActiveProject, { ref }: JobSpec): Promise<string> {
  return ref ?? (await project.head())?.name ?? 'live';
}

type Running = Extract<BegunJob, { running: unknown }>['running'];
type Ended = Extract<BegunJob, { ended: unknown }>['ended'];

function runningAnswer(job: Running, counted: JobTool['counted']) {
  const { filesScanned, stage } = job.progress;
  const files = counted === 'file_count' && stage !== 'discovery' ? filesScanned : null;
  return {
    job_id: job.id,
    progress_token: progressTokenOf(job.id),
    status: job.status === 'queued' ? 'queued' : 'running',
    mode: wireMode(job.mode),
    [counted]: files,
    metadata: { result_completeness: 'partial' as const },
  };
}

function endedAnswer(summary: Ended, counted: JobTool['counted']) {
  return {
    job_id: summary.jobId,
    progress_token: progressTokenOf(summary.jobId),
    status: 'published',
    mode: wireMode(summary.mode),
    [counted]: counted === 'file_count' ? summary.indexed : summary.changed,
    metadata: { result_completeness: 'complete' as const },
  };
}
