/** Finds the symbol that encloses an offset. */
import type { Span } from './captures.ts';

/** Returns a lookup of the innermost symbol around an offset, or -1. Offsets must be queried in ascending order. */
export function enclosingFinder(spans: readonly Span[]): (offset: number) => number {
  const open: number[] = [];
  let next = 0;
  return (offset) => {
    while (next < spans.length && (spans[next] as Span).start <= offset) {
      while (open.length > 0 && (spans[open.at(-1) as number] as Span).end <= (spans[next] as Span).start) open.pop();
      open.push(next++);
    }
    while (open.length > 0 && (spans[open.at(-1) as number] as Span).end <= offset) open.pop();
    for (let at = open.length - 1; at >= 0; at--) {
      const index = open[at] as number;
      if ((spans[index] as Span).end > offset) return index;
    }
    return -1;
  };
}
