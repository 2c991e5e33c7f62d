/**
 * What a call graph misses, other than by its limit: languages without calls, unindexed files, unexamined files, and
 * imports through files that were not read.
 */
import { callRulesOf, hasCalls } from '../../../languages/languages.ts';
import type { SymbolRecord } from '../../../store/store.ts';
import type { RefView } from '../../view/ref-view.ts';
import { ViewResolver } from '../names/resolver.ts';
import { scopeInside } from '../symbols/outside-members.ts';
import { replacedAt } from './replaced.ts';
import { type UnindexedFile, unindexedFilesFor } from './unindexed-files.ts';
import { unreadImportsFor } from './unread-imports.ts';
import type { Walk } from './walk-calls.ts';

export interface Incompleteness {
  /** Whether calls may be missing because the index does not know them. */
  readonly isPartial: boolean;
  readonly warnings: readonly string[];
}

/** Files named in a warning; the others are counted. */
const maxNamed = 5;

export async function incompleteCalls(
  view: RefView,
  language: string,
  {
    callers,
    callees,
    unexaminedFiles,
  }: { readonly callers: Walk | undefined; readonly callees: Walk | undefined; readonly unexaminedFiles: number },
): Promise<Incompleteness> {
  if (!hasCalls(language)) {
    const warning = `Calls in ${language} are not resolved, so an empty list does not mean there are no calls.`;
    return { isPartial: true, warnings: [warning] };
  }
  const unindexed = [
    ...(callers === undefined
      ? []
      : await unindexedFilesFor(view, callers.followed, { callers: true, callees: false })),
    ...(callees === undefined
      ? []
      : await unindexedFilesFor(view, callees.followed, { callers: false, callees: true })),
  ];
  const files = [...new Map(unindexed.map((file) => [file.path, file])).values()];
  const unread = await unreadImportsFor(view, [...(callers?.followed ?? []), ...(callees?.followed ?? [])]);
  const replaced = await replacedAmong(view, [callers, callees]);
  const unnamed = callers === undefined ? [] : await calledUnnamed(view, callers.followed);
  return {
    isPartial: files.length > 0 || unread.length > 0 || replaced.length > 0 || unnamed.length > 0,
    warnings: [
      ...(replaced.length > 0 ? [`Assigned another value, which calls may reach: ${replaced.join(', ')}.`] : []),
      ...(files.length > 0 ? [`Calls in these files may be missing: ${namesOfFiles(files)}.`] : []),
      ...unread,
      ...(unnamed.length > 0
        ? [
            `${listed(unnamed)} may be called by the language or a library without being named; such calls are not listed.`,
          ]
        : []),
      ...(unexaminedFiles > 0
        ? [
            `${unexaminedFiles} ${unexaminedFiles === 1 ? 'file that contains the name was' : 'files that contain the name were'} not examined, or not to the end; total_edges is a lower bound.`,
          ]
        : []),
    ],
  };
}

/** The followed functions, and those they call, whose names hold another value at run time, with the places. */
async function replacedAmong(view: RefView, walks: readonly (Walk | undefined)[]): Promise<string[]> {
  const found = new Set<string>();
  for (const walk of walks) {
    const ends = walk?.edges.flatMap(({ edge: { end } }) => ('scope' in end ? [end] : [])) ?? [];
    for (const symbol of new Set([...(walk?.followed ?? []), ...ends])) {
      const line = found.size < maxNamed ? await replacedAt(view, symbol) : undefined;
      if (line !== undefined) found.add(`${symbol.name} (${symbol.path}:${line})`);
    }
  }
  return [...found];
}

/** The names of the symbols that are also called without a name. */
async function calledUnnamed(view: RefView, symbols: readonly SymbolRecord[]): Promise<readonly string[]> {
  const resolver = new ViewResolver(view);
  const names = new Set<string>();
  for (const symbol of symbols) {
    if (await callRulesOf(symbol.language).sites.isCalledUnnamed?.(resolver, symbol)) names.add(scopeInside(symbol));
  }
  return [...names];
}

/** The first files with the reasons, and the number of the others. */
export function namesOfFiles(files: readonly UnindexedFile[]): string {
  return listed(files.map(({ path, why }) => `${path} (${why})`));
}

function listed(names: readonly string[]): string {
  const others = names.length - maxNamed;
  return `${names.slice(0, maxNamed).join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}
