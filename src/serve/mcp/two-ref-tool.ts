/** A tool that reads two named refs in one snapshot. */

import { chooseRef, type FreshnessPolicy } from '../../project/freshness/freshness-policy.ts';
import type { TwoRefCapability } from '../../query/tools/capability.ts';
import { refNotIndexed } from '../../query/view/ref-view.ts';
import { descriptionOf, neededProject } from './query-tool.ts';
import type { ToolRow } from './tool.ts';

export function twoRefTool(row: TwoRefCapability): ToolRow {
  return {
    ...descriptionOf(row),
    answer: async (call, request) => {
      const { freshness_policy } = request as { freshness_policy?: FreshnessPolicy };
      const asked = row.refsOf(request);
      const project = neededProject(call);
      const { query } = await project.options();
      const index = await project.index();
      // Both refs were requested by name, so another ref must not replace one that is not indexed.
      if (index.schema === 'not_indexed') throw refNotIndexed(asked.base, index.refs);
      const head = await chooseRef(call, project, asked.head, freshness_policy ?? query.freshnessPolicy);
      const base = await project.refNamed(index, asked.base);
      if (head === undefined) throw refNotIndexed(asked.head, index.refs);
      return head.reader.viewBoth([base.name, head.ref.name], (before, after) => row.answer(before, after, request));
    },
  };
}
