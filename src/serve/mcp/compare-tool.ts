/** `compare_symbol_between_commits`: the one tool that asks two refs, as they stand at one moment. */

import { refNotIndexed } from '../../project/active-project.ts';
import type { ParametersOf } from '../../query/parameters/parameters.ts';
import { compareSymbol, compareSymbolParameters } from '../../query/tools/compare-symbol.ts';
import { chooseRef, neededProject, type Policy } from './query-tool.ts';
import { freshnessParameter, readsOnly, type ToolRow, workspaceParameter } from './tool.ts';

type Request = ParametersOf<typeof compareSymbolParameters> & { readonly freshness_policy?: Policy };

export const compareSymbols: ToolRow = {
  name: 'compare_symbol_between_commits',
  title: 'Compare a symbol between refs',
  description:
    'How a symbol changed between two indexed refs: signature, body, lines, added or deleted; follows moved files. Index a ref first with index_repo.',
  parameters: { ...compareSymbolParameters, freshness_policy: freshnessParameter, workspace: workspaceParameter },
  annotations: readsOnly,
  project: 'needed',
  answer: async (call, values) => {
    const request = values as unknown as Request;
    const project = neededProject(call);
    const { query } = await project.options();
    const state = await project.state();
    // Both refs were asked for by name, so nothing stands in for one that is not indexed.
    if (state.schema === 'not_indexed') throw refNotIndexed(request.base_ref, state.refs);
    const head = await chooseRef(call, project, request.head_ref, request.freshness_policy ?? query.freshnessPolicy);
    const base = await project.refNamed(state, request.base_ref);
    if (head === undefined) throw refNotIndexed(request.head_ref, state.refs);
    return head.reader.viewBoth([base.name, head.ref.name], (before, after) => compareSymbol(before, after, request));
  },
};
