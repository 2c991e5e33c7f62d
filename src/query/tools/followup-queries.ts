/**
 * Suggests queries after one that found little. A suggestion is a complete call: it uses only names in the index,
 * replaces unknown names by similar ones, and keeps the ref and workspace of the previous query.
 */

import { afterError } from '../followups/after-error.ts';
import { afterTool } from '../followups/after-tool.ts';
import { orientation } from '../followups/orientation.ts';
import type { Situation, Suggestion } from '../followups/suggestion.ts';
import { existingNames } from '../names/extract-names.ts';
import { findByHandle } from '../names/find-by-handle.ts';
import { readHandle } from '../names/written/symbol-handle.ts';
import type { ParametersOf } from '../parameters/parameters.ts';
import {
  outcomeOf,
  type PreviousQuery,
  previousQuery,
  refOfPrevious,
  scopeOf,
  textOf,
  workspaceOfPrevious,
} from '../parameters/previous-query.ts';
import { needsOfQuery } from '../search/live-search.ts';
import type { Answer } from '../shapes/answer.ts';
import type { RefView } from '../view/ref-view.ts';
import { oneRefCapability } from './capability.ts';

export const followupQueriesParameters = {
  previous_query: { type: 'object', required: true, description: '{"tool": name, "params": its arguments}' },
  previous_results: {
    type: 'object',
    required: true,
    description: 'Its answer, or part of it: results, query_intent, total_candidates, top_score',
  },
  confidence_threshold: {
    type: 'number',
    default: 0.5,
    min: 0,
    max: 1,
    description: 'Scores below it count as low',
  },
} as const;

type Request = ParametersOf<typeof followupQueriesParameters>;

export const followupQueriesCapability = oneRefCapability({
  name: 'suggest_followup_queries',
  title: 'Suggest follow-up queries',
  description:
    'After a query that found little: pass the query and its answer, get calls to try next (existing names, other words).',
  parameters: followupQueriesParameters,
  maxTokens: 2000,
  cuts: { lists: [[{ at: 'analysis.extracted_identifiers' }], [{ at: 'suggestions' }]], narrowedBy: [] },
  example: {
    previous_query: { tool: 'search_code', params: { query: 'token' } },
    previous_results: { results: [] },
  },
  answer: followupQueries,
  refOf: refOfPrevious,
  workspaceOf: workspaceOfPrevious,
  live: (request) => needsOfQuery(textOf(previousQuery(request)) ?? ''),
});

export interface FollowupQueriesAnswer extends Answer {
  readonly suggestions: readonly Suggestion[];
  readonly analysis: {
    readonly previous_confidence: 'high' | 'low' | 'none';
    readonly top_score: number;
    readonly threshold: number;
    readonly extracted_identifiers: readonly string[];
    readonly reason?: string;
  };
}

const maxSuggestions = 5;
/** Tools that are about a project, not about a ref. */
const refless: ReadonlySet<string> = new Set(['index_status', 'list_refs', 'health_check']);

export async function followupQueries(view: RefView, request: Request): Promise<FollowupQueriesAnswer> {
  const previous = previousQuery(request);
  const outcome = outcomeOf(request.previous_results);
  const threshold = request.confidence_threshold;
  const isConfident = outcome.isAnswer && outcome.topScore >= threshold;
  const text = isConfident ? '' : await textMeant(view, previous);
  const names = text === '' ? [] : await existingNames(view, text);
  const situation = { view, previous, outcome, text, names };
  return {
    suggestions: isConfident ? [] : await suggestionsFor(situation),
    analysis: {
      previous_confidence: isConfident ? 'high' : outcome.found > 0 ? 'low' : 'none',
      top_score: outcome.topScore,
      threshold,
      extracted_identifiers: names.map(({ name }) => name),
      ...(isConfident ? { reason: 'results are above confidence threshold' } : {}),
    },
    metadata: { result_completeness: 'complete' },
  };
}

/** Returns at least one suggestion: the last of the orientation fit everywhere. */
async function suggestionsFor(situation: Situation): Promise<Suggestion[]> {
  const { previous, outcome } = situation;
  const fitting = (found: readonly Suggestion[]) =>
    unique(found.filter((suggestion) => !isSameQuery(suggestion, situation))).slice(0, maxSuggestions);
  const specific = fitting([...(await afterError(situation)), ...(await afterTool(situation))]);
  const suggestions = specific.length > 0 ? specific : fitting(await orientation(situation));
  const scope = scopeOf(previous, outcome);
  const { ref: _, ...project } = scope;
  return suggestions.map(({ tool, params, reason }) => ({
    tool,
    params: { ...params, ...(refless.has(tool) ? project : scope) },
    reason,
  }));
}

/** The name of the symbol if the previous query had an id or `path:line` that is known. */
async function textMeant(view: RefView, previous: PreviousQuery): Promise<string> {
  const text = textOf(previous) ?? '';
  const handle = readHandle(text);
  if (handle === undefined) return text;
  const [symbol] = await findByHandle(view, handle).catch(() => []);
  return symbol?.name ?? (handle.is === 'position' ? handle.position.path : text);
}

function unique(suggestions: readonly Suggestion[]): Suggestion[] {
  const seen = new Set<string>();
  return suggestions.filter(({ tool, params }) => {
    const key = JSON.stringify([tool, params]);
    return seen.has(key) ? false : seen.add(key);
  });
}

/** Whether a suggestion repeats the previous query. After an error, every parameter counts: one of them was wrong. */
function isSameQuery({ tool, params }: Suggestion, { previous, outcome }: Situation): boolean {
  if (tool !== previous.tool) return false;
  const fields =
    outcome.error === undefined
      ? ['query', 'name', 'symbol_name', 'symbol_id', 'path', 'language', 'kind', 'within', 'tests']
      : Object.keys({ ...params, ...previous.params });
  return fields.every((field) => params[field] === previous.params[field]);
}
