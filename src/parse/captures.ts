/**
 * Captures are what a language's query found, sorted into definitions, references, imports and the marks that
 * help to read them (comments, attributes, access sections). Nothing is interpreted yet.
 */
import type { Node, QueryMatch } from 'web-tree-sitter';
import { type ReferenceKind, referenceKinds, type SymbolKind, symbolKinds } from '../model.ts';

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Definition extends Span {
  readonly kind: SymbolKind;
  readonly name: Span;
  /** Where the declaration starts as written, `export` and the like included. */
  head: number;
  /** Where the body starts; the signature ends there. */
  body: number | undefined;
  /** The type that a method is declared on outside of it (`func (s *Store) Get`), as written. */
  owner: Span | undefined;
  docstring: Span | undefined;
  readonly pattern: number;
}

export interface ReferenceCapture {
  readonly kind: ReferenceKind;
  readonly name: Span;
  readonly receiver: Span | undefined;
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
}

export interface Captures {
  /** In order of position, outer before inner; one per name. */
  readonly definitions: Definition[];
  readonly references: ReferenceCapture[];
  readonly imports: ImportCapture[];
  readonly comments: Span[];
  readonly attributes: Span[];
  readonly access: Span[];
  /** Bodies of functions without a name: what is declared in them is local. */
  readonly locals: Span[];
  readonly module: Span | undefined;
}

export function sortCaptures(matches: readonly QueryMatch[]): Captures {
  const definitions = new Map<number, Definition>();
  const references = new Map<number, ReferenceCapture>();
  const imports: ImportCapture[] = [];
  const comments: Span[] = [];
  const attributes: Span[] = [];
  const access: Span[] = [];
  const locals: Span[] = [];
  let module: Span | undefined;

  for (const match of matches) {
    const nodes: Partial<Record<string, Node>> = {};
    let defined: SymbolKind | undefined;
    let referred: ReferenceKind | undefined;
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
      else if (name === 'local') locals.push(spanOf(node));
      else if (name === 'module') module ??= spanOf(node);
      else nodes[name] ??= node;
    }
    if (defined !== undefined && nodes.definition !== undefined && nodes.name !== undefined) {
      addDefinition(definitions, defined, nodes.definition, nodes.name, nodes, match.patternIndex);
    } else if (referred !== undefined && nodes.reference !== undefined) {
      const known = references.get(nodes.reference.startIndex);
      if (known !== undefined && known.pattern <= match.patternIndex) continue;
      references.set(nodes.reference.startIndex, {
        kind: referred,
        name: spanOf(nodes.reference),
        receiver: nodes.receiver && spanOf(nodes.receiver),
        arguments: nodes.arguments,
        pattern: match.patternIndex,
      });
    } else if (nodes.import !== undefined) {
      imports.push({
        statement: nodes.import,
        source: nodes['import.source'],
        name: nodes['import.name'] && spanOf(nodes['import.name']),
        alias: nodes['import.alias'] && spanOf(nodes['import.alias']),
        all: nodes['import.all'] !== undefined,
        reexport: match.setProperties?.reexport !== undefined,
      });
    }
  }

  const inOrder = [...definitions.values()].sort(
    (a, b) => a.start - b.start || b.end - a.end || a.name.start - b.name.start,
  );
  const names = new Set(inOrder.map((definition) => definition.name.start));
  return {
    definitions: inOrder,
    references: [...references.values()]
      .filter((reference) => reference.kind === 'inherit' || !names.has(reference.name.start))
      .sort((a, b) => a.name.start - b.name.start),
    imports: imports.sort((a, b) => a.statement.startIndex - b.statement.startIndex),
    comments: comments.sort((a, b) => a.start - b.start),
    attributes: attributes.sort((a, b) => a.start - b.start),
    access: access.sort((a, b) => a.start - b.start),
    locals,
    module,
  };
}

/** Several patterns may find one name: the earliest says what it is, the widest head where it starts. */
function addDefinition(
  definitions: Map<number, Definition>,
  kind: SymbolKind,
  node: Node,
  name: Node,
  nodes: Partial<Record<string, Node>>,
  pattern: number,
): void {
  const head = (nodes.head ?? node).startIndex;
  const body = nodes.body?.startIndex;
  const owner = nodes.owner && spanOf(nodes.owner);
  const docstring = nodes.docstring && spanOf(nodes.docstring);
  const known = definitions.get(name.startIndex);
  if (known === undefined || pattern < known.pattern) {
    definitions.set(name.startIndex, {
      kind,
      ...spanOf(node),
      name: spanOf(name),
      head: Math.min(head, known?.head ?? head),
      body: body ?? known?.body,
      owner: owner ?? known?.owner,
      docstring: docstring ?? known?.docstring,
      pattern,
    });
  } else {
    known.head = Math.min(known.head, head);
    known.body ??= body;
    known.owner ??= owner;
    known.docstring ??= docstring;
  }
}

function spanOf(node: Node): Span {
  return { start: node.startIndex, end: node.endIndex };
}

function symbolKind(word: string): SymbolKind {
  return known(symbolKinds, word, 'definition');
}

function referenceKind(word: string): ReferenceKind {
  return known(referenceKinds, word, 'reference');
}

function known<Word extends string>(words: readonly Word[], word: string, group: string): Word {
  const found = words.find((each) => each === word);
  if (found === undefined) throw new Error(`A query captures @${group}.${word}, which is not in the model.`);
  return found;
}
