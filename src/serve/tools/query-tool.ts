/**
 * A query tool answers from a published ref, which the freshness policy of the call selects; from a live view if
 * nothing is indexed yet.
 */
import type { ActiveProject } from '../../project/active-project.ts';
import { askSettingsOf } from '../../project/ask-settings.ts';
import { chooseRef, type FreshnessPolicy } from '../../project/freshness/freshness-policy.ts';
import { compareRefs } from '../../project/refs/compared-call.ts';
import { needsWholeRef, unindexedRef } from '../../project/refs/unindexed-ref.ts';
import type { Answer } from '../../query/shapes/answer.ts';
import type { Capability, OneRefCapability, TwoRefCapability } from '../../query/tools/capability.ts';
import type { Renderer } from '../../render/rendering.ts';
import { answerLive } from './live-answer.ts';
import {
  formatParameter,
  freshnessParameter,
  readsOnly,
  type ToolCall,
  type ToolRow,
  workspaceParameter,
} from './tool.ts';

/** Returns the tool of a capability that reads one ref. */
export function queryTool(row: OneRefCapability, render: Renderer): ToolRow {
  const { workspaceOf } = row;
  return {
    ...descriptionOf(row),
    render,
    ...(workspaceOf === undefined ? {} : { workspaceOf }),
    project: 'starts',
    answer: async (call, request) => {
      const { ref, freshness_policy, workspace } = request as CommonRequest;
      const project = neededProject(call);
      const { query } = await project.options();
      const policy = freshness_policy ?? query.freshnessPolicy;
      const asked = row.refOf?.(request) ?? ref;
      const settings = {
        ...askSettingsOf(query),
        debug: call.service.options.debug,
        forText: call.format === 'text',
        ...(workspace === undefined ? {} : { workspace }),
      };
      const needs = row.live(request);
      const unindexed = asked && (await unindexedRef(call, project, asked, policy, needsWholeRef(needs)));
      if (unindexed)
        return withWorkspace(await answerLive(call, project, row, request, settings, unindexed), workspace);
      const found = await chooseRef(call, project, asked, policy, needs);
      const answer =
        found === undefined
          ? await answerLive(call, project, row, request, settings)
          : await found.reader.view(found.ref, (view) => row.answer(view, request, settings), call.signal);
      return withWorkspace(answer, workspace);
    },
  };
}

interface CommonRequest {
  readonly ref?: string;
  readonly freshness_policy?: FreshnessPolicy;
  readonly workspace?: string;
}

/** Adds the workspace of the call to the calls that the answer suggests, which would go to the default one. */
function withWorkspace(answer: Answer, workspace: string | undefined): Answer {
  const { suggested_next_actions: actions } = answer as { suggested_next_actions?: readonly object[] };
  if (workspace === undefined || actions === undefined) return answer;
  return { ...answer, suggested_next_actions: actions.map((action) => ({ ...action, workspace })) } as Answer;
}

/** Returns the description of a capability for clients. Adds the parameters for freshness policy and workspace. */
export function descriptionOf({
  name,
  title,
  description,
  parameters,
  cuts,
  example,
  takesSeveral,
}: Capability): Omit<ToolRow, 'answer'> {
  return {
    name,
    title,
    description,
    parameters: {
      ...parameters,
      format: formatParameter,
      freshness_policy: freshnessParameter,
      workspace: workspaceParameter,
    },
    cuts,
    example,
    ...(takesSeveral === undefined ? {} : { takesSeveral }),
    annotations: readsOnly,
    project: 'needed',
  };
}

export function neededProject(call: ToolCall): ActiveProject {
  if (call.project === undefined) throw new Error('A query was called without a project.');
  return call.project;
}

/** A tool that compares two named refs. A ref that is not indexed is read from git, except under `strict`. */
export function twoRefTool(row: TwoRefCapability, render: Renderer): ToolRow {
  return {
    ...descriptionOf(row),
    render,
    answer: async (call, request) => {
      const { freshness_policy } = request as { freshness_policy?: FreshnessPolicy };
      const project = neededProject(call);
      const { query } = await project.options();
      const policy = freshness_policy ?? query.freshnessPolicy;
      const subject = row.subjectOf(request, project.workspace.root);
      return compareRefs(call, project, row.refsOf(request), subject, policy, (base, head) =>
        row.answer(base, head, request),
      );
    },
  };
}
