/** Converts definitions to symbols: nested by range and qualified by scope. */

import type { Language } from '../../languages/language.ts';
import { type Declaration, maxSymbolNameLength, type SymbolKind } from '../../model.ts';
import type { LineIndex } from '../../text/line-index.ts';
import type { Captures, Definition, Span } from './captures.ts';
import { type Asides, afterAsides, asidesOf, DocComments, withoutMarkers } from './doc-comment.ts';
import { contains, type Item, inReadingOrder } from './nesting.ts';
import { lastPart, ownerName } from './owner-name.ts';
import { signatureOf } from './signature.ts';

const functionKinds = new Set<SymbolKind>(['fn', 'method', 'macro']);
const valueKinds = new Set<SymbolKind>(['variable', 'const', 'static', 'field']);
const classKinds = new Set<SymbolKind>(['class', 'interface', 'struct', 'enum']);
/** Kinds that declare members: a value inside is a member, even if the whole declaration is local to a function. */
const holderKinds = new Set<SymbolKind>([...classKinds, 'trait', 'impl', 'type', 'module']);
/** Deeper nesting does not occur in real sources and is skipped: its scopes alone would exhaust memory. */
const maxNesting = 200;
/** Every symbol carries its scope, so a few long names around many symbols would multiply the size of a file. */
const maxScopeLength = 1_000;
const maxScopesLength = 4 << 20;
const maxSymbols = 20_000;
/** With type arguments, which are not part of a scope. */
const maxOwnerLength = 10 * maxScopeLength;

export interface FoundSymbols {
  readonly symbols: Declaration[];
  /** The ranges of the symbols by index; sorted by start, outer before inner. */
  readonly spans: Span[];
  /** Where the names of the symbols start, by index. */
  readonly nameStarts: number[];
  /** A definition was skipped because of its nesting or the length of its scope. */
  readonly hasLost: boolean;
  /** There are too many symbols, or their scopes are too long; the rest was not read. */
  readonly isTooComplex: boolean;
  /** Variables of functions, which are not symbols. */
  readonly localDefinitions: LocalDefinition[];
  /** Where the bodies of the symbols start, by index; a binding before that is a parameter. */
  readonly bodyStarts: number[];
}

export interface LocalDefinition {
  readonly within: number;
  readonly name: string;
  readonly span: Span;
  readonly statement: Span;
}

export function symbolsOf(
  language: Language,
  text: string,
  lines: LineIndex,
  captures: Captures,
  isLate: () => boolean,
): FoundSymbols {
  const reading = new SymbolReading(language, text, lines, captures);
  for (const item of inReadingOrder(captures)) {
    if (reading.found.isTooComplex || isLate()) break;
    reading.read(item);
  }
  return reading.found;
}

/** An open range with the symbol it belongs to and its current access section. */
interface Scope {
  readonly span: Span;
  readonly index: number;
  /** Whether a value declared directly in it is a local of a function or a member. */
  readonly holds: 'locals' | 'members';
  access?: string;
}

/** Identifies a symbol within its file. */
interface Identity extends Pick<Declaration, 'name' | 'kind' | 'parent' | 'scope'> {
  /** The definition is outside its type and names it. */
  readonly hasOwner: boolean;
}

/** One pass over the definitions and marks of a text. */
class SymbolReading {
  readonly found: FoundSymbols & { hasLost: boolean; isTooComplex: boolean };
  readonly #language: Language;
  readonly #text: string;
  readonly #lines: LineIndex;
  readonly #docs: DocComments;
  readonly #asides: Asides;
  readonly #exported = new Map<string | number, string>();
  readonly #open: Scope[] = [{ span: { start: 0, end: Number.POSITIVE_INFINITY }, index: -1, holds: 'members' }];
  /** The symbols so far, by kind, scope and name. */
  readonly #known = new Set<string>();
  readonly #typeByName = new Map<string, number>();
  readonly #valueByName = new Map<string, number>();
  /** Where the first value of a declaration starts, by the start of the declaration. */
  readonly #leads = new Map<number, number>();
  readonly #accessOfMember = new Map<string, string>();
  readonly #members = new Set<string>();
  #scopesLength = 0;

  constructor(language: Language, text: string, lines: LineIndex, captures: Captures) {
    this.#language = language;
    this.#text = text;
    this.#lines = lines;
    this.#docs = new DocComments(text, lines, captures);
    this.#asides = asidesOf(captures);
    for (const { name, start, modifier } of captures.exported) {
      this.#exported.set(name, modifier).set(start, modifier);
    }
    this.found = {
      symbols: [],
      spans: [],
      nameStarts: [],
      bodyStarts: [],
      hasLost: false,
      isTooComplex: false,
      localDefinitions: [],
    };
  }

  read(item: Item): void {
    const open = this.#open;
    while (!contains((open.at(-1) as Scope).span, item)) open.pop();
    const outer = open.at(-1) as Scope;
    if (open.length > maxNesting) this.found.hasLost = true;
    else if (item.definition !== undefined) this.#readDefinition(item.span, item.definition, outer);
    else if (item.mark === 'access') outer.access = this.#written(item.span);
    else open.push({ span: item.span, index: outer.index, holds: item.mark === 'local' ? 'locals' : outer.holds });
  }

  #readDefinition(span: Span, definition: Definition, outer: Scope): void {
    const isInFunction = outer.holds === 'locals';
    if (isInFunction && definition.nonlocal) return;
    const { symbols } = this.found;
    const isValue = valueKinds.has(definition.kind);
    const holder = definition.member ? this.#open.findLast((scope) => isClass(symbols[scope.index])) : undefined;
    const written = this.#written(definition.name);
    const name = this.#language.nameOf?.(written) ?? written;
    if (isInFunction && isValue && holder === undefined) this.#addLocal(span, definition, name, outer);
    else if (name.length > maxSymbolNameLength || name === '_' || name === '') {
      this.#open.push({ span, index: outer.index, holds: heldBy(definition.kind, outer) });
    } else {
      const scope = this.#scopeOf(definition, holder ?? outer);
      if (scope === undefined) {
        this.found.hasLost = true;
        this.#open.push({ span, index: outer.index, holds: heldBy(definition.kind, outer) });
        return;
      }
      const identity = this.#identify(definition, name, scope, outer, holder);
      if (identity === undefined) return;
      const index = this.#addSymbol(definition, identity, outer);
      if (holder !== undefined && isValue) {
        // References in its value belong to the function around it.
        this.found.spans.push({ start: definition.start, end: definition.start });
        return;
      }
      this.found.spans.push({ start: definition.start, end: definition.end });
      this.#open.push({ span, index, holds: heldBy(identity.kind, outer) });
    }
  }

  /** Records a variable of a function, which is not a symbol. */
  #addLocal(statement: Span, { kind, name: span }: Definition, name: string, { index }: Scope): void {
    if (kind === 'field') return;
    this.found.localDefinitions.push({ within: index, name, span, statement });
  }

  /** Returns the scope of a definition in this parent; undefined if it is too long. */
  #scopeOf({ owner }: Definition, { index }: Scope): string | undefined {
    if (owner !== undefined && owner.end - owner.start > maxOwnerLength) return undefined;
    const outer = this.found.symbols[index];
    const names = owner === undefined ? '' : ownerName(this.#written(owner));
    const scope = join(this.#language, outer?.scope ?? '', outer?.name ?? '', names);
    return scope.length > maxScopeLength ? undefined : scope;
  }

  /** Returns undefined if the definition repeats one that counts only once. */
  #identify(
    definition: Definition,
    name: string,
    scope: string,
    outer: Scope,
    holder: Scope | undefined,
  ): Identity | undefined {
    const language = this.#language;
    const { symbols } = this.found;
    const owner = definition.owner && ownerName(this.#written(definition.owner));
    let parent = (holder ?? outer).index;
    if (holder !== undefined && valueKinds.has(definition.kind) && this.#members.has(memberKey(parent, name))) {
      return undefined;
    }
    if (owner !== undefined) parent = this.#ownerIndex(owner, scope, parent);
    const kind = kindWithin(language, definition.kind, symbols[parent]?.kind, name);
    const key = `${kind} ${scope} ${name}`;
    if (definition.once && this.#known.has(key)) return undefined;
    this.#known.add(key);
    return { name, kind, parent, scope, hasOwner: owner !== undefined };
  }

  /** Returns the type that an owner names, or a top-level value of that name. */
  #ownerIndex(owner: string, scope: string, parent: number): number {
    const types = this.#typeByName;
    const index = types.get(scope) ?? (parent === -1 ? types.get(lastPart(owner)) : undefined) ?? parent;
    return index === -1 ? (this.#valueByName.get(owner) ?? -1) : index;
  }

  /** Returns the index of the new symbol. */
  #addSymbol(definition: Definition, identity: Identity, outer: Scope): number {
    const { name, kind, parent, scope, hasOwner } = identity;
    const { symbols } = this.found;
    const { begin, signature } = this.#declarationOf(definition);
    const access = this.#accessOf(memberKey(parent, name), hasOwner, outer);
    const doc = this.#docOf(definition, begin, outer);
    const index = symbols.length;
    this.#scopesLength += scope.length;
    this.found.isTooComplex = index >= maxSymbols || this.#scopesLength > maxScopesLength;
    symbols.push({
      name,
      kind,
      parent,
      scope,
      signature,
      ...this.#language.visibility({
        name,
        kind,
        signature,
        parentKind: symbols[parent]?.kind,
        parent: symbols[parent],
        modifier: definition.modifier && this.#written(definition.modifier),
        access,
        local: this.#open.some((around) => around.holds === 'locals'),
        exported: this.#exported.get(definition.name.start) ?? (parent === -1 ? this.#exported.get(name) : undefined),
      }),
      ...(doc === undefined ? {} : { doc }),
      lineStart: this.#lines.lineAt(begin),
      lineEnd: this.#lines.lineAt(lastCharacter(this.#text, definition)),
    });
    this.found.nameStarts.push(definition.name.start);
    this.found.bodyStarts.push(definition.body?.start ?? definition.start);
    this.#members.add(memberKey(parent, name));
    if (classKinds.has(kind) || kind === 'type' || kind === 'trait') {
      this.#typeByName.set(join(this.#language, scope, name), index);
      // Outside its scope a type is found by its bare name, unless the top level has another one.
      if (!this.#typeByName.has(name)) this.#typeByName.set(name, index);
    } else if (parent === -1) this.#valueByName.set(name, index);
    return index;
  }

  /** Returns where the declaration begins, without attributes, and its signature. */
  #declarationOf(definition: Definition): { begin: number; signature: string } {
    const head = afterAsides(this.#text, definition.head, definition.name.start, this.#asides);
    // `int a = 1, b`: the text before the first value belongs to each of them.
    const isValue = valueKinds.has(definition.kind);
    const lead = isValue ? this.#leads.get(head) : undefined;
    if (isValue && lead === undefined && definition.start > head) this.#leads.set(head, definition.start);
    return {
      begin: lead === undefined ? head : definition.start,
      signature: signatureOf(this.#text, { ...definition, head }, this.#asides, lead),
    };
  }

  /** A member defined outside its class has the access of its declaration inside. */
  #accessOf(member: string, hasOwner: boolean, outer: Scope): string | undefined {
    const access = hasOwner ? this.#accessOfMember.get(member) : outer.access;
    if (access !== undefined && !this.#accessOfMember.has(member)) this.#accessOfMember.set(member, access);
    return access;
  }

  #docOf({ docstring, head }: Definition, begin: number, outer: Scope): string | undefined {
    const inside = docstring && withoutMarkers(this.#written(docstring));
    if (inside !== undefined) return inside;
    // A comment above a line belongs to the first symbol that starts there: `enum Side { Left, Right }`.
    if (this.found.symbols[outer.index]?.lineStart === this.#lines.lineAt(begin)) return undefined;
    return this.#docs.before(begin) ?? (begin === head ? undefined : this.#docs.before(head));
  }

  #written({ start, end }: Span): string {
    return this.#text.slice(start, end);
  }
}

function memberKey(parent: number, name: string): string {
  return `${parent} ${name}`;
}

function heldBy(kind: SymbolKind, outer: Scope): Scope['holds'] {
  if (functionKinds.has(kind)) return 'locals';
  return holderKinds.has(kind) ? 'members' : outer.holds;
}

function isClass(symbol: Declaration | undefined): boolean {
  return symbol !== undefined && classKinds.has(symbol.kind);
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

function join(language: Language, ...parts: string[]): string {
  return parts.filter((part) => part !== '').join(language.separator ?? '.');
}

function lastCharacter(text: string, span: Span): number {
  let end = span.end;
  while (end > span.start + 1 && /\s/.test(text[end - 1] as string)) end--;
  return end - 1;
}
