/** An edge connects a caller to a callee. Several calls between the same two symbols are one edge. */
import type { SourceFile } from '../../../languages/entity.ts';
import type { ReferenceFact } from '../../../model.ts';
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import type { RefView } from '../../view/ref-view.ts';
import { ViewResolver } from '../names/resolver.ts';
import { guessSite } from './guess-site.ts';
import { replacedAt } from './replaced.ts';
import { type Resolution, resolveSite } from './resolve-site.ts';

export type Confidence = 'static' | 'heuristic';

export interface Edge {
  /** The caller or the callee, depending on the direction; a file if its top-level code is the caller. */
  readonly end: SymbolRecord | FileVersion;
  readonly path: string;
  /** The lines of the calls, in order. */
  readonly lines: readonly number[];
  readonly confidence: Confidence;
  /** The function is passed as a value rather than called. */
  readonly isReference: boolean;
  /** The call is made through an interface or base and may reach this end at run time. */
  readonly isDispatch: boolean;
}

export interface FoundEdges {
  readonly edges: readonly Edge[];
  /** The call sites that nothing resolves, in order. */
  readonly unresolved: readonly UnresolvedSite[];
  /** Number of files with the name that were not examined, or not to their end, because of the budget. */
  readonly unexamined: number;
  /** Number of implementations that calls may reach and that are not among the edges. */
  readonly omitted?: number;
}

/** A call site that may call the symbol, or from inside of it a symbol of the repository, as far as anything proves. */
export interface UnresolvedSite {
  readonly file: FileVersion;
  readonly site: ReferenceFact;
}

/**
 * What a call site calls. It belongs to one of four classes: resolved to its targets, if that is proven; outside of the
 * repository, if it is proven and has no targets; otherwise unresolved for each symbol that it may call
 * (`site-candidates.ts`), except that guessed targets are heuristic edges.
 */
export interface SiteTargets {
  readonly targets: readonly SymbolRecord[];
  /** The targets in other builds. */
  readonly others: readonly SymbolRecord[];
  readonly confidence: Confidence;
  /** Whether scope, imports and types prove that it calls nothing but the targets. */
  readonly isProven: boolean;
}

const nothing: SiteTargets = { targets: [], others: [], confidence: 'static', isProven: true };

/** Resolves a call site: returns the proven target, otherwise guesses. */
export async function targetsOf(view: RefView, source: SourceFile, site: ReferenceFact): Promise<SiteTargets> {
  const resolver = new ViewResolver(view);
  const resolution = await resolveSite(resolver, source, site);
  // A value that is passed on is not a call.
  if (resolver.isAssumed && site.kind !== 'value' && resolution.is !== 'opaque' && resolution.is !== 'unknown') {
    return assumed(resolution);
  }
  if (resolution.is === 'proven') {
    const { target, others } = resolution;
    if ((await replacedAt(view, target)) === undefined) return { ...nothing, targets: [target], others };
    return { targets: [target], others, confidence: 'heuristic', isProven: false };
  }
  if (resolution.is === 'oneOf') return { ...nothing, targets: resolution.targets, confidence: 'heuristic' };
  if (resolution.is === 'outside' || site.kind === 'value') return nothing;
  const targets = resolution.is === 'opaque' ? [] : await guessSite(resolver, source, site);
  return { targets, others: [], confidence: 'heuristic', isProven: false };
}

/** Each of several possibilities may be the one at run time, and only one was followed. */
function assumed(resolution: Resolution): SiteTargets {
  const unproven = { targets: [], others: [], confidence: 'heuristic', isProven: false } as const;
  if (resolution.is === 'proven') return { ...unproven, targets: [resolution.target], others: resolution.others };
  return resolution.is === 'oneOf' ? { ...unproven, targets: resolution.targets } : unproven;
}

/** Merges calls between the same two ends into one edge with the higher confidence. */
export class EdgeList {
  readonly #edges = new Map<string, { edge: Edge; readonly lines: Set<number> }>();

  add(
    end: SymbolRecord | FileVersion,
    key: string,
    path: string,
    site: ReferenceFact,
    confidence: Confidence,
    isDispatch = false,
  ): void {
    const isReference = site.kind === 'value';
    const known = this.#edges.get(`${key} ${isReference} ${isDispatch}`);
    if (known === undefined) {
      const edge = { end, path, lines: [], confidence, isReference, isDispatch };
      this.#edges.set(`${key} ${isReference} ${isDispatch}`, { edge, lines: new Set([site.line]) });
      return;
    }
    known.lines.add(site.line);
    if (confidence === 'static' && known.edge.confidence === 'heuristic') {
      known.edge = { ...known.edge, confidence };
    }
  }

  list(): Edge[] {
    return [...this.#edges.values()].map(({ edge, lines }) => ({ ...edge, lines: [...lines].sort((a, b) => a - b) }));
  }
}

export function isCallSite({ kind }: ReferenceFact): boolean {
  return kind === 'call' || kind === 'construct' || kind === 'value';
}

/**
 * A budget limits the work of one answer: files whose calls are resolved, distinct call sites in them, and files that
 * are only checked. It counts these instead of time, so that the same query has the same answer on every machine.
 */
export class Budget {
  #files: number;
  #looks: number;
  #sites: number;

  constructor(files: number, sites = 8 * files) {
    this.#files = files;
    this.#looks = 12 * files;
    this.#sites = sites;
  }

  get isSpent(): boolean {
    return this.#files <= 0 || this.#sites <= 0;
  }

  allowsSite(): boolean {
    return this.#sites-- > 0;
  }

  allowsFile(): boolean {
    return this.#files-- > 0;
  }

  allowsLook(): boolean {
    return this.#looks-- > 0 && this.#files > 0;
  }
}
