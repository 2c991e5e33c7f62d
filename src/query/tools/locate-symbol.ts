/** Locates a symbol by its name. Definitions come first. */

import { findSymbolsByName, type NamedSymbols } from '../names/find-by-name.ts';
import { languageFilter } from '../parameters/language-filter.ts';
import type { ParametersOf } from '../parameters/parameters.ts';
import { rankedResultParameters, symbolNameParameter } from '../parameters/shared-parameters.ts';
import { rankingReasons } from '../ranking/rank.ts';
import { coverageOfNothing, withCoverage } from '../search/coverage.ts';
import { inLanguage, needsOfSymbol } from '../search/live-search.ts';
import type { Answer, AnswerMetadata } from '../shapes/answer.ts';
import { type SymbolShape, shapeSymbol } from '../shapes/symbol-shape.ts';
import type { RefView } from '../view/ref-view.ts';
import { type AskSettings, oneRefCapability } from './capability.ts';

export const locateSymbolParameters = {
  name: symbolNameParameter,
  ...rankedResultParameters,
} as const;

type Request = ParametersOf<typeof locateSymbolParameters>;

export const locateSymbolCapability = oneRefCapability({
  name: 'locate_symbol',
  title: 'Locate a symbol',
  description:
    'Find where a symbol is defined, by name (plain or qualified). Returns file:line, signature and ids, definitions first; similar names if none matches exactly.',
  parameters: locateSymbolParameters,
  maxTokens: 4000,
  cuts: {
    lists: [[{ at: 'results', beside: 'metadata.ranking_reasons' }]],
    narrowedBy: ['kind', 'language', 'detail_level'],
  },
  example: { name: 'validate_token' },
  answer: locateSymbol,
  live: ({ name, language, detail_level }) => ({
    ...needsOfSymbol(name),
    ...inLanguage(language),
    imports: detail_level === 'context',
  }),
});

export interface LocateSymbolAnswer extends Answer {
  readonly results: readonly (SymbolShape & { readonly score: number })[];
  readonly total_candidates: number;
}

export async function locateSymbol(
  view: RefView,
  request: Request,
  settings: AskSettings = {},
): Promise<LocateSymbolAnswer> {
  const { language, warnings: languageWarnings } = await languageFilter(view, request.language);
  const called = await findSymbolsByName(view, request.name, {
    limit: request.limit,
    keep: ({ file, kind }) =>
      (language === undefined || file.language === language) && (request.kind === undefined || kind === request.kind),
  });
  const { ranked, total } = called;
  const warnings = [...languageWarnings, ...warningsOf(request, called)];
  const filter = language === undefined ? {} : { language };
  const isWhole = settings.unexaminedFiles === undefined;
  const coverage = total === 0 ? await coverageOfNothing(view, filter, isWhole) : undefined;
  const metadata: AnswerMetadata = {
    result_completeness: total > ranked.length ? 'truncated' : 'complete',
    ...(warnings.length > 0 ? { warnings } : {}),
    ...rankingReasons(
      ranked.map(({ factors }) => factors),
      request.ranking_explain_level ?? settings.ranking_explain_level,
    ),
  };
  return {
    results: await Promise.all(
      ranked.map(async ({ symbol, score }) => ({ ...(await shapeSymbol(view, symbol, request)), score })),
    ),
    total_candidates: total,
    metadata: coverage === undefined ? metadata : withCoverage(metadata, coverage),
  };
}

/** Warns when no symbol has exactly this name, and when the filters excluded those that do. */
function warningsOf(request: Request, { level, leftOut }: NamedSymbols): string[] {
  const warnings: string[] = [];
  if (request.kind === 'use') warnings.push('Only get_file_outline lists imports.');
  const hidden = leftOut.find((some) => some.level === 'exact');
  if (hidden !== undefined && level !== 'exact') {
    const kinds = [...new Set(hidden.symbols.map(({ kind, file }) => `${kind} in ${file.language}`))].slice(0, 5);
    warnings.push(
      `The filters excluded ${hidden.symbols.length} exact ${hidden.symbols.length === 1 ? 'match' : 'matches'}: ${kinds.join(', ')}.`,
    );
  }
  if (level !== undefined && level !== 'exact') {
    const how = { otherCase: 'differ in case', prefix: 'start with it', near: 'have a similar spelling' }[level];
    warnings.push(`No symbol is named exactly ${request.name}; the results ${how}.`);
  }
  return warnings;
}
