/** Searches code: the symbols, snippets and files that match a query of any form, and suggested next calls. */

import { copied } from '../../text/copied.ts';
import { LineIndex } from '../../text/line-index.ts';
import { readName } from '../names/written/written-name.ts';
import { type FileFilter, fileFilter } from '../parameters/file-filter.ts';
import type { ParametersOf } from '../parameters/parameters.ts';
import { queryParameter, rankedResultParameters } from '../parameters/shared-parameters.ts';
import { rankingReasons } from '../ranking/rank.ts';
import { definitionWarnings } from '../resolve/symbols/unindexed-definitions.ts';
import { looksCompound } from '../search/classify-query.ts';
import { coverageOf, withCoverage } from '../search/coverage.ts';
import { explanationsOf } from '../search/explain-hit.ts';
import { findHits } from '../search/find-hits.ts';
import type { QueryIntent, SearchFilter, SearchHit, SearchHits } from '../search/hit.ts';
import { inFiles, needsOfQuery } from '../search/live-search.ts';
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
    'Find code by words, an identifier, a path, an error message or a question. Returns ranked symbols, snippets and files. Use it when you do not know the exact name.',
  parameters: searchCodeParameters,
  maxTokens: 4000,
  cuts: {
    lists: [[{ at: 'suggested_next_actions', keep: 0 }], [{ at: 'results', beside: 'metadata.ranking_reasons' }]],
    narrowedBy: ['kind', 'language', 'path', 'tests', 'detail_level'],
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
  live: ({ query, detail_level, ...filters }) => ({
    ...needsOfQuery(query),
    ...inFiles(filters),
    imports: detail_level === 'context',
  }),
});

export interface SearchCodeAnswer extends Answer {
  readonly results: readonly SearchResult[];
  readonly query_intent: QueryIntent;
  readonly total_candidates: number;
  readonly suggested_next_actions: readonly SuggestedAction[];
  readonly debug?: { readonly join_status: { readonly hits: number; readonly misses: number } };
  /** The words of the query that results contain, if `forText` is set. */
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
  /** The matching lines, best first, if `forText` is set; the lines of quoted text. */
  readonly match_lines?: readonly number[];
  /** The lines that a text shows, in order, if `forText` is set. */
  readonly shown_lines?: readonly { readonly line: number; readonly text: string }[];
}

export async function searchCode(
  given: RefView,
  request: Request,
  settings: AskSettings = {},
): Promise<SearchCodeAnswer> {
  const view = cachingView(given);
  const files = await fileFilter(view, request);
  const filter = searchFilter(files, request.kind);
  const found = await findHits(view, request.query, filter, request.limit, settings);
  const { hits } = found;
  const missing = await missingDefinitions(view, request.query, found, files);
  const warnings = [
    ...files.warnings,
    ...(request.kind === 'use' ? ['Only get_file_outline lists imports.'] : []),
    ...found.remarks,
    ...missing,
  ];
  const joined = hits.filter((place) => place.symbol !== undefined).length;
  const level = request.ranking_explain_level ?? settings.ranking_explain_level;
  const explanations = await explanationsOf(view, found, level);
  const coverage = await coverageOf(view, found, filter, settings.unexaminedFiles === undefined);
  return {
    results: await Promise.all(hits.map((place) => shapePlace(view, place, request, settings))),
    query_intent: found.intent,
    total_candidates: found.totalCandidates,
    suggested_next_actions: await nextActions(view, request.query, found),
    ...(settings.forText ? { words: found.words } : {}),
    ...(settings.debug ? { debug: { join_status: { hits: joined, misses: hits.length - joined } } } : {}),
    metadata: withCoverage(
      {
        result_completeness:
          missing.length > 0 ? 'partial' : found.totalCandidates > hits.length ? 'truncated' : 'complete',
        ...(found.weaker > 0 ? { weaker_matches: found.weaker } : {}),
        ...(warnings.length > 0 ? { warnings } : {}),
        ...rankingReasons(
          hits.map(({ factors }) => factors),
          level,
          explanations,
        ),
      },
      coverage,
    ),
  };
}

/** Warns if the query is a name and a file without symbols may define it. */
async function missingDefinitions(
  view: RefView,
  query: string,
  { intent, hits }: SearchHits,
  files: FileFilter,
): Promise<string[]> {
  const written = query.trim();
  if (intent !== 'symbol' || /\s/.test(written)) return [];
  const { spellings } = readName(written);
  const isKnown = hits.some(({ symbol }) => symbol !== undefined && spellings.includes(symbol.name));
  // Text that contains a word of prose is an answer, whatever else defines it.
  return definitionWarnings(view, { written, isKnown: isKnown || (hits.length > 0 && !looksCompound(written)), files });
}

function searchFilter(files: FileFilter, kind: Request['kind']): SearchFilter {
  return { files, ...(kind === undefined ? {} : { kind }) };
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
    ...(settings.forText || literal !== undefined ? { match_lines: matchLines.slice(0, maxMatchLines) } : {}),
    ...(settings.forText && type !== 'file' ? { shown_lines: await shownLines(view, place) } : {}),
  };
}

/** The best matching lines. A match may be above the symbol, in its doc comment, so its first line is shown too. */
async function shownLines(view: RefView, { type, file, lineStart, matchLines }: SearchHit) {
  const isNamed = type === 'symbol' || matchLines.length === 0;
  const numbers = new Set(isNamed ? [lineStart, ...matchLines.slice(0, 2)] : matchLines.slice(0, 3));
  const text = await view.store.text(file);
  const lines = new LineIndex(text);
  return [...numbers]
    .sort((a, b) => a - b)
    .flatMap((line) => {
      if (line > lines.count) return [];
      const end = line < lines.count ? lines.startOf(line + 1) : text.length;
      return [{ line, text: copied(text.slice(lines.startOf(line), Math.min(end, lines.startOf(line) + maxShown))) }];
    });
}

/** Characters of a line that a text may show. */
const maxShown = 400;
