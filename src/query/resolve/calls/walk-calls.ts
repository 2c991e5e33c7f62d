/**
 * Walks a call graph breadth first, in one direction, from the declarations of a symbol. The walk does not depend on how
 * many edges an answer lists, so totals are the same for every limit; if its budget ends it, it says where.
 */
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import type { RefView } from '../../view/ref-view.ts';
import { Budget, type Confidence, type Edge, type FoundEdges, type UnresolvedSite } from './edge.ts';
import { identity } from './resolve-site.ts';

export type Group = readonly [SymbolRecord, ...SymbolRecord[]];

export type Follow = (view: RefView, symbols: Group, budget: Budget) => Promise<FoundEdges>;

export interface Walk {
  /** All edges, nearest first. */
  readonly edges: readonly WalkedEdge[];
  readonly counts: Readonly<Record<Confidence, number>>;
  /** The unresolved call sites of all symbols that were followed, nearest first. */
  readonly unresolved: readonly UnresolvedSite[];
  /** Number of files with one of the names that were not examined. */
  readonly unexamined: number;
  /** Number of implementations that calls may reach and that are not among the edges. */
  readonly omitted: number;
  /** The symbols whose calls were followed. */
  readonly followed: readonly SymbolRecord[];
  /** Why the walk ended before the requested depth, if it did. */
  readonly stopped?: Stop;
}

export interface WalkedEdge {
  readonly edge: Edge;
  readonly depth: number;
  /** The symbol at the previous depth that the edge connects to. */
  readonly from: SymbolRecord;
}

export interface Stop {
  /** The first depth at which edges are missing, or at which there are none. */
  readonly depth: number;
  /** `budget`: the answer would take too long; `no_more_edges`: nothing is left to follow. */
  readonly reason: 'budget' | 'no_more_edges';
  /** Number of symbols whose calls were not followed, or not all of them. */
  readonly unexpandedSymbols: number;
}

/** The budget of the symbol itself. Its calls are the answer, so all but the most frequent names are counted in full. */
const firstFiles = 2_000;
const firstSites = 6_000;
/** The budget that all symbols from depth 2 on share. */
const furtherFiles = 300;
const furtherSites = 2_000;

export async function walkCalls(view: RefView, anchors: Group, follow: Follow, depth: number): Promise<Walk> {
  const edges: WalkedEdge[] = [];
  const counts = { static: 0, heuristic: 0 };
  const unresolved: UnresolvedSite[] = [];
  const followed: SymbolRecord[] = [];
  const seen = new Set(anchors.map(identity));
  const further = new Budget(furtherFiles, furtherSites);
  let level: Group[] = [anchors];
  let unexamined = 0;
  let omitted = 0;
  let cutAt: number | undefined;
  let unexpanded = 0;
  for (let at = 1; at <= depth && level.length > 0; at++) {
    const budget = at === 1 ? new Budget(firstFiles, firstSites) : further;
    const next: Group[] = [];
    for (const group of level) {
      if (budget.isSpent) {
        unexpanded++;
        cutAt ??= at;
        continue;
      }
      const found = await follow(view, group, budget);
      for (const each of group) followed.push(each);
      for (const each of found.unresolved) unresolved.push(each);
      unexamined += found.unexamined;
      omitted += found.omitted ?? 0;
      if (found.unexamined > 0) {
        unexpanded++;
        cutAt ??= at;
      }
      for (const edge of inOrder(found.edges)) {
        counts[edge.confidence]++;
        edges.push({ edge, depth: at, from: group[0] });
        if (!isSymbol(edge.end) || seen.has(identity(edge.end))) continue;
        seen.add(identity(edge.end));
        next.push([edge.end]);
      }
    }
    level = next;
  }
  const deepest = edges.at(-1)?.depth ?? 0;
  const hasEnded = depth > 1 && deepest < depth;
  const stopped: Stop | undefined =
    cutAt !== undefined
      ? { depth: cutAt, reason: 'budget', unexpandedSymbols: unexpanded }
      : hasEnded
        ? { depth: deepest + 1, reason: 'no_more_edges', unexpandedSymbols: 0 }
        : undefined;
  return { edges, counts, unresolved, unexamined, omitted, followed, ...(stopped === undefined ? {} : { stopped }) };
}

/** Static edges before heuristic ones, then code before tests. */
function inOrder(edges: readonly Edge[]): Edge[] {
  const rank = ({ confidence, end, isReference }: Edge) =>
    Number(confidence === 'heuristic') * 4 + Number(end.labels.includes('test')) * 2 + Number(isReference);
  return [...edges].sort((a, b) => rank(a) - rank(b));
}

/** Top-level code belongs to its file. */
export function isSymbol(end: SymbolRecord | FileVersion): end is SymbolRecord {
  return 'scope' in end;
}
