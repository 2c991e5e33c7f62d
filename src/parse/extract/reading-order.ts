/** Definitions and marks in reading order: sorted by start, outer before inner. */
import type { Captures, Definition, Span } from './captures.ts';

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
