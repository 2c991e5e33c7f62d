/** References by name: calls, constructions, types, base types and handed values, each with its enclosing symbol. */
import type { Language } from '../../languages/language.ts';
import type { Declaration, ImportFact, ReferenceFact, SymbolKind } from '../../model.ts';
import { listParts } from '../../text/access-chain.ts';
import type { LineIndex } from '../../text/line-index.ts';
import type { Captures, ReferenceCapture, Span } from './captures.ts';
import { LocalNames } from './local-names.ts';
import type { Local } from './locals.ts';
import { enclosingFinder } from './nesting.ts';
import { collapse } from './signature.ts';
import type { FoundSymbols } from './symbols.ts';

const maxReceiverLength = 200;

export function referencesOf(
  language: Language,
  text: string,
  lines: LineIndex,
  captures: Captures,
  found: FoundSymbols,
  locals: readonly Local[],
  imports: readonly ImportFact[],
  isLate: () => boolean,
): ReferenceFact[] {
  const enclosing = enclosingFinder(found.spans);
  const typeParameters = typeParametersOf(text, captures, found);
  const variables = variablesOf(locals, found);
  const handable = language.typesFollow && new Handable(language, found.symbols, imports);
  const references: ReferenceFact[] = [];
  const handed: ReferenceFact[] = [];
  for (const reference of captures.references) {
    if (isLate()) break;
    const { kind } = reference;
    if (kind === 'ignore') continue;
    const name = text.slice(reference.name.start, reference.name.end);
    if (kind === 'type' && language.builtinTypes?.has(name)) continue;
    const receiver = receiverOf(text, reference);
    let within = enclosing(reference.name.start);
    // The name of an embedded type is also the name of a field; the symbol that inherits is its parent.
    if (kind === 'inherit' && found.nameStarts[within] === reference.name.start) {
      within = found.symbols[within]?.parent ?? -1;
    }
    const isLocal = (head: string) => variables.has(head, within, reference.name.start);
    if (handable !== undefined && reference.arguments !== undefined) {
      const { startIndex, endIndex } = reference.arguments;
      for (const value of namesInList(text, { start: startIndex, end: endIndex })) {
        if (handable.has(value.name, value.receiver, isLocal)) handed.push(handedOn(value, lines, within));
      }
    }
    if (kind === 'call' && reference.receiver === undefined && language.builtinCalls?.has(name + receiver)) continue;
    if (kind === 'value' && !handable?.has(name, receiver, isLocal)) continue;
    const { start } = reference.name;
    if (
      receiver === '' &&
      (kind === 'call' || kind === 'construct' ? variables : typeParameters).has(name, within, start)
    )
      continue;
    const args = reference.arguments && argumentCount(text, reference.arguments);
    references.push({
      name,
      kind,
      ...(receiver === '' ? {} : { receiver }),
      ...(args === undefined ? {} : { args }),
      line: lines.lineAt(reference.name.start),
      within,
    });
  }
  const others = handable === undefined ? [] : [...handed, ...imports.flatMap((fact) => aliasIn(language, fact))];
  return others.length === 0 ? references : [...references, ...others].sort((a, b) => a.line - b.line);
}

function handedOn({ name, receiver, start }: HandedValue, lines: LineIndex, within: number): ReferenceFact {
  return { name, kind: 'value', ...(receiver === '' ? {} : { receiver }), line: lines.lineAt(start), within };
}

/** Returns the reference of an import with an alias, so that a search for the original name finds the file. */
function aliasIn(
  language: Language,
  { name = whole(language), alias, lineStart, within }: ImportFact,
): ReferenceFact[] {
  if (name === undefined || alias === undefined || alias === name || name === '*' || /^[_.]$/.test(alias)) return [];
  return [{ name, kind: 'alias', receiver: alias, line: lineStart, within }];
}

/** Only in JavaScript can a module itself be called. */
function whole({ name, dialectOf }: Language): string | undefined {
  return /^(?:java|type)script$/.test(dialectOf ?? name) ? 'default' : undefined;
}

function receiverOf(text: string, { receiver, receiverEnd }: ReferenceCapture): string {
  const written = (span: Span | undefined) =>
    span === undefined ? '' : collapse(text.slice(span.start, Math.min(span.end, span.start + 4 * maxReceiverLength)));
  // A chain of calls may span several lines.
  return (
    written(receiver)
      .replace(/ \.|\. /g, '.')
      .slice(0, maxReceiverLength) + written(receiverEnd)
  );
}

function typeParametersOf(text: string, { typeParameters }: Captures, { symbols, spans }: FoundSymbols): LocalNames {
  const enclosing = enclosingFinder(spans);
  const names = new LocalNames(symbols);
  for (const { start, end } of typeParameters)
    names.add(enclosing(start), text.slice(start, end), { start: 0, end: Number.POSITIVE_INFINITY });
  return names;
}

function variablesOf(locals: readonly Local[], { symbols }: FoundSymbols): LocalNames {
  const names = new LocalNames(symbols);
  for (const { within, name, start, from, reach, scope } of locals) {
    names.add(within, name, { start: from, end: scope?.end ?? Number.POSITIVE_INFINITY });
    if (reach === 'whole' && scope !== undefined) names.add(within, name, { start: scope.start, end: start });
  }
  return names;
}

/** Returns undefined if a spread makes the number unknown. */
function argumentCount(
  text: string,
  list: { startIndex: number; endIndex: number; namedChildCount: number; namedChildren: { type: string }[] },
): number | undefined {
  const written = text.slice(list.startIndex, Math.min(list.endIndex, list.startIndex + 2_000));
  if (!/\.\.\.|\*|\/[/*]|#|&/.test(written)) return list.namedChildCount;
  let count = 0;
  for (const { type } of list.namedChildren) {
    if (/spread|splat|variadic/.test(type)) return undefined;
    if (!/comment|attribute_item/.test(type)) count++;
  }
  // Three dots may be an argument themselves.
  return written.endsWith('...)') && list.namedChildren.at(-1)?.type !== 'ellipsis' ? undefined : count;
}

/**
 * Handed values are names among a call's arguments that may refer to functions: names that the file defines or imports,
 * and in Go also names that are not variables, because a package spans several files.
 */
export interface HandedValue {
  readonly name: string;
  readonly receiver: string;
  readonly start: number;
}

const maxListLength = 2_000;
const argument =
  /^\s*(?:[\p{L}_][\p{L}\p{N}_]*\s*=\s*(?!=))?&?((?:[\p{L}_$][\p{L}\p{N}_$]*(?:\.|::))*)([\p{L}_$][\p{L}\p{N}_$]*)\s*$/u;
const words = new Set(
  'nil true false True False None null undefined this self cls super iota _ NaN Infinity'.split(' '),
);
const callable = new Set<SymbolKind>(['fn', 'method', 'class', 'struct']);

/** Returns the arguments of a list (with its parentheses) that are bare names or paths. */
function namesInList(text: string, { start, end }: Span): HandedValue[] {
  if (end - start > maxListLength || end - start < 3) return [];
  const list = text.slice(start + 1, end - 1);
  const found: HandedValue[] = [];
  let offset = start + 1;
  for (const part of /[,([{]/.test(list) ? listParts(list) : [list]) {
    const [, receiver = '', name] = argument.exec(part) ?? [];
    if (name !== undefined && !words.has(name)) {
      found.push({
        name,
        receiver: receiver.replace(/(?:\.|::)$/, ''),
        start: offset + part.trimEnd().length - name.length,
      });
    }
    offset += part.length + 1;
  }
  return found;
}

/** Decides which values may be functions, from the definitions and imports of the file. */
class Handable {
  readonly #defined = new Set<string>();
  readonly #otherwise = new Set<string>();
  readonly #imported = new Set<string>();
  readonly #reachesBeyond: boolean;

  constructor(language: Language, symbols: readonly Declaration[], imports: readonly ImportFact[]) {
    this.#reachesBeyond = language.sharesPackageNames === true;
    for (const { name, kind } of symbols) (callable.has(kind) ? this.#defined : this.#otherwise).add(name);
    for (const { name, alias, source } of imports) {
      const local = alias ?? (name === undefined || name === '*' ? /$(?<=([^./:]+))/.exec(source)?.[1] : name);
      if (local !== undefined) this.#imported.add(local);
    }
  }

  has(name: string, receiver: string, isLocal: (head: string) => boolean): boolean {
    if (receiver === '') {
      if (isLocal(name)) return false;
      if (this.#defined.has(name) || this.#imported.has(name)) return true;
      return this.#reachesBeyond && !this.#otherwise.has(name);
    }
    if (this.#defined.has(name)) return true;
    const head = /^[^.:]+/.exec(receiver)?.[0] as string;
    return this.#imported.has(head) && !isLocal(head);
  }
}
