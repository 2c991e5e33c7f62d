/** A query tool asks a published ref: the one that the freshness policy of the call chooses. */
import type { ActiveProject } from '../../project/active-project.ts';
import { chooseRef, type FreshnessPolicy } from '../../project/freshness/freshness-policy.ts';
import type { Answer } from '../../query/shapes/answer.ts';
import type { ParametersOf, ParameterTable } from '../../query/shapes/parameters.ts';
import type { RefView } from '../../query/view/ref-view.ts';
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
      const { ref, freshness_policy } = values as { ref?: string; freshness_policy?: FreshnessPolicy };
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

export function neededProject(call: ToolCall): ActiveProject {
  if (call.project === undefined) throw new Error('A query was called without a project.');
  return call.project;
}
