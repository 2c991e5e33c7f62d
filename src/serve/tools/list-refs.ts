/** `list_refs`: the refs that can be queried without indexing them first, with their freshness and size. */

import { freshnessDeadlineMs, projectStatus } from '../../project/index-status.ts';
import { freshnessText, type ListedRef, listedRefs, refStatuses } from '../../project/refs/listed-refs.ts';
import { maxTokensParameter } from '../../query/parameters/shared-parameters.ts';
import type { Answer } from '../../query/shapes/answer.ts';
import { refLine } from '../../render/ref-line.ts';
import { type Rendered, warningsOf } from '../../render/rendering.ts';
import { neededProject } from './query-tool.ts';
import { formatParameter, readsOnly, type ToolRow, workspaceParameter } from './tool.ts';

interface ListRefsAnswer extends Answer {
  readonly refs: readonly ListedRef[];
}

export const listRefs: ToolRow = {
  name: 'list_refs',
  title: 'List indexed refs',
  description:
    'The indexed branches, tags and commits, with commit, freshness and size (own_bytes: source that no other ref has). Any tool takes them as ref.',
  parameters: {
    workspace: workspaceParameter,
    format: formatParameter,
    max_tokens: maxTokensParameter(4000),
  },
  cuts: { lists: [[{ at: 'refs' }]], narrowedBy: [] },
  example: {},
  annotations: readsOnly,
  project: 'needed',
  render: (answer) => linesOf(answer as ListRefsAnswer),
  answer: async (call): Promise<ListRefsAnswer> => {
    const project = neededProject(call);
    const found = await projectStatus(call.service, project);
    const { index } = found;
    call.status = found.status;
    const queued = await call.service.jobs.queued(project, index);
    const statuses = await refStatuses(project, index, await project.head(), freshnessDeadlineMs);
    const refs = await listedRefs(statuses, index.open?.store, [index.activeJob?.ref, queued?.ref]);
    return {
      refs,
      metadata: {
        result_completeness: index.schema === 'compatible' ? 'complete' : 'partial',
        ...(refs.length > 0 ? {} : { warnings: [emptyText(found.activity)] }),
      },
    };
  },
};

function emptyText(activity: string): string {
  return activity === 'indexing'
    ? 'No ref is indexed yet; index_status shows the progress.'
    : 'No ref is indexed; index_repo starts it.';
}

function linesOf(answer: ListRefsAnswer): Rendered {
  return { lines: answer.refs.map((ref) => refLine(ref, freshnessText(ref))), warnings: warningsOf(answer) };
}
