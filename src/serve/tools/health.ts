/** The health of the server and its projects, for `health_check` and `GET /health`. */

import { type CodedError, toCodedError } from '../../errors.ts';
import type { ActiveProject } from '../../project/active-project.ts';
import { type ProjectStatus, statusOrFault } from '../../project/index-status.ts';
import type { Service } from '../../project/service.ts';
import { maxTokensParameter } from '../../query/parameters/shared-parameters.ts';
import type { Answer } from '../../query/shapes/answer.ts';
import { schemaVersion } from '../../store/sqlite/schema.ts';
import type { StoreReader } from '../../store/store.ts';
import { statusShape, versionsShape } from './index-status.ts';
import { activeJobShape, recoveryReport } from './job-shape.ts';
import { formatParameter, readsOnly, type ToolCall, type ToolRow, workspaceParameter } from './tool.ts';

export const healthCheck: ToolRow = {
  name: 'health_check',
  title: 'Health check',
  description:
    'Show the status of the server and its projects (ready, warming, indexing, error), versions and running jobs.',
  parameters: { workspace: workspaceParameter, format: formatParameter, max_tokens: maxTokensParameter(4000) },
  cuts: {
    lists: [[{ at: 'grammars.available', keep: 0 }], [{ at: 'workspace_warmset.members' }, { at: 'projects' }]],
    details: ['startup_checks', 'grammars', 'workspace_warmset', 'interrupted_recovery_report', 'active_job'],
    narrowedBy: ['workspace'],
  },
  example: {},
  annotations: readsOnly,
  project: 'optional',
  answer: async (call, values) => {
    const { service, project } = call;
    const { workspace } = values as { workspace?: string };
    const asked = workspace !== undefined && project !== undefined ? [project] : undefined;
    return withStatuses(service, asked, (statuses, fault) => healthAnswer(call, statuses, fault));
  },
};

async function healthAnswer(
  call: ToolCall,
  statuses: readonly ProjectStatus[],
  fault: CodedError | undefined,
): Promise<Answer> {
  const { service, project } = call;
  const own = statuses.find((status) => status.project === project) ?? statuses[0];
  if (own !== undefined) call.status = own.status;
  const open = own?.index.open;
  const ftsOk = await answers(open?.store);
  // Imported here because only this tool needs the grammar names.
  const { grammarNames } = await import('../../indexing/workers/grammar-names.ts');
  return {
    status: serverStatus(service, statuses, fault),
    version: service.options.version,
    uptime_seconds: service.uptimeSeconds(),
    tantivy_ok: ftsOk,
    fts_ok: ftsOk,
    sqlite_ok: fault === undefined && own?.fault === undefined && own?.index.schema !== 'corrupt_manifest',
    grammars: grammarNames(),
    active_job: await activeJob(service, statuses),
    // Unknown if it cannot be read, which the status of the project says.
    interrupted_recovery_report: recoveryReport((await open?.store.interruptedJobs().catch(() => [])) ?? []) ?? null,
    workspace_warmset: warmsetShape(service),
    prewarm_status: service.prewarmStatus,
    startup_checks: { index: startupCheck(own) },
    projects: statuses.map((status) => ({
      ...healthShape(status),
      freshness_status: status.status.freshness,
    })),
    metadata: { result_completeness: 'complete' },
  } as Answer;
}

/** The body of `GET /health`. */
export async function healthReport(service: Service): Promise<Record<string, unknown>> {
  return withStatuses(service, undefined, async (statuses, fault) => ({
    status: serverStatus(service, statuses, fault),
    projects: statuses.map(healthShape),
    version: service.options.version,
    uptime_seconds: service.uptimeSeconds(),
    workspace_warmset: warmsetShape(service),
    ...(fault && { error: errorShape(fault) }),
  }));
}

/**
 * Passes the statuses of these projects, or of all, to `use`; with a fault if the registry cannot be read, which lists
 * them. Their indexes stay open until `use` returns.
 */
async function withStatuses<Result>(
  service: Service,
  asked: readonly ActiveProject[] | undefined,
  use: (statuses: readonly ProjectStatus[], fault?: CodedError) => Promise<Result>,
): Promise<Result> {
  let projects: readonly ActiveProject[];
  try {
    projects = asked ?? (await service.served());
  } catch (thrown) {
    return use([], toCodedError(thrown));
  }
  const held = projects.map((project) => project.hold());
  try {
    return await use(await Promise.all(projects.map((project) => statusOrFault(service, project))));
  } finally {
    for (const leave of held) leave();
  }
}

/**
 * `error` over `warming` over `indexing` over `ready`. The contract has no word for a project without an index. It is not
 * ready and has not failed; answers are partial, as while indexing, which the first call starts.
 */
function serverStatus(service: Service, statuses: readonly ProjectStatus[], fault: CodedError | undefined): string {
  if (fault !== undefined) return 'error';
  if (statuses.some(({ activity }) => activity === 'failed')) return 'error';
  if (service.prewarmStatus === 'running' || service.prewarmStatus === 'pending') return 'warming';
  return statuses.every(({ activity }) => activity === 'ready') ? 'ready' : 'indexing';
}

function errorShape({ code, message, remediation }: CodedError): object {
  return { code, message, remediation };
}

function healthShape(status: ProjectStatus): Record<string, unknown> {
  const { fault } = status;
  return { ...statusShape(status), index_status: healthWord(status), ...(fault && { error: errorShape(fault) }) };
}

/**
 * An index that answers but is out of date is `stale`, and an unusable one is an `error`. A project without an index is
 * `stale` too; `schema_status` tells them apart.
 */
function healthWord({ activity, status }: ProjectStatus): string {
  if (activity === 'failed') return 'error';
  if (activity === 'indexing') return 'indexing';
  return activity === 'ready' && status.freshness !== 'stale' ? 'ready' : 'stale';
}

/** A running job, else one that waits. */
async function activeJob(service: Service, statuses: readonly ProjectStatus[]): Promise<object | null> {
  const running = statuses.find(({ index }) => index.activeJob !== undefined);
  if (running !== undefined) return activeJobShape(running.project.workspace.projectId, running.index.activeJob);
  for (const { project, index } of statuses) {
    const queued = await service.jobs.queued(project, index);
    if (queued !== undefined) return activeJobShape(project.workspace.projectId, queued);
  }
  return null;
}

function warmsetShape({ options, warmset, prewarmStatus }: Service): object {
  return { enabled: prewarmStatus !== 'disabled', capacity: options.warmsetCapacity, members: warmset };
}

function startupCheck(status: ProjectStatus | undefined): object {
  const { inspection, schema } = status?.index ?? {};
  return {
    status: schema ?? 'not_indexed',
    ...versionsShape(inspection ?? { requiredSchemaVersion: schemaVersion }),
    message: inspection?.message ?? null,
  };
}

/** Whether the full-text index answers a query. True if there is no index yet. */
async function answers(store: StoreReader | undefined): Promise<boolean> {
  try {
    await store?.holders('name', ['main'], 1);
    return true;
  } catch {
    return false;
  }
}
