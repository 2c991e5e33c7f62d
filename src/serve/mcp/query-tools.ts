/** The tools that ask one ref, each a capability of the query layer under the name and in the words that clients see. */

import { isObject } from '../../query/parameters/parameters.ts';
import { callGraph, callGraphParameters } from '../../query/tools/call-graph.ts';
import { codeContext, codeContextParameters } from '../../query/tools/code-context.ts';
import { fileOutline, fileOutlineParameters } from '../../query/tools/file-outline.ts';
import { followupQueries, followupQueriesParameters, previousQuery } from '../../query/tools/followup-queries.ts';
import { locateSymbol, locateSymbolParameters } from '../../query/tools/locate-symbol.ts';
import { relatedSymbols, relatedSymbolsParameters } from '../../query/tools/related-symbols.ts';
import { searchCode, searchCodeParameters } from '../../query/tools/search-code.ts';
import { symbolHierarchy, symbolHierarchyParameters } from '../../query/tools/symbol-hierarchy.ts';
import { queryTool } from './query-tool.ts';
import type { ToolRow } from './tool.ts';

export const queryTools: readonly ToolRow[] = [
  queryTool({
    name: 'search_code',
    title: 'Search code',
    description:
      'Find code by words, an identifier, a path, an error message or a question. Returns ranked symbols, snippets and files with places and ids. Use it when you do not know the exact name.',
    parameters: searchCodeParameters,
    ask: (view, request, { ranking_explain_level, debug }) =>
      searchCode(
        view,
        { ...request, ranking_explain_level: request.ranking_explain_level ?? ranking_explain_level },
        { debug },
      ),
    empty: () => ({ results: [], query_intent: 'natural_language', total_candidates: 0, suggested_next_actions: [] }),
  }),
  queryTool({
    name: 'locate_symbol',
    title: 'Locate a symbol',
    description:
      'Find where a symbol is defined, by name (plain or qualified). Returns file:line, signature and ids, definitions first; near spellings if nothing has the name.',
    parameters: locateSymbolParameters,
    ask: (view, request, { ranking_explain_level }) =>
      locateSymbol(view, { ...request, ranking_explain_level: request.ranking_explain_level ?? ranking_explain_level }),
    empty: () => ({ results: [], total_candidates: 0 }),
  }),
  queryTool({
    name: 'get_file_outline',
    title: 'Outline a file',
    description: 'The symbols of a file as a tree with lines and signatures. Cheaper than reading the file.',
    parameters: fileOutlineParameters,
    ask: fileOutline,
    empty: ({ path }) => ({ file_path: path, symbols: [] }),
  }),
  queryTool({
    name: 'get_code_context',
    title: 'Code for a question, within a budget',
    description:
      'The code that matters to a query, fitted to a token budget. breadth: many symbols with signatures; depth: fewer with bodies. Use it in place of reading whole files.',
    parameters: codeContextParameters,
    ask: codeContext,
    empty: () => ({ context_items: [], estimated_tokens: 0, truncated: false }),
  }),
  queryTool({
    name: 'get_symbol_hierarchy',
    title: 'Parents or members of a symbol',
    description:
      'What a symbol stands in (ancestors: method, class, module) or what it holds (descendants). Structure, not inheritance.',
    parameters: symbolHierarchyParameters,
    ask: symbolHierarchy,
    empty: ({ direction }) => ({ hierarchy: [], direction, chain_length: 0 }),
  }),
  queryTool({
    name: 'find_related_symbols',
    title: 'Related symbols',
    description: 'Neighbours of a symbol in its file, module or package, and what it imports.',
    parameters: relatedSymbolsParameters,
    ask: relatedSymbols,
    empty: ({ scope }) => ({ anchor: null, related: [], scope_used: scope, total_found: 0 }),
  }),
  queryTool({
    name: 'get_call_graph',
    title: 'Callers and callees',
    description:
      'Who calls a function and what it calls, up to depth 5, with call sites. confidence "static" is proven by scope, imports or types; "heuristic" is a guess by name. Use it for impact analysis.',
    parameters: callGraphParameters,
    ask: callGraph,
    empty: () => ({ symbol: null, callers: [], callees: [], total_edges: 0, truncated: false }),
  }),
  queryTool({
    name: 'suggest_followup_queries',
    title: 'Suggest what to ask next',
    description:
      'After a query that found little: give the query and its answer, get calls that work (existing names, other words).',
    parameters: followupQueriesParameters,
    ask: followupQueries,
    refOf: (request) => text(previousQuery(request).params.ref),
    workspaceOf: (sent) => text(field(field(field(sent, 'previous_query'), 'params'), 'workspace')),
    empty: (request) => {
      previousQuery(request);
      const analysis = { previous_confidence: 'none', top_score: 0, threshold: request.confidence_threshold };
      return { suggestions: [], analysis: { ...analysis, extracted_identifiers: [] } };
    },
  }),
];

function field(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
