/** Definitions become symbols: nested by their ranges, named by their scope, told apart from their namesakes. */

import type { Language } from '../../languages/language.ts';
import type { SymbolFact, SymbolKind } from '../../model.ts';
import type { LineIndex } from '../../text/line-index.ts';
import type { Captures, Definition, Span } from './captures.ts';
import { DocComments, withoutMarkers } from './doc-comment.ts';
import { LocalNames } from './local-names.ts';
import { firstAtOrAfter, signatureOf } from './signature.ts';

const functionKinds = new Set<SymbolKind>(['fn', 'method', 'macro']);
const valueKinds = new Set<SymbolKind>(['variable', 'const', 'static', 'field']);
const classKinds = new Set<SymbolKind>(['class', 'interface', 'struct', 'enum']);
/** What declares members: a value inside is a member of it, even where the whole is local to a function. */
const holderKinds = new Set<SymbolKind>([...classKinds, 'trait', 'impl', 'type', 'module']);
const maxNameLength = 300;
/** What is nested deeper than any source is left out; its scope alone would fill the memory. */
const maxNesting = 200;

export interface FoundSymbols {
  readonly symbols: SymbolFact[];
  /** The ranges of the symbols, by their index; sorted by start, outer before inner. */
  readonly spans: Span[];
  /** Where the names of the symbols start, by their index. */
  readonly nameStarts: number[];
  /** Something was nested too deep to be taken. */
  readonly hasLost: boolean;
  /** Variables of functions, which are no symbols. */
  readonly locals: LocalNames;
  readonly localDefinitions: LocalDefinition[];
  /** Where the bodies of the symbols start, by their index; what is bound before that is a parameter. */
  readonly bodyStarts: number[];
}

export interface LocalDefinition {
  readonly within: number;
  readonly name: Span;
  readonly statement: Span;
}

export function symbolsOf(language: Language, text: string, lines: LineIndex, captures: Captures): FoundSymbols {
  const docs = new DocComments(text, lines, captures);
  const asides = [...captures.comments, ...captures.attributes].sort((a, b) => a.start - b.start);
  const symbols: SymbolFact[] = [];
  const spans: Span[] = [];
  const nameStarts: number[] = [];
  const bodyStarts: number[] = [];
  const localDefinitions: LocalDefinition[] = [];
  const locals = new LocalNames(symbols);
  let hasLost = false;
  const namesakes = new Map<string, number>();
  const byName = new Map<string, number>();
  const valueByName = new Map<string, number>();
  const leads = new Map<number, number>();
  const accessOfMember = new Map<string, string>();
  const members = new Set<string>();
  const exported = new Map<string | number, string>();
  for (const { name, start, modifier } of captures.exported) exported.set(name, modifier).set(start, modifier);
  const open: Scope[] = [{ span: { start: 0, end: Number.POSITIVE_INFINITY }, index: -1, holds: 'members' }];

  for (const item of inReadingOrder(captures)) {
    while (!contains((open.at(-1) as Scope).span, item)) open.pop();
    const outer = open.at(-1) as Scope;
    if (open.length > maxNesting) {
      hasLost = true;
      continue;
    }
    const { definition } = item;
    if (definition === undefined) {
      if (item.mark === 'access') outer.access = text.slice(item.span.start, item.span.end);
      else open.push({ span: item.span, index: outer.index, holds: item.mark === 'local' ? 'locals' : outer.holds });
      continue;
    }
    const isLocal = open.some((scope) => scope.holds === 'locals');
    if (outer.holds === 'locals' && definition.nonlocal) continue;
    const isValue = valueKinds.has(definition.kind);
    const holder = definition.member ? open.findLast((scope) => isClass(symbols[scope.index])) : undefined;
    const written = text.slice(definition.name.start, definition.name.end);
    const name = language.nameOf?.(written) ?? written;
    if (outer.holds === 'locals' && isValue && holder === undefined) {
      if (definition.kind === 'field') continue;
      locals.add(outer.index, name, definition.end);
      localDefinitions.push({ within: outer.index, name: definition.name, statement: item.span });
      continue;
    }
    if (name.length > maxNameLength || name === '_' || name === '') {
      open.push({ span: item.span, index: outer.index, holds: heldBy(definition.kind, outer) });
      continue;
    }

    const owner = definition.owner && typeName(text.slice(definition.owner.start, definition.owner.end));
    let parent = (holder ?? outer).index;
    if (holder !== undefined && isValue && members.has(`${parent} ${name}`)) continue;
    const scope = join(language, scopeWithin(language, symbols, parent), owner ?? '');
    if (owner !== undefined) {
      parent = byName.get(scope) ?? (parent === -1 ? byName.get(lastPart(owner)) : undefined) ?? parent;
      if (parent === -1) parent = valueByName.get(owner) ?? -1;
    }
    const parentKind = symbols[parent]?.kind;
    const kind = kindWithin(language, definition.kind, parentKind, name);
    const namesake = `${kind} ${scope} ${name}`;
    const ordinal = namesakes.get(namesake) ?? 0;
    if (definition.once && ordinal > 0) continue;
    namesakes.set(namesake, ordinal + 1);

    const head = afterAttributes(text, definition, asides);
    // `int a = 1, b`: what stands in front of the first value belongs to each of them.
    const lead = isValue ? leads.get(head) : undefined;
    if (isValue && lead === undefined && definition.start > head) leads.set(head, definition.start);
    const begin = lead === undefined ? head : definition.start;
    const signature = signatureOf(text, { ...definition, head }, asides, lead);
    // What is defined outside of its class has the access that it was declared with inside.
    const member = `${parent} ${name}`;
    const access = owner === undefined ? outer.access : accessOfMember.get(member);
    if (access !== undefined && !accessOfMember.has(member)) accessOfMember.set(member, access);
    const docstring =
      definition.docstring && withoutMarkers(text.slice(definition.docstring.start, definition.docstring.end));
    // A comment above a line belongs to the first that starts there: `enum Side { Left, Right }`.
    const isFirstOnLine = symbols[outer.index]?.lineStart !== lines.lineAt(begin);
    const doc = docstring ?? (isFirstOnLine ? docOf(docs, definition, begin) : undefined);
    const index = symbols.length;
    symbols.push({
      name,
      kind,
      parent,
      scope,
      ordinal,
      signature,
      ...language.visibility({
        name,
        kind,
        signature,
        parentKind,
        parent: symbols[parent],
        modifier: definition.modifier && text.slice(definition.modifier.start, definition.modifier.end),
        access,
        local: isLocal,
        exported: exported.get(definition.name.start) ?? (parent === -1 ? exported.get(name) : undefined),
      }),
      ...(doc === undefined ? {} : { doc }),
      lineStart: lines.lineAt(begin),
      lineEnd: lines.lineAt(lastCharacter(text, definition)),
    });
    nameStarts.push(definition.name.start);
    bodyStarts.push(definition.body?.start ?? definition.start);
    members.add(member);
    if (holder !== undefined && isValue) {
      // What its value refers to belongs to the function it stands in.
      spans.push({ start: definition.start, end: definition.start });
      continue;
    }
    spans.push({ start: definition.start, end: definition.end });
    if (classKinds.has(kind) || kind === 'type' || kind === 'trait') {
      byName.set(join(language, scope, name), index);
      // Outside of its scope a type is found by its name alone, unless another one stands at the top.
      if (!byName.has(name)) byName.set(name, index);
    } else if (parent === -1) valueByName.set(name, index);
    open.push({ span: item.span, index, holds: heldBy(kind, outer) });
  }
  return { symbols, spans, nameStarts, hasLost, locals, localDefinitions, bodyStarts };
}

function heldBy(kind: SymbolKind, outer: Scope): Scope['holds'] {
  if (functionKinds.has(kind)) return 'locals';
  return holderKinds.has(kind) ? 'members' : outer.holds;
}

function isClass(symbol: SymbolFact | undefined): boolean {
  return symbol !== undefined && classKinds.has(symbol.kind);
}

function docOf(docs: DocComments, definition: Definition, head: number): string | undefined {
  return docs.before(head) ?? (head === definition.head ? undefined : docs.before(definition.head));
}

/** Index of the innermost symbol that holds an offset, or -1. Ask in rising order of offsets. */
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

/** A range that is being read, with the symbol it belongs to and the access section that was last opened in it. */
interface Scope {
  readonly span: Span;
  readonly index: number;
  /** Whether a value declared right in it is a local of a function or a member. */
  readonly holds: 'locals' | 'members';
  access?: string;
}

interface Item {
  readonly span: Span;
  readonly mark: 'definition' | 'local' | 'section' | 'access';
  readonly definition?: Definition;
}

function inReadingOrder(captures: Captures): Item[] {
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

/** Where a declaration starts once the attributes at its front are passed. */
function afterAttributes(text: string, { head, name }: Definition, asides: readonly Span[]): number {
  let at = head;
  for (let index = firstAtOrAfter(asides, head); asides[index]?.start === at; index++) {
    const { end } = asides[index] as Span;
    const gap = /\s*/y;
    gap.lastIndex = end;
    const next = end + (gap.exec(text)?.[0].length ?? 0);
    if (next > name.start) break;
    at = next;
  }
  return at;
}

/** A definition is strictly inside, since two names of one declaration are siblings; a mark may fill its scope. */
function contains(outer: Span, { span: inner, mark }: Item): boolean {
  const isSame = outer.start === inner.start && outer.end === inner.end;
  return outer.start <= inner.start && outer.end >= inner.end && !(isSame && mark === 'definition');
}

function kindWithin(
  language: Language,
  kind: SymbolKind,
  parentKind: SymbolKind | undefined,
  name: string,
): SymbolKind {
  const isMember = parentKind !== undefined && classKinds.has(parentKind);
  if (kind === 'fn' && isMember) return language.functionInClass ?? 'method';
  if (kind !== 'variable') return kind;
  if (isMember) return 'field';
  return language.constantNames?.test(name) ? 'const' : kind;
}

function scopeWithin(language: Language, symbols: readonly SymbolFact[], parent: number): string {
  const outer = symbols[parent];
  return outer === undefined ? '' : join(language, outer.scope, outer.name);
}

function join(language: Language, ...parts: string[]): string {
  return parts.filter((part) => part !== '').join(language.separator ?? '.');
}

/** `*Store[K, V]` → `Store`, `&'a mut Thing` → `Thing`; qualifiers stay. */
function typeName(written: string): string {
  return (
    /[\p{L}_$][\p{L}\p{N}_$]*(?:(?:::|\.)[\p{L}_$][\p{L}\p{N}_$]*)*/u.exec(
      withoutArguments(written.replace(/'\w+\s|\b(?:mut|const)\s/g, '')),
    )?.[0] ?? ''
  );
}

/** `Map<K, V>::Entry` → `Map::Entry` */
function withoutArguments(written: string): string {
  const inner = /<[^<>]*>/g;
  let result = written;
  while (inner.test(result)) result = result.replace(inner, '');
  return result;
}

function lastPart(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1);
}

function lastCharacter(text: string, span: Span): number {
  let end = span.end;
  while (end > span.start + 1 && /\s/.test(text[end - 1] as string)) end--;
  return end - 1;
}
