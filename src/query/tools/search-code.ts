/** Searches code: the symbols, snippets and files that match a query of any form, and suggested next calls. */

import { languageFilter } from '../parameters/language-filter.ts';
import type { ParametersOf } from '../parameters/parameters.ts';
import { queryParameter, rankedResultParameters } from '../parameters/shared-parameters.ts';
import { rankingReasons } from '../ranking/rank.ts';
import { coverageOf, withCoverage } from '../search/coverage.ts';
import { findHits } from '../search/find-hits.ts';
import type { QueryIntent, SearchFilter, SearchHit } from '../search/hit.ts';
import { inLanguage, needsOfQuery } from '../search/live-search.ts';
import { nextActions, type SuggestedAction } from '../search/next-actions.ts';
import { snippetOf } from '../search/snippet.ts';
import type { Answer } from '../shapes/answer.ts';
import { resultId } from '../shapes/symbol-ids.ts';
import { type SymbolShape, shapeSymbol } from '../shapes/symbol-shape.ts';
import { cachingView, type RefView } from '../view/ref-view.ts';

import { type AskSettings, oneRefCapability } from './capability.ts';

export const searchCodeParameters = {
  query: queryParameter,
  ...rankedResultParameters,
} as const;

type Request = ParametersOf<typeof searchCodeParameters>;

export const searchCodeCapability = oneRefCapability({
  name: 'search_code',
  title: 'Search code',
  description:
    'Find code by words, an identifier, a path, an error message or a question. Returns ranked symbols, snippets and files with lines and ids. Use it when you do not know the exact name.',
  parameters: searchCodeParameters,
  maxTokens: 4000,
  cuts: {
    lists: [[{ at: 'suggested_next_actions', keep: 0 }], [{ at: 'results', beside: 'metadata.ranking_reasons' }]],
    narrowedBy: ['kind', 'language', 'detail_level'],
  },
  example: { query: 'token' },
  commands: {
    search: {
      summary: 'Find code: a name, a path, an error message or a question',
      details:
        'Prints the best matches, each as file:line. Quoted text is matched literally; stack traces are parsed into frames. ' +
        'A repository without an index is indexed first; any other folder after a question, or with --yes.',
      operands: ['query'],
      examples: [
        { line: 'codecompass search validate_token', does: 'where a name is defined and used' },
        { line: 'codecompass search how are requests retried', does: 'a question' },
        { line: `codecompass search '"connection refused"'`, does: 'literal text' },
        { line: 'codecompass search src/auth/jwt.rs:87', does: 'the code at a line' },
      ],
      json: {
        query_intent: 'the detected type of query',
        results: 'the results of search_code, best first',
        total_candidates: 'estimated number of matches',
        suggested_next_actions: 'suggested next calls',
      },
      alsoCalled: ['find', 'grep', 'query', 'locate', 'ask'],
    },
  },
  answer: searchCode,
  live: ({ query, language, detail_level }) => ({
    ...needsOfQuery(query),
    ...inLanguage(language),
    imports: detail_level === 'context',
  }),
});

export interface SearchCodeAnswer extends Answer {
  readonly results: readonly SearchResult[];
  readonly query_intent: QueryIntent;
  readonly total_candidates: number;
  readonly suggested_next_actions: readonly SuggestedAction[];
  readonly debug?: { readonly join_status: { readonly hits: number; readonly misses: number } };
  /** The words of the query that results contain, if `matchLines` is set. */
  readonly words?: readonly string[];
}

/** A result that is a symbol, or is inside one, has the fields of the symbol. */
export interface SearchResult extends Partial<SymbolShape> {
  readonly result_type: SearchHit['type'];
  readonly path: string;
  readonly line_start: number;
  readonly line_end: number;
  readonly score: number;
  /** The id of a snippet or file. */
  readonly result_id?: string;
  readonly snippet?: string;
  /** The matching lines, best first, if `matchLines` is set; the lines of quoted text. */
  readonly match_lines?: readonly number[];
}

export async function searchCode(
  given: RefView,
  request: Request,
  settings: AskSettings = {},
): Promise<SearchCodeAnswer> {
  const view = cachingView(given);
  const { language, warnings: languageWarnings } = await languageFilter(view, request.language);
  const filter = searchFilter(language, request.kind);
  const found = await findHits(view, request.query, filter, request.limit);
  const { hits } = found;
  const warnings = [
    ...languageWarnings,
    ...(request.kind === 'use' ? ['Only get_file_outline lists imports.'] : []),
    ...found.remarks,
  ];
  const joined = hits.filter((place) => place.symbol !== undefined).length;
  const coverage = await coverageOf(view, found, filter, settings.unexaminedFiles === undefined);
  return {
    results: await Promise.all(hits.map((place) => shapePlace(view, place, request, settings))),
    query_intent: found.intent,
    total_candidates: found.totalCandidates,
    suggested_next_actions: await nextActions(view, request.query, found),
    ...(settings.matchLines ? { words: found.words } : {}),
    ...(settings.debug ? { debug: { join_status: { hits: joined, misses: hits.length - joined } } } : {}),
    metadata: withCoverage(
      {
        result_completeness: found.totalCandidates > hits.length ? 'truncated' : 'complete',
        ...(warnings.length > 0 ? { warnings } : {}),
        ...rankingReasons(
          hits.map(({ factors }) => factors),
          request.ranking_explain_level ?? settings.ranking_explain_level,
        ),
      },
      coverage,
    ),
  };
}

function searchFilter(language: string | undefined, kind: Request['kind']): SearchFilter {
  return { ...(language === undefined ? {} : { language }), ...(kind === undefined ? {} : { kind }) };
}

/** A long symbol may contain a short text on every line. */
const maxMatchLines = 50;

async function shapePlace(
  view: RefView,
  place: SearchHit,
  request: Request,
  settings: AskSettings,
): Promise<SearchResult> {
  const { type, file, symbol, lineStart, lineEnd, score, matchLines, literal } = place;
  const id =
    type === 'symbol'
      ? {}
      : { result_id: resultId(view.projectId, type === 'file' ? 'file' : 'snip', file.path, lineStart) };
  const symbolFields = symbol === undefined ? {} : await shapeSymbol(view, symbol, request);
  const snippet =
    type !== 'snippet' || request.compact || request.detail_level === 'location'
      ? undefined
      : await snippetOf(view, place);
  return {
    ...id,
    ...symbolFields,
    result_type: type,
    path: file.path,
    line_start: lineStart,
    line_end: lineEnd,
    ...(symbol === undefined && request.detail_level !== 'location' ? { language: file.language } : {}),
    score,
    ...(snippet === undefined ? {} : { snippet }),
    ...(settings.matchLines || literal !== undefined ? { match_lines: matchLines.slice(0, maxMatchLines) } : {}),
  };
}
