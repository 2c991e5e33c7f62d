/** Groups overlapping hits of one file, so that an answer shows no line twice. */
import type { SearchHit } from '../search/hit.ts';

/** A hit with the further hits inside its lines. */
export interface HitGroup {
  readonly place: SearchHit;
  readonly inner: SearchHit[];
}

/** Keeps the best of overlapping hits (a class and its method, a snippet in a function), with the hits inside it. */
export function groupHits(places: readonly SearchHit[], strategy: 'breadth' | 'depth'): HitGroup[] {
  const groups: HitGroup[] = [];
  for (const place of places) {
    // With breadth, a file is shown by its path without lines.
    const isListed = strategy === 'breadth' && place.type === 'file';
    const other = isListed ? undefined : groups.find((group) => overlap(group.place, place, strategy));
    if (other === undefined) groups.push({ place, inner: [] });
    else if (isInside(place, other.place)) other.inner.push(place);
  }
  return groups;
}

function overlap(a: SearchHit, b: SearchHit, strategy: 'breadth' | 'depth'): boolean {
  if (a.file.id !== b.file.id || (strategy === 'breadth' && a.type === 'file')) return false;
  const [first, second] = [linesOf(a), linesOf(b)];
  return first.start <= second.end && second.start <= first.end;
}

function isInside(place: SearchHit, outer: SearchHit): boolean {
  const [inner, around] = [linesOf(place), linesOf(outer)];
  const isSame = place.symbol?.id === outer.symbol?.id;
  return !isSame && inner.start >= around.start && inner.end <= around.end;
}

function linesOf({ symbol, lineStart, lineEnd }: SearchHit): { start: number; end: number } {
  return symbol === undefined ? { start: lineStart, end: lineEnd } : { start: symbol.lineStart, end: symbol.lineEnd };
}
