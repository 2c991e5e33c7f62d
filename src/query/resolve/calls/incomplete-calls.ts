/**
 * What a call graph misses, other than by its limit: languages without calls, unindexed files, unexamined files, and
 * imports through files that were not read.
 */
import { hasCalls } from '../../../languages/languages.ts';
import type { RefView } from '../../view/ref-view.ts';
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
  return {
    isPartial: files.length > 0 || unread.length > 0,
    warnings: [
      ...(files.length > 0 ? [`Calls in these files may be missing: ${namesOfFiles(files)}.`] : []),
      ...unread,
      ...(unexaminedFiles > 0
        ? [
            `${unexaminedFiles} ${unexaminedFiles === 1 ? 'file that contains the name was' : 'files that contain the name were'} not examined, or not to the end; total_edges is a lower bound.`,
          ]
        : []),
    ],
  };
}

/** The first files with the reasons, and the number of the others. */
export function namesOfFiles(files: readonly UnindexedFile[]): string {
  const named = files.slice(0, maxNamed).map(({ path, why }) => `${path} (${why})`);
  const others = files.length - named.length;
  return `${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}
