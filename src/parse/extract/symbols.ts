/** Definitions become symbols: nested by their ranges, named by their scope, told apart from their namesakes. */

import type { Language } from '../../languages/language.ts';
import type { SymbolFact, SymbolKind } from '../../model.ts';
import type { LineIndex } from '../../text/line-index.ts';
import { type Asides, afterAsides, asidesOf } from './asides.ts';
import type { Captures, Definition, Span } from './captures.ts';
import { DocComments, withoutMarkers } from './doc-comment.ts';
import { LocalNames } from './local-names.ts';
import { lastPart, ownerName } from './owner-name.ts';
import { contains, type Item, inReadingOrder } from './reading-order.ts';
import { signatureOf } from './signature.ts';

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
  const reading = new SymbolReading(language, text, lines, captures);
  for (const item of inReadingOrder(captures)) reading.read(item);
  return reading.found;
}

/** A range that is being read, with the symbol it belongs to and the access section that was last opened in it. */
interface Scope {
  readonly span: Span;
  readonly index: number;
  /** Whether a value declared right in it is a local of a function or a member. */
  readonly holds: 'locals' | 'members';
  access?: string;
}

/** What tells a symbol from all others in its file. */
interface Identity extends Pick<SymbolFact, 'name' | 'kind' | 'parent' | 'scope' | 'ordinal'> {
  /** The definition stands outside of its type and names it. */
  readonly hasOwner: boolean;
}

/** One pass over the definitions and marks of a text. */
class SymbolReading {
  readonly found: FoundSymbols & { hasLost: boolean };
  readonly #language: Language;
  readonly #text: string;
  readonly #lines: LineIndex;
  readonly #docs: DocComments;
  readonly #asides: Asides;
  readonly #exported = new Map<string | number, string>();
  readonly #open: Scope[] = [{ span: { start: 0, end: Number.POSITIVE_INFINITY }, index: -1, holds: 'members' }];
  /** How many symbols of a kind, scope and name there are. */
  readonly #namesakes = new Map<string, number>();
  readonly #typeByName = new Map<string, number>();
  readonly #valueByName = new Map<string, number>();
  /** The end of what stands in front of the first value of a declaration, by its start. */
  readonly #leads = new Map<number, number>();
  readonly #accessOfMember = new Map<string, string>();
  readonly #members = new Set<string>();

  constructor(language: Language, text: string, lines: LineIndex, captures: Captures) {
    this.#language = language;
    this.#text = text;
    this.#lines = lines;
    this.#docs = new DocComments(text, lines, captures);
    this.#asides = asidesOf(captures);
    for (const { name, start, modifier } of captures.exported) {
      this.#exported.set(name, modifier).set(start, modifier);
    }
    const symbols: SymbolFact[] = [];
    this.found = {
      symbols,
      spans: [],
      nameStarts: [],
      bodyStarts: [],
      hasLost: false,
      locals: new LocalNames(symbols),
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
    else if (name.length > maxNameLength || name === '_' || name === '') {
      this.#open.push({ span, index: outer.index, holds: heldBy(definition.kind, outer) });
    } else {
      const identity = this.#identify(definition, name, outer, holder);
      if (identity === undefined) return;
      const index = this.#addSymbol(definition, identity, outer);
      if (holder !== undefined && isValue) {
        // What its value refers to belongs to the function it stands in.
        this.found.spans.push({ start: definition.start, end: definition.start });
        return;
      }
      this.found.spans.push({ start: definition.start, end: definition.end });
      this.#open.push({ span, index, holds: heldBy(identity.kind, outer) });
    }
  }

  /** A variable of a function is no symbol. */
  #addLocal(statement: Span, { kind, name: span, end }: Definition, name: string, { index }: Scope): void {
    if (kind === 'field') return;
    this.found.locals.add(index, name, end);
    this.found.localDefinitions.push({ within: index, name: span, statement });
  }

  /** Nothing if the definition repeats one that counts once. */
  #identify(definition: Definition, name: string, outer: Scope, holder: Scope | undefined): Identity | undefined {
    const language = this.#language;
    const { symbols } = this.found;
    const owner = definition.owner && ownerName(this.#written(definition.owner));
    let parent = (holder ?? outer).index;
    if (holder !== undefined && valueKinds.has(definition.kind) && this.#members.has(memberKey(parent, name))) {
      return undefined;
    }
    const scope = join(language, scopeWithin(language, symbols, parent), owner ?? '');
    if (owner !== undefined) parent = this.#ownerIndex(owner, scope, parent);
    const kind = kindWithin(language, definition.kind, symbols[parent]?.kind, name);
    const namesake = `${kind} ${scope} ${name}`;
    const ordinal = this.#namesakes.get(namesake) ?? 0;
    if (definition.once && ordinal > 0) return undefined;
    this.#namesakes.set(namesake, ordinal + 1);
    return { name, kind, parent, scope, ordinal, hasOwner: owner !== undefined };
  }

  /** The type that an owner names, or a value at the top that has the name. */
  #ownerIndex(owner: string, scope: string, parent: number): number {
    const types = this.#typeByName;
    const index = types.get(scope) ?? (parent === -1 ? types.get(lastPart(owner)) : undefined) ?? parent;
    return index === -1 ? (this.#valueByName.get(owner) ?? -1) : index;
  }

  /** Returns its index. */
  #addSymbol(definition: Definition, identity: Identity, outer: Scope): number {
    const { name, kind, parent, scope, ordinal, hasOwner } = identity;
    const { symbols } = this.found;
    const { begin, signature } = this.#declarationOf(definition);
    const access = this.#accessOf(memberKey(parent, name), hasOwner, outer);
    const doc = this.#docOf(definition, begin, outer);
    const index = symbols.length;
    symbols.push({
      name,
      kind,
      parent,
      scope,
      ordinal,
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
      // Outside of its scope a type is found by its name alone, unless another one stands at the top.
      if (!this.#typeByName.has(name)) this.#typeByName.set(name, index);
    } else if (parent === -1) this.#valueByName.set(name, index);
    return index;
  }

  /** Where the declaration begins, attributes aside, and how it is written. */
  #declarationOf(definition: Definition): { begin: number; signature: string } {
    const head = afterAsides(this.#text, definition.head, definition.name.start, this.#asides);
    // `int a = 1, b`: what stands in front of the first value belongs to each of them.
    const isValue = valueKinds.has(definition.kind);
    const lead = isValue ? this.#leads.get(head) : undefined;
    if (isValue && lead === undefined && definition.start > head) this.#leads.set(head, definition.start);
    return {
      begin: lead === undefined ? head : definition.start,
      signature: signatureOf(this.#text, { ...definition, head }, this.#asides, lead),
    };
  }

  /** What is defined outside of its class has the access that it was declared with inside. */
  #accessOf(member: string, hasOwner: boolean, outer: Scope): string | undefined {
    const access = hasOwner ? this.#accessOfMember.get(member) : outer.access;
    if (access !== undefined && !this.#accessOfMember.has(member)) this.#accessOfMember.set(member, access);
    return access;
  }

  #docOf({ docstring, head }: Definition, begin: number, outer: Scope): string | undefined {
    const inside = docstring && withoutMarkers(this.#written(docstring));
    if (inside !== undefined) return inside;
    // A comment above a line belongs to the first that starts there: `enum Side { Left, Right }`.
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

function isClass(symbol: SymbolFact | undefined): boolean {
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

function scopeWithin(language: Language, symbols: readonly SymbolFact[], parent: number): string {
  const outer = symbols[parent];
  return outer === undefined ? '' : join(language, outer.scope, outer.name);
}

function join(language: Language, ...parts: string[]): string {
  return parts.filter((part) => part !== '').join(language.separator ?? '.');
}

function lastCharacter(text: string, span: Span): number {
  let end = span.end;
  while (end > span.start + 1 && /\s/.test(text[end - 1] as string)) end--;
  return end - 1;
}
