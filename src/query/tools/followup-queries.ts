/**
 * Suggests queries after one that found little. A suggestion is a complete call: it uses only names in the index,
 * replaces unknown names by similar ones, and keeps the ref and workspace of the previous query.
 */

import { type ExtractedName, existingNames, namesIn, wordsWithin } from '../names/extract-names.ts';
import { findExactly } from '../names/find-by-name.ts';
import { nearNames } from '../names/near-names.ts';
import { languageMeant } from '../parameters/language-filter.ts';
import type { ParametersOf } from '../parameters/parameters.ts';
import {
  type Outcome,
  outcomeOf,
  type PreviousQuery,
  previousQuery,
  refOfPrevious,
  scopeOf,
  textOf,
  workspaceOfPrevious,
} from '../parameters/previous-query.ts';
import { needsOfQuery } from '../search/live-search.ts';
import { countWords, termsOf } from '../search/terms/query-terms.ts';
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
  example: {
    previous_query: { tool: 'search_code', params: { query: 'token' } },
    previous_results: { results: [] },
  },
  answer: followupQueries,
  refOf: refOfPrevious,
  workspaceOf: workspaceOfPrevious,
  live: (request) => needsOfQuery(textOf(previousQuery(request)) ?? ''),
});

export interface Suggestion {
  readonly tool: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly reason: string;
}

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

export async function followupQueries(view: RefView, request: Request): Promise<FollowupQueriesAnswer> {
  const previous = previousQuery(request);
  const outcome = outcomeOf(request.previous_results);
  const threshold = request.confidence_threshold;
  const isConfident = outcome.found > 0 && outcome.topScore >= threshold;
  const text = textOf(previous);
  const names = isConfident || text === undefined ? [] : await existingNames(view, text);
  const suggestions = isConfident ? [] : await suggestionsFor({ view, previous, outcome, text: text ?? '', names });
  return {
    suggestions: unique(suggestions)
      .filter((suggestion) => !isSameQuery(suggestion, previous))
      .slice(0, maxSuggestions)
      .map((suggestion) => ({ ...suggestion, params: { ...suggestion.params, ...scopeOf(previous) } })),
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

interface Situation {
  readonly view: RefView;
  readonly previous: PreviousQuery;
  readonly outcome: Outcome;
  /** The words or the name of the previous query. */
  readonly text: string;
  /** Names in the index that the text mentions. */
  readonly names: readonly ExtractedName[];
}

/** The rules by the tool of the previous query. */
const rules: Readonly<Record<string, (situation: Situation) => Promise<Suggestion[]>>> = {
  search_code: afterSearch,
  get_code_context: afterSearch,
  locate_symbol: afterLocate,
  get_call_graph: afterCallGraph,
};

async function suggestionsFor(situation: Situation): Promise<Suggestion[]> {
  if (situation.text === '') return [];
  return (rules[situation.previous.tool] ?? afterNamed)(situation);
}

async function afterSearch(situation: Situation): Promise<Suggestion[]> {
  const { outcome, text, view } = situation;
  if (outcome.intent === 'symbol' || (outcome.intent === undefined && namesIn(text).length === 1)) {
    return [...(await nearest(situation)), ...(await broader(situation)), ...(await otherLanguage(situation))];
  }
  const located = situation.names.slice(0, 3).map(({ name, written, kind }) => ({
    tool: 'locate_symbol',
    params: { name, kind },
    reason: `Extracted identifier '${name}' from '${written}'. Symbol lookup may yield more precise results.`,
  }));
  const [first] = situation.names;
  const terms = await rarestTerms(view, text);
  const query = [...new Set([...(first === undefined ? [] : [first.name]), ...terms])].slice(0, 4).join(' ');
  const language = first?.language;
  const narrowed: Suggestion[] =
    query === ''
      ? []
      : [
          {
            tool: 'search_code',
            params: { query, ...(language === undefined ? {} : { language }) },
            reason: 'Narrowing query to specific terms and language may improve relevance.',
          },
        ];
  return [...located, ...narrowed, ...(await otherLanguage(situation))];
}

async function afterLocate(situation: Situation): Promise<Suggestion[]> {
  const { text } = situation;
  const suggestions = [...(await nearest(situation)), ...(await broader(situation))];
  if (suggestions.every(({ tool }) => tool !== 'search_code')) {
    suggestions.push({
      tool: 'search_code',
      params: { query: text },
      reason: `No symbol is named '${text}'; its text may occur in code or comments.`,
    });
  }
  return [...suggestions, ...(await callersOfMissing(situation))];
}

async function afterCallGraph(situation: Situation): Promise<Suggestion[]> {
  const { text, view } = situation;
  const exists = (await findExactly(view, text)).length > 0;
  const verify: Suggestion[] = exists
    ? [
        {
          tool: 'locate_symbol',
          params: { name: text },
          reason: 'Verify that this is the symbol you mean; several may share the name.',
        },
      ]
    : await nearest(situation);
  return [...verify, ...(await broader(situation))];
}

/** Suggestions after a tool that takes a symbol or a path. */
async function afterNamed(situation: Situation): Promise<Suggestion[]> {
  return [...(await nearest(situation)), ...(await broader(situation))];
}

/** Suggests names with a similar spelling. */
async function nearest({ view, text }: Situation): Promise<Suggestion[]> {
  const near = await nearNames(view, text, 2);
  return near.map((name) => ({
    tool: 'locate_symbol',
    params: { name },
    reason: `'${name}' exists in the index and has a spelling similar to '${text}'.`,
  }));
}

/** Suggests a search for the words of a name that occur in the index, which is broader than the name. */
async function broader({ view, text }: Situation): Promise<Suggestion[]> {
  const words = await knownWords(view, wordsWithin(text));
  if (words.length === 0) return [];
  return [
    {
      tool: 'search_code',
      params: { query: words.join(' ') },
      reason: `A broader search for the words of '${text}' may find it under an alternative name.`,
    },
  ];
}

/** Suggests another language if the language filter excludes a matching name. */
async function otherLanguage({ view, previous, text }: Situation): Promise<Suggestion[]> {
  const { language } = previous.params;
  if (typeof language !== 'string') return [];
  const meant = languageMeant(language);
  const found = await existingNames(view, text);
  const other = found.find((name) => name.language !== meant);
  if (other === undefined) return [];
  return [
    {
      tool: 'search_code',
      params: { query: text, language: other.language },
      reason: `'${other.name}' exists in ${other.language}, which the filter '${language}' excludes.`,
    },
  ];
}

/** Suggests the call graph of a caller, for a name that is called but not defined in the repository. */
async function callersOfMissing({ view, text }: Situation): Promise<Suggestion[]> {
  const [site] = (await view.store.referencesTo(view.ref, text)).filter(({ within }) => within >= 0);
  const file = site === undefined ? undefined : (await view.files()).byPath(site.path);
  if (site === undefined || file === undefined) return [];
  const symbols = await view.store.symbols(file);
  let caller = symbols[site.within];
  while (caller !== undefined && caller.kind !== 'fn' && caller.kind !== 'method') caller = symbols[caller.parent];
  if (caller === undefined) return [];
  return [
    {
      tool: 'get_call_graph',
      params: { symbol_name: caller.name, path: caller.path, direction: 'callees' },
      reason: `'${text}' is called in '${caller.name}' (line ${site.line}) without being defined in the index.`,
    },
  ];
}

async function rarestTerms(view: RefView, text: string): Promise<string[]> {
  const terms = (await termsOf(view, text)).filter(({ count, standsFor }) => count > 0 && standsFor === undefined);
  return terms.sort((a, b) => a.count - b.count).map(({ word }) => word);
}

async function knownWords(view: RefView, words: readonly string[]): Promise<string[]> {
  return (await countWords(view, words)).map(({ word }) => word);
}

function unique(suggestions: readonly Suggestion[]): Suggestion[] {
  const seen = new Set<string>();
  return suggestions.filter(({ tool, params }) => {
    const key = JSON.stringify([tool, params]);
    return seen.has(key) ? false : seen.add(key);
  });
}

/** Whether a suggestion repeats the previous query. */
function isSameQuery({ tool, params }: Suggestion, previous: PreviousQuery): boolean {
  if (tool !== previous.tool) return false;
  const fields = ['query', 'name', 'symbol_name', 'path', 'language', 'kind'];
  return fields.every((field) => params[field] === previous.params[field]);
}
