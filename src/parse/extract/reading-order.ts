/** Definitions and marks in the order in which a reader meets them: by their starts, outer before inner. */
import type { Captures, Definition, Span } from './captures.ts';

export interface Item {
  readonly span: Span;
  readonly mark: 'definition' | 'local' | 'section' | 'access';
  /** Present where the mark is `definition`. */
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
  // Where both start and end alike, the name comes first: it is the function that the anonymous one is bound to.
  return items.sort(
    (a, b) =>
      a.span.start - b.span.start ||
      b.span.end - a.span.end ||
      Number(a.definition === undefined) - Number(b.definition === undefined),
  );
}

/** A definition is strictly inside, since two names of one declaration are siblings; a mark may fill its scope. */
export function contains(outer: Span, { span: inner, mark }: Item): boolean {
  const isSame = outer.start === inner.start && outer.end === inner.end;
  return outer.start <= inner.start && outer.end >= inner.end && !(isSame && mark === 'definition');
}
