/** Locates a symbol by its name. Definitions come first. */

import { findSymbolsByName, type NamedSymbols } from '../names/find-by-name.ts';
import { mismatchText, unknownNameText } from '../names/mismatch-text.ts';
import { readHandle } from '../names/written/symbol-handle.ts';
import { type FileFilter, fileFilter } from '../parameters/file-filter.ts';
import type { ParametersOf } from '../parameters/parameters.ts';
import { rankedResultParameters, symbolNameParameter } from '../parameters/shared-parameters.ts';
import { rankingReasons } from '../ranking/rank.ts';
import { definitionWarnings } from '../resolve/symbols/unindexed-definitions.ts';
import { coverageOfNothing, withCoverage } from '../search/coverage.ts';
import { inFiles, needsOfSymbol } from '../search/live-search.ts';
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
    'Find where a symbol is defined, by name. Returns file:line, signature and ids; similar names if none matches exactly.',
  parameters: locateSymbolParameters,
  maxTokens: 4000,
  cuts: {
    lists: [[{ at: 'results', beside: 'metadata.ranking_reasons' }]],
    narrowedBy: ['kind', 'language', 'path', 'tests', 'detail_level'],
  },
  example: { name: 'validate_token' },
  answer: locateSymbol,
  live: ({ name, detail_level, ...filters }) => ({
    ...needsOfSymbol(name),
    ...inFiles(filters),
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
  const files = await fileFilter(view, request);
  const called = await findSymbolsByName(view, request.name, {
    limit: request.limit,
    keep: ({ file, kind }) => files.admits(file) && (request.kind === undefined || kind === request.kind),
  });
  const { ranked, total } = called;
  const isKnown = called.level === 'exact' || called.leftOut.some(({ level }) => level === 'exact');
  const missing = await definitionWarnings(view, { written: request.name, isKnown, files });
  const isUnknown = total === 0 && called.leftOut.length === 0 && readHandle(request.name) === undefined;
  const warnings = [
    ...files.warnings,
    ...warningsOf(request, files, called),
    ...(isUnknown ? [await unknownNameText(view, request.name)] : []),
    ...missing,
  ];
  const isWhole = settings.unexaminedFiles === undefined;
  const coverage = total === 0 ? await coverageOfNothing(view, { files }, isWhole) : undefined;
  const metadata: AnswerMetadata = {
    result_completeness: missing.length > 0 ? 'partial' : total > ranked.length ? 'truncated' : 'complete',
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
function warningsOf(request: Request, { isByPlace }: FileFilter, { level, leftOut }: NamedSymbols): string[] {
  const warnings: string[] = [];
  if (request.kind === 'use') warnings.push('Only get_file_outline lists imports.');
  const hidden = leftOut.find((some) => some.level === 'exact');
  if (hidden !== undefined && level !== 'exact') {
    const where = ({ file }: (typeof hidden.symbols)[number]) => (isByPlace ? file.path : file.language);
    const kinds = [...new Set(hidden.symbols.map((symbol) => `${symbol.kind} in ${where(symbol)}`))].slice(0, 5);
    warnings.push(
      `The filters excluded ${hidden.symbols.length} exact ${hidden.symbols.length === 1 ? 'match' : 'matches'}: ${kinds.join(', ')}.`,
    );
  }
  if (level !== undefined && level !== 'exact') {
    warnings.push(mismatchText(level, request.name));
  }
  return warnings;
}
