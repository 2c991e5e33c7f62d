/** A query tool asks a published ref: chooses it, judges its freshness by the policy of the call, and hands over to the query. */
import { CodedError, type Remedy } from '../../errors.ts';
import type { ActiveProject, IndexState, RefFreshness } from '../../project/active-project.ts';
import { refNotIndexed } from '../../project/active-project.ts';
import { firstFailure, freshnessDeadlineMs, freshnessStatus, hasJob } from '../../project/index-status.ts';
import { incompatible, type Service } from '../../project/service.ts';
import type { Answer } from '../../query/shapes/answer.ts';
import type { ParametersOf, ParameterTable } from '../../query/shapes/parameters.ts';
import type { ProjectReader, RefView } from '../../query/view/ref-view.ts';
import type { ResolvedRef } from '../../scan/git/repository.ts';
import type { RefRecord } from '../../store/store.ts';
import { freshnessParameter, readsOnly, type ToolCall, type ToolRow, workspaceParameter } from './tool.ts';

export interface QueryRow<T extends ParameterTable> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly parameters: T;
  readonly ask: (view: RefView, request: ParametersOf<T>, defaults: QueryDefaults) => Promise<Answer>;
  /** The ref that is meant, where it is not the parameter of that name. */
  readonly refOf?: (request: ParametersOf<T>) => string | undefined;
  /** The workspace that is meant, where the call names none. */
  readonly workspaceOf?: (sent: unknown) => string | undefined;
  /** The answer as long as nothing is indexed, without its metadata. */
  readonly empty: (request: ParametersOf<T>) => object;
}

/** What the settings say where a call says nothing. */
export interface QueryDefaults {
  readonly ranking_explain_level: 'off' | 'basic' | 'full';
  /** Whether answers show how they were put together. */
  readonly debug: boolean;
}

export function queryTool<T extends ParameterTable>(row: QueryRow<T>): ToolRow {
  const { name, title, description, parameters, ask, refOf, workspaceOf, empty } = row;
  return {
    name,
    title,
    description,
    parameters: { ...parameters, freshness_policy: freshnessParameter, workspace: workspaceParameter },
    annotations: readsOnly,
    project: 'needed',
    ...(workspaceOf === undefined ? {} : { workspaceOf }),
    answer: async (call, values) => {
      const request = values as ParametersOf<T>;
      const { ref, freshness_policy } = values as { ref?: string; freshness_policy?: Policy };
      const project = neededProject(call);
      const { query } = await project.options();
      const policy = freshness_policy ?? query.freshnessPolicy;
      const found = await chooseRef(call, project, refOf?.(request) ?? ref, policy);
      if (found === undefined) return { ...empty(request), metadata: { result_completeness: 'partial' } };
      const defaults = { ranking_explain_level: query.rankingExplainLevel, debug: call.service.options.debug };
      return found.reader.view(found.ref.name, (view) => ask(view, request, defaults));
    },
  };
}

export type Policy = 'strict' | 'balanced' | 'best_effort';

export function neededProject(call: ToolCall): ActiveProject {
  if (call.project === undefined) throw new Error('A query was called without a project.');
  return call.project;
}

/** The ref to ask, or nothing if the first index is still to come. Sets the standing of the call. */
export async function chooseRef(
  call: ToolCall,
  project: ActiveProject,
  asked: string | undefined,
  policy: Policy,
): Promise<{ ref: RefRecord; reader: ProjectReader } | undefined> {
  const { service } = call;
  const state = await project.state();
  const head = await project.head();
  if (state.schema === 'not_indexed') {
    await beforeFirstIndex(call, project, state, head, asked, policy);
    return undefined;
  }
  if (state.open === undefined) {
    call.standing = {
      freshness: 'stale',
      indexing: 'failed',
      schema: state.schema,
      ref: asked ?? head?.name ?? 'live',
    };
    throw incompatible(state.inspection.message, state.schema);
  }
  const ref = asked === undefined ? project.defaultRef(state, head) : await project.refNamed(state, asked);
  if (ref === undefined) throw refNotIndexed(asked ?? 'live', state.refs);
  const freshness = await judge(call, project, state, ref, head, asked, policy);
  call.standing = {
    freshness: freshnessStatus(service, project, state, freshness),
    indexing: 'ready',
    schema: state.schema,
    ref: ref.name,
  };
  if (!freshness.fresh && policy === 'strict') throw stale(ref, freshness, head);
  if (!freshness.fresh && policy === 'balanced' && head !== undefined && !hasJob(service, project, state)) {
    const isElsewhere = asked !== undefined && ref.name !== head.name;
    service.jobs.startInBackground(project, {
      operation: 'sync',
      force: false,
      ...(isElsewhere ? { ref: ref.name } : {}),
    });
  }
  return { ref, reader: state.open.reader };
}

async function judge(
  call: ToolCall,
  project: ActiveProject,
  state: IndexState,
  ref: RefRecord,
  head: ResolvedRef | undefined,
  asked: string | undefined,
  policy: Policy,
): Promise<RefFreshness> {
  if (head === undefined) {
    call.warnings.push(`${project.workspace.root} cannot be read; this is what was indexed of it.`);
    return { fresh: false, exact: false };
  }
  if (asked === undefined && head.name !== ref.name) {
    call.warnings.push(`The checked-out ref ${head.name} is not indexed yet; this is the answer of ${ref.name}.`);
    return { fresh: false, exact: true, ...(head.commit === undefined ? {} : { currentCommit: head.commit }) };
  }
  const deadline = policy === 'strict' ? Number.POSITIVE_INFINITY : freshnessDeadlineMs;
  const freshness = await project.freshness(state, ref, head, deadline);
  if (freshness.fresh && !freshness.exact) {
    call.warnings.push('The files are still being compared with the index; the latest edits may be missing.');
  }
  return freshness;
}

/** Sets the standing of a project that has no index yet, starts the first one if the policy says so, or refuses. */
async function beforeFirstIndex(
  call: ToolCall,
  project: ActiveProject,
  state: IndexState,
  head: ResolvedRef | undefined,
  asked: string | undefined,
  policy: Policy,
): Promise<void> {
  const { service } = call;
  const ref = asked ?? head?.name ?? 'live';
  const standing = { freshness: 'stale', indexing: 'not_indexed', schema: state.schema, ref } as const;
  const starting = { ...standing, freshness: 'syncing', indexing: 'indexing' } as const;
  call.standing = standing;
  const isHead = asked === undefined || asked === 'HEAD' || asked === head?.name;
  if (!isHead) throw refNotIndexed(asked, state.refs);
  if (hasJob(service, project, state)) {
    call.standing = starting;
    if (policy === 'strict')
      throw notReady('The first index is being built.', { agent: 'Call again when index_status says "ready".' });
    return;
  }
  const failure = await firstFailure(service, project, state);
  if (failure !== undefined) {
    call.standing = { ...standing, indexing: 'failed' };
    throw notReady(`The first indexing failed: ${failure.message}`, undefined, { cause: failure.code });
  }
  if (policy === 'strict') throw notReady('The project is not indexed yet.');
  if (policy === 'best_effort' || head === undefined) return;
  startFirstIndex(service, project);
  call.standing = starting;
}

export function startFirstIndex(service: Service, project: ActiveProject): void {
  service.jobs.startInBackground(project, { operation: 'index', force: false });
}

function notReady(message: string, remediation?: Remedy, data?: Record<string, unknown>): CodedError {
  return new CodedError('index_not_ready', message, {
    ...(remediation === undefined ? {} : { remediation }),
    ...(data === undefined ? {} : { data }),
  });
}

function stale(ref: RefRecord, { currentCommit }: RefFreshness, head: ResolvedRef | undefined): CodedError {
  const current = currentCommit ?? head?.commit;
  const why =
    current === ref.commit ? 'Files have changed since it was built.' : 'Last indexed commit does not match HEAD.';
  return new CodedError('index_stale', `Index is stale. ${why} Run sync_repo to refresh.`, {
    data: {
      ...(ref.commit === undefined ? {} : { last_indexed_commit: ref.commit }),
      ...(current === undefined ? {} : { current_head: current }),
      suggestion: 'Call sync_repo to update the index before querying.',
    },
  });
}
