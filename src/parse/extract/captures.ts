/**
 * Captures are the matches of a language's query, sorted into definitions, references, imports and supporting marks
 * (comments, attributes, access sections). Nothing is interpreted yet.
 */
import type { Node, QueryMatch } from 'web-tree-sitter';
import type { Declared, Language, Span } from '../../languages/language.ts';
import { type ReferenceKind, referenceKinds, type SymbolKind, symbolKinds } from '../../model.ts';
import { firstAtOrAfter } from '../../text/bisect.ts';

export type { Span };

export interface Definition extends Span {
  readonly kind: SymbolKind;
  readonly name: Span;
  /** Where the declaration starts, including words such as `export`. */
  readonly head: number;
  /** Omitted from the signature. */
  readonly body: Span | undefined;
  /** The type of a method that is declared outside of it (`func (s *Store) Get`), as written. */
  readonly owner: Span | undefined;
  readonly docstring: Span | undefined;
  /** Counts only outside functions: in a body, an apparent prototype may be a variable. */
  readonly nonlocal: boolean;
  /** Only the first one with its name counts: later assignments declare nothing. */
  readonly once: boolean;
  /** The visibility modifier, if it is outside the declaration (`#[macro_export]`). */
  readonly modifier: Span | undefined;
  /** Belongs to the enclosing class although it is inside a function (`self.x = …`). Only the first one counts. */
  readonly member: boolean;
  readonly pattern: number;
}

export interface ReferenceCapture {
  /** `ignore` prevents later patterns from matching the name. */
  readonly kind: ReferenceKind | 'ignore';
  readonly name: Span;
  readonly receiver: Span | undefined;
  /** A part of the receiver that follows the name (the `!` of a macro). */
  readonly receiverEnd: Span | undefined;
  readonly arguments: Node | undefined;
  readonly pattern: number;
}

export interface ImportCapture {
  readonly statement: Node;
  readonly source: Node | undefined;
  readonly name: Span | undefined;
  readonly alias: Span | undefined;
  readonly all: boolean;
  readonly reexport: boolean;
  /** The imported name, if the syntax leaves it implicit (the `default` of `import x from …`). */
  readonly impliedName: string | undefined;
  /** Binds no name; counts only if no other import has this source. */
  readonly unbound: boolean;
}

/** A name that is exported separately from its declaration (`export { a }`, `module.exports = { a }`). */
export interface Exported {
  readonly name: string;
  readonly start: number;
  /** The exporting keyword. */
  readonly modifier: string;
}

export interface Binding extends Span {
  readonly from: number;
  readonly reach: Reach;
  /** The declaration, if the pattern captures it. */
  readonly statement: Span | undefined;
  /** The value of the name, if the declaration is not of the form `name: Type = value`. */
  readonly value: Span | undefined;
  /** The written type, if more than the end of a list may follow it. */
  readonly type: Span | undefined;
  /** How the name's value derives from `value`: `[]` an element, `?` the content, `()` an instance. */
  readonly step: string;
  /** Part of a pattern, which the parser of signatures does not read. */
  readonly nested: boolean;
}

/** A pattern that binds names, at any depth. */
interface BindingPattern extends Span {
  /** Where its names come into scope; undefined if it assigns to existing variables. */
  readonly from: number | undefined;
  readonly statement: Span | undefined;
}

/**
 * Where a local can be used: in the rest of the scope around it (`const x`), in the rest of the function around it
 * (`var x`), or in the whole scope, even before its declaration (`[f(x) for x in list]`).
 */
const reaches = ['rest', 'function', 'whole'] as const;
export type Reach = (typeof reaches)[number];

/** A range that ends the locals declared in it: a block, a loop, an anonymous function. */
export interface LocalScope extends Span {
  readonly isFunction: boolean;
}

export interface Captures {
  /** Sorted by position, outer before inner; one per name. */
  readonly definitions: Definition[];
  readonly references: ReferenceCapture[];
  readonly imports: ImportCapture[];
  readonly comments: Span[];
  readonly attributes: Span[];
  readonly access: Span[];
  /** Ranges without a symbol in which access markers reset: an anonymous struct, `class << self`. */
  readonly sections: Span[];
  /** Bodies of anonymous functions: declarations in them are local. */
  readonly locals: Span[];
  /** Names of type parameters at their declarations. */
  readonly typeParameters: Span[];
  /** Names of parameters and variables at their declarations; they are in scope after the declaration. */
  readonly bindings: Binding[];
  /** Sorted by position, outer before inner. */
  readonly scopes: LocalScope[];
  readonly exported: Exported[];
  readonly module: Span | undefined;
}

/** Incomplete if it is late. */
export function sortCaptures(language: Language, matches: readonly QueryMatch[], isLate: () => boolean): Captures {
  const definitions = new Map<number, Definition>();
  const references = new Map<number, ReferenceCapture>();
  const imports: ImportCapture[] = [];
  const comments: Span[] = [];
  const attributes: Span[] = [];
  const access: Span[] = [];
  const sections: Span[] = [];
  const locals: Span[] = [];
  const typeParameters: Span[] = [];
  const bindings = new Map<number, Binding & { readonly pattern: number }>();
  const patterns: BindingPattern[] = [];
  const scopes: LocalScope[] = [];
  const exported: Exported[] = [];
  const heads: Span[] = [];
  let module: Span | undefined;

  for (const match of matches) {
    if (isLate()) break;
    const nodes: Partial<Record<string, Node>> = {};
    const last: Partial<Record<string, Node>> = {};
    let defined: SymbolKind | undefined;
    let referred: ReferenceKind | 'ignore' | undefined;
    for (const { name, node } of match.captures) {
      const dot = name.indexOf('.');
      if (dot === 10 && name.startsWith('definition')) {
        defined = symbolKind(name.slice(11));
        nodes.definition = node;
      } else if (dot === 9 && name.startsWith('reference')) {
        referred = referenceKind(name.slice(10));
        nodes.reference = node;
      } else if (name === 'comment') comments.push(spanOf(node));
      else if (name === 'attribute') attributes.push(spanOf(node));
      else if (name === 'access') access.push(spanOf(node));
      else if (name === 'section') sections.push(spanOf(node));
      else if (name === 'local') locals.push(spanOf(node));
      else if (name === 'type.parameter') typeParameters.push(spanOf(node));
      else if (name === 'module') module ??= spanOf(node);
      else if (name === 'exported') {
        const modifier = match.setProperties?.modifier ?? 'export';
        exported.push({ name: node.text, start: node.startIndex, modifier });
      } else {
        nodes[name] ??= node;
        last[name] = node;
      }
    }
    const declared =
      defined === undefined || nodes.declarator === undefined
        ? namedBy(nodes, last)
        : language.declaredBy?.(nodes.declarator, defined);
    if (defined !== undefined && nodes.definition !== undefined && declared !== undefined) {
      const { name, owner, kind = defined, node = nodes.definition } = declared;
      addDefinition(definitions, {
        kind,
        start: (nodes.start ?? node).startIndex,
        end: node.endIndex,
        name,
        head: (nodes.head ?? nodes.start ?? nodes.definition).startIndex,
        body: nodes.body && spanOf(nodes.body),
        owner,
        docstring: nodes.docstring && spanOf(nodes.docstring),
        nonlocal: match.setProperties?.nonlocal !== undefined,
        once: match.setProperties?.once !== undefined,
        modifier: nodes.modifier && spanOf(nodes.modifier),
        member: match.setProperties?.member !== undefined,
        pattern: match.patternIndex,
      });
    } else if (referred !== undefined && nodes.reference !== undefined) {
      const known = references.get(nodes.reference.startIndex);
      if (known !== undefined && known.pattern <= match.patternIndex) continue;
      // The query allows punctuation between a name and an anchored node, but `a + (b)` is not a call of `a`.
      if (nodes.adjacent !== undefined && nodes.adjacent.startIndex !== nodes.reference.endIndex) continue;
      references.set(nodes.reference.startIndex, {
        kind: referred,
        name: spanOf(nodes.reference),
        receiver: nodes.receiver && spanOf(nodes.receiver),
        receiverEnd: nodes['receiver.end'] && spanOf(nodes['receiver.end']),
        arguments: nodes.arguments,
        pattern: match.patternIndex,
      });
    } else if (nodes.binding !== undefined) {
      const earlier = bindings.get(nodes.binding.startIndex);
      if (earlier !== undefined && earlier.pattern <= match.patternIndex) continue;
      const statement = nodes['binding.in'];
      const value = nodes['binding.value'];
      bindings.set(nodes.binding.startIndex, {
        ...spanOf(nodes.binding),
        from: Math.max((statement ?? nodes.binding).endIndex, value?.endIndex ?? 0),
        reach: known(reaches, match.setProperties?.reach ?? 'rest', 'reach'),
        statement: statement && spanOf(statement),
        value: value && spanOf(value),
        type: nodes['binding.type'] && spanOf(nodes['binding.type']),
        step: match.setProperties?.step ?? '',
        nested: match.setProperties?.nested !== undefined,
        pattern: match.patternIndex,
      });
    } else if (nodes['binding.pattern'] !== undefined) {
      const statement = nodes['binding.in'];
      patterns.push({
        ...spanOf(nodes['binding.pattern']),
        from: nodes['binding.scope']?.startIndex ?? (statement ?? nodes['binding.after'])?.endIndex,
        statement: statement && spanOf(statement),
      });
    } else if (nodes.scope !== undefined) {
      const { endIndex } = nodes['scope.end'] ?? nodes.scope;
      const isFunction = match.setProperties?.reach === 'function';
      scopes.push({ start: nodes.scope.startIndex, end: endIndex, isFunction });
    } else if (nodes.head !== undefined) {
      heads.push(spanOf(nodes.head));
    } else if (nodes.import !== undefined) {
      const found = {
        statement: nodes.import,
        source: nodes['import.source'],
        name: nodes['import.name'] && spanOf(nodes['import.name']),
        alias: nodes['import.alias'] && spanOf(nodes['import.alias']),
        all: nodes['import.all'] !== undefined,
        reexport: match.setProperties?.reexport !== undefined,
        impliedName: match.setProperties?.name ?? undefined,
        unbound: match.setProperties?.unbound !== undefined,
      };
      const list = nodes['import.names'];
      if (list === undefined) imports.push(found);
      else {
        for (const { name, alias } of language.importedNames?.(list) ?? []) {
          imports.push({ ...found, name: spanOf(name), alias: alias && spanOf(alias) });
        }
      }
    }
  }

  const bound = new Set(imports.filter((each) => !each.unbound).map((each) => each.source?.startIndex));
  const all = [...definitions.values()].sort(
    (a, b) => a.start - b.start || b.end - a.end || a.name.start - b.name.start,
  );
  widenHeads(all, heads);
  const names = new Set(all.map((definition) => definition.name.start));
  // A name that an import binds is neither a definition nor a variable.
  const imported = new Set(imports.map(({ alias, name }) => (alias ?? name)?.start));
  return {
    definitions: all.filter((definition) => !imported.has(definition.name.start)),
    references: [...references.values()]
      .filter((reference) => reference.kind === 'inherit' || !names.has(reference.name.start))
      .sort((a, b) => a.name.start - b.name.start),
    imports: imports
      .filter((each) => !each.unbound || !bound.has(each.source?.startIndex))
      .sort((a, b) => a.statement.startIndex - b.statement.startIndex),
    comments: comments.sort((a, b) => a.start - b.start),
    attributes: attributes.sort((a, b) => a.start - b.start),
    access,
    sections,
    locals,
    typeParameters: typeParameters.sort((a, b) => a.start - b.start),
    bindings: inPatterns(
      [...bindings.values()].filter(({ start }) => !names.has(start) && !imported.has(start)),
      patterns,
    ),
    scopes: scopes.sort((a, b) => a.start - b.start || b.end - a.end),
    exported,
    module,
  };
}

/** Completes the bindings inside patterns and leaves out what only assigns; returns all of them by position. */
function inPatterns(bindings: Binding[], patterns: BindingPattern[]): Binding[] {
  bindings.sort((a, b) => a.start - b.start);
  patterns.sort((a, b) => a.start - b.start || b.end - a.end);
  const open: BindingPattern[] = [];
  let next = 0;
  return bindings.flatMap((binding) => {
    for (
      let pattern = patterns[next];
      pattern !== undefined && pattern.start <= binding.start;
      pattern = patterns[++next]
    )
      open.push(pattern);
    while (open.length > 0 && (open.at(-1) as BindingPattern).end <= binding.start) open.pop();
    const pattern = open.at(-1);
    // Its scope is known from its reach.
    if (pattern === undefined || binding.reach === 'whole') return [binding];
    const { from, statement } = pattern;
    return from === undefined ? [] : [{ ...binding, from, statement: binding.statement ?? statement }];
  });
}

/** A name or owner of several parts (`operator +`, `a::b::`) spans from the first part to the last. */
function namedBy(first: Partial<Record<string, Node>>, last: Partial<Record<string, Node>>): Declared | undefined {
  if (first.name === undefined) return undefined;
  const owner = first.owner && { start: first.owner.startIndex, end: (last.owner ?? first.owner).endIndex };
  return { name: { start: first.name.startIndex, end: (last.name ?? first.name).endIndex }, owner };
}

/** Several patterns may match one name: the earliest gives the kind, the widest head gives the start. */
function addDefinition(definitions: Map<number, Definition>, found: Definition): void {
  const known = definitions.get(found.name.start);
  const [first, second] = known !== undefined && known.pattern <= found.pattern ? [known, found] : [found, known];
  definitions.set(found.name.start, {
    ...first,
    head: Math.min(first.head, second?.head ?? first.head),
    body: first.body ?? second?.body,
    owner: first.owner ?? second?.owner,
    docstring: first.docstring ?? second?.docstring,
    modifier: first.modifier ?? second?.modifier,
  });
}

/** Assigns a head without a definition in its pattern (`template <…>`) to the outermost definition inside it. */
function widenHeads(definitions: Definition[], heads: readonly Span[]): void {
  const starts = heads.length === 0 ? [] : definitions.map(({ start }) => start);
  const widest = new Map<number, number>();
  for (const head of heads) {
    const index = firstAtOrAfter(starts, head.start);
    const first = definitions[index];
    if (first === undefined || first.end > head.end) continue;
    widest.set(index, Math.min(head.start, widest.get(index) ?? head.start));
  }
  for (const [index, start] of widest) {
    const first = definitions[index] as Definition;
    // The names of one declaration share its head.
    for (let at = index; definitions[at]?.start === first.start && definitions[at]?.end === first.end; at++) {
      const definition = definitions[at] as Definition;
      definitions[at] = { ...definition, head: Math.min(definition.head, start) };
    }
  }
}

function spanOf(node: Node): Span {
  return { start: node.startIndex, end: node.endIndex };
}

function symbolKind(word: string): SymbolKind {
  return known(symbolKinds, word, 'definition');
}

function referenceKind(word: string): ReferenceKind | 'ignore' {
  return word === 'ignore' ? word : known(referenceKinds, word, 'reference');
}

function known<Word extends string>(words: readonly Word[], word: string, group: string): Word {
  const found = words.find((each) => each === word);
  if (found === undefined) throw new Error(`A query captures @${group}.${word}, which is not in the model.`);
  return found;
}
