/**
 * The edges of a walk that an answer covers: those that the filters admit, code before tests at each depth. The walk
 * itself goes everywhere, so a caller is found even if the calls lead to it through files that are left out.
 */
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import type { FileFilter, TestsChoice } from '../../parameters/file-filter.ts';
import { isInTests } from '../../ranking/rank.ts';
import { isSymbol, type Walk, type WalkedEdge } from './walk-calls.ts';

export interface SelectedWalk extends Walk {
  /** Number of the edges that are in tests. */
  readonly testEdges: number;
  /** Number of edges and of unresolved call sites that the filters leave out. */
  readonly filtered: number;
}

export interface EdgeFilter {
  /** By path and language only: a symbol may be a test in a file of other code. */
  readonly files: FileFilter;
  readonly tests: TestsChoice;
}

/** The call sites in callees are inside of the symbol, so only those of callers are filtered. */
export function selectEdges(walk: Walk, direction: 'callers' | 'callees', filter: EdgeFilter): SelectedWalk {
  const admits = (file: Pick<FileVersion, 'path' | 'language' | 'labels'>, isTest: boolean) =>
    (filter.tests === 'last' || isTest === (filter.tests === 'only')) && filter.files.admits(file);
  const [code, tests]: [WalkedEdge[], WalkedEdge[]] = [[], []];
  for (const each of walk.edges) {
    const isTest = isTestEnd(each.edge.end);
    if (admits(each.edge.end, isTest)) (isTest ? tests : code).push(each);
  }
  const edges = byDepth(code, tests);
  const unresolved =
    direction === 'callees'
      ? walk.unresolved
      : walk.unresolved.filter(({ file }) => admits(file, file.labels.includes('test')));
  const counts = { static: 0, heuristic: 0 };
  for (const { edge } of edges) counts[edge.confidence]++;
  return {
    ...walk,
    edges,
    counts,
    unresolved,
    testEdges: tests.length,
    filtered: walk.edges.length - edges.length + walk.unresolved.length - unresolved.length,
  };
}

/** Merges two lists that are sorted by depth, the first before the second at each depth. */
function byDepth(first: readonly WalkedEdge[], second: readonly WalkedEdge[]): WalkedEdge[] {
  return [...first, ...second].sort((a, b) => a.depth - b.depth);
}

/** Tests may stand beside the code, in a module of its file. */
function isTestEnd(end: SymbolRecord | FileVersion): boolean {
  return end.labels.includes('test') || (isSymbol(end) && isInTests(end.language, end.scope));
}
