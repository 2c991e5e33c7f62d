/** Definitions become symbols: nested by their ranges, named by their scope, told apart from their namesakes. */
import type { SymbolFact, SymbolKind } from '../model.ts';
import type { LineIndex } from '../text/line-index.ts';
import type { Captures, Definition, Span } from './captures.ts';
import { DocComments, withoutMarkers } from './doc-comment.ts';
import type { Language } from './language.ts';
import { firstAtOrAfter, signatureOf } from './signature.ts';

const functionKinds = new Set<SymbolKind>(['fn', 'method', 'macro']);
const valueKinds = new Set<SymbolKind>(['variable', 'const', 'static', 'field']);
const classKinds = new Set<SymbolKind>(['class', 'interface', 'struct', 'enum']);
const maxNameLength = 300;

export interface FoundSymbols {
  readonly symbols: SymbolFact[];
  /** The ranges of the symbols, by their index; sorted by start, outer before inner. */
  readonly spans: Span[];
}

export function symbolsOf(language: Language, text: string, lines: LineIndex, captures: Captures): FoundSymbols {
  const docs = new DocComments(text, lines, captures);
  const symbols: SymbolFact[] = [];
  const spans: Span[] = [];
  const namesakes = new Map<string, number>();
  const byName = new Map<string, number>();
  const open: { span: Span; index: number; isFunction: boolean }[] = [];

  for (const item of inReadingOrder(captures)) {
    while (open.length > 0 && !contains((open.at(-1) as (typeof open)[0]).span, item.span)) open.pop();
    const isLocal = open.some((outer) => outer.isFunction);
    const { definition } = item;
    if (definition === undefined) {
      open.push({ span: item.span, index: open.at(-1)?.index ?? -1, isFunction: true });
      continue;
    }
    if (isLocal && valueKinds.has(definition.kind)) continue;
    const name = text.slice(definition.name.start, definition.name.end);
    if (name.length > maxNameLength || name === '_' || name === '') continue;

    const owner = definition.owner && typeName(text.slice(definition.owner.start, definition.owner.end));
    let parent = open.at(-1)?.index ?? -1;
    const scope = join(language, scopeWithin(language, symbols, parent), owner ?? '');
    if (owner !== undefined && parent === -1) parent = byName.get(lastPart(owner)) ?? -1;
    const parentKind = symbols[parent]?.kind;
    const kind = kindWithin(language, definition.kind, parentKind);
    const namesake = `${kind} ${scope} ${name}`;
    const ordinal = namesakes.get(namesake) ?? 0;
    namesakes.set(namesake, ordinal + 1);

    const signature = signatureOf(text, definition, captures.comments);
    const access = accessBefore(text, captures.access, definition, spans[parent]);
    const docstring =
      definition.docstring && withoutMarkers(text.slice(definition.docstring.start, definition.docstring.end));
    const doc = docstring ?? docs.before(definition.head);
    const index = symbols.length;
    symbols.push({
      name,
      kind,
      parent,
      scope,
      ordinal,
      signature,
      ...language.visibility({ name, kind, signature, parentKind, access, local: isLocal }),
      ...(doc === undefined ? {} : { doc }),
      lineStart: lines.lineAt(definition.head),
      lineEnd: lines.lineAt(lastCharacter(text, definition)),
    });
    spans.push({ start: definition.start, end: definition.end });
    if (classKinds.has(kind) || kind === 'type' || kind === 'trait') byName.set(name, index);
    open.push({ span: item.span, index, isFunction: functionKinds.has(kind) });
  }
  return { symbols, spans };
}

/** Index of the innermost symbol that holds an offset, or -1. Ask in rising order of offsets. */
export function enclosingFinder(symbols: readonly SymbolFact[], spans: readonly Span[]): (offset: number) => number {
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
      if ((spans[index] as Span).end > offset && symbols[index] !== undefined) return index;
    }
    return -1;
  };
}

interface Item {
  readonly span: Span;
  readonly definition: Definition | undefined;
}

function inReadingOrder(captures: Captures): Item[] {
  const items: Item[] = captures.definitions.map((definition) => ({ span: definition, definition }));
  for (const span of captures.locals) items.push({ span, definition: undefined });
  // Where both start and end alike, the name comes first: it is the function that the anonymous one is bound to.
  return items.sort(
    (a, b) =>
      a.span.start - b.span.start ||
      b.span.end - a.span.end ||
      Number(a.definition === undefined) - Number(b.definition === undefined),
  );
}

/** Strictly inside: two names of one declaration are siblings. */
function contains(outer: Span, inner: Span): boolean {
  return (
    outer.start <= inner.start && outer.end >= inner.end && !(outer.start === inner.start && outer.end === inner.end)
  );
}

function kindWithin(language: Language, kind: SymbolKind, parentKind: SymbolKind | undefined): SymbolKind {
  if (kind === 'fn' && parentKind !== undefined && classKinds.has(parentKind)) return language.functionInClass;
  return kind;
}

function scopeWithin(language: Language, symbols: readonly SymbolFact[], parent: number): string {
  const outer = symbols[parent];
  return outer === undefined ? '' : join(language, outer.scope, outer.name);
}

function join(language: Language, ...parts: string[]): string {
  return parts.filter((part) => part !== '').join(language.separator);
}

/** `*Store[K, V]` → `Store`, `&'a mut Thing` → `Thing`; qualifiers stay. */
function typeName(written: string): string {
  return (
    /[\p{L}_$][\p{L}\p{N}_$]*(?:(?:::|\.)[\p{L}_$][\p{L}\p{N}_$]*)*/u.exec(
      written.replace(/'\w+\s|\b(?:mut|const)\s/g, ''),
    )?.[0] ?? ''
  );
}

function lastPart(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1);
}

/** The access section (`private:`) that a member stands in, if its parent has one. */
function accessBefore(
  text: string,
  access: readonly Span[],
  definition: Definition,
  parent: Span | undefined,
): string | undefined {
  const marker = access[firstAtOrAfter(access, definition.start) - 1];
  if (marker === undefined || (parent !== undefined && marker.start < parent.start)) return undefined;
  return text.slice(marker.start, marker.end);
}

function lastCharacter(text: string, span: Span): number {
  let end = span.end;
  while (end > span.start + 1 && /\s/.test(text[end - 1] as string)) end--;
  return end - 1;
}
