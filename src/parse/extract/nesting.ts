/** Nesting of symbols: which one encloses an offset, and the order in which to read definitions and marks. */
import type { Captures, Definition, Span } from './captures.ts';

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

/** A definition or mark. Items are sorted by start, outer before inner. */
export interface Item {
  readonly span: Span;
  readonly mark: 'definition' | 'local' | 'section' | 'access';
  /** Present if the mark is `definition`. */
  readonly definition?: Definition;
}

export function inReadingOrder(captures: Captures): Item[] {
  const items: Item[] = captures.definitions.map((definition) => ({
    span: definition,
    mark: 'definition',
    definition,
  }));
  for (const span of captures.locals) items.push({ span, mark: 'local' });
  for (const span of captures.sections) items.push({ span, mark: 'section' });
  for (const span of captures.access) items.push({ span, mark: 'access' });
  // With equal ranges the definition comes first: it is the name that the anonymous function is bound to.
  return items.sort(
    (a, b) =>
      a.span.start - b.span.start ||
      b.span.end - a.span.end ||
      Number(a.definition === undefined) - Number(b.definition === undefined),
  );
}

/** A definition must be strictly inside, since two names of one declaration are siblings; a mark may fill its scope. */
export function contains(outer: Span, { span: inner, mark }: Item): boolean {
  const isSame = outer.start === inner.start && outer.end === inner.end;
  return outer.start <= inner.start && outer.end >= inner.end && !(isSame && mark === 'definition');
}
