/**
 * The order of the places of a code context: by score, but a hit that calls one of the best hits, or that they call,
 * counts for more. A type that was not asked for stands behind its functions that match.
 */
import { typeKinds } from '../../../languages/entity.ts';
import type { SymbolKind } from '../../../model.ts';
import type { FileFilter } from '../../parameters/file-filter.ts';
import { weights } from '../../ranking/weights.ts';
import { isSymbol } from '../../resolve/calls/walk-calls.ts';
import type { SearchHit } from '../../search/hit.ts';
import type { RefView } from '../../view/ref-view.ts';
import type { HitGroup } from '../group-hits.ts';
import { type ProvenCalls, provenCalls } from './context-relations.ts';

export interface ContextPlace {
  readonly place: SearchHit;
  readonly inner: readonly SearchHit[];
  /** Relative to the best hit, which has 1. */
  readonly value: number;
  /** Of the best hits. */
  readonly calls?: ProvenCalls | undefined;
  /** Something inside of it is shown by itself. */
  readonly isAround: boolean;
}

/** The best hits whose calls are followed. */
const followed = 5;

export async function orderedPlaces(
  view: RefView,
  groups: readonly HitGroup[],
  filter: FileFilter,
  isNamed: boolean,
): Promise<ContextPlace[]> {
  const units = isNamed ? groups.map((group) => ({ ...group, isAround: false })) : groups.flatMap(withFunctions);
  const best = units.reduce((most, { place }) => Math.max(most, place.score), 0);
  const calls = new Map<number, ProvenCalls>();
  for (const { place } of units.slice(0, followed)) {
    if (place.symbol !== undefined) calls.set(place.symbol.id, await provenCalls(view, place.symbol, filter));
  }
  const linked = new Set<number>();
  for (const { callees, callers } of calls.values()) {
    for (const { end } of [...callees, ...callers]) if (isSymbol(end)) linked.add(end.id);
  }
  const places = units.map((unit): ContextPlace => {
    const id = unit.place.symbol?.id ?? -1;
    const value = unit.place.score / best + (linked.has(id) ? weights.context.linked : 0);
    return { ...unit, value, calls: calls.get(id) };
  });
  return places.sort((a, b) => b.value - a.value);
}

export function isType({ symbol }: SearchHit): boolean {
  return symbol !== undefined && typeKinds.has(symbol.kind as SymbolKind);
}

/** The functions inside a type that match, before the type itself. */
function withFunctions({ place, inner }: HitGroup): (HitGroup & { isAround: boolean })[] {
  const functions = isType(place) ? inner.filter((hit) => hit.symbol !== undefined && !isType(hit)) : [];
  const shown: SearchHit[] = [];
  for (const hit of functions) if (!shown.some((other) => overlaps(hit, other))) shown.push(hit);
  return [
    ...shown.map((hit) => ({ place: hit, inner: [], isAround: false })),
    { place, inner, isAround: shown.length > 0 },
  ];
}

function overlaps({ symbol: a }: SearchHit, { symbol: b }: SearchHit): boolean {
  return a !== undefined && b !== undefined && a.lineStart <= b.lineEnd && b.lineStart <= a.lineEnd;
}
