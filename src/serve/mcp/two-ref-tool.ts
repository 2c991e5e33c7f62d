/** A tool that asks two refs, both by name, as they are at one moment. */

import { refNotIndexed } from '../../project/active-project.ts';
import type { TwoRefCapability } from '../../query/tools/capability.ts';
import { chooseRef, descriptionOf, neededProject, type Policy } from './query-tool.ts';
import type { ToolRow } from './tool.ts';

export function twoRefTool(row: TwoRefCapability): ToolRow {
  return {
    ...descriptionOf(row),
    answer: async (call, request) => {
      const { freshness_policy } = request as { freshness_policy?: Policy };
      const asked = row.refsOf(request);
      const project = neededProject(call);
      const { query } = await project.options();
      const state = await project.state();
      // Both refs were asked for by name, so no other ref answers for one that is not indexed.
      if (state.schema === 'not_indexed') throw refNotIndexed(asked.base, state.refs);
      const head = await chooseRef(call, project, asked.head, freshness_policy ?? query.freshnessPolicy);
      const base = await project.refNamed(state, asked.base);
      if (head === undefined) throw refNotIndexed(asked.head, state.refs);
      return head.reader.viewBoth([base.name, head.ref.name], (before, after) => row.answer(before, after, request));
    },
  };
}
