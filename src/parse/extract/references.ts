/** References by name: calls, constructions, types, base types and handed values, each with its enclosing symbol. */

import type { Language } from '../../languages/language.ts';
import type { ImportFact, ReferenceFact } from '../../model.ts';
import type { LineIndex } from '../../text/line-index.ts';
import type { Captures, ReferenceCapture, Span } from './captures.ts';
import { enclosingFinder } from './enclosing-symbol.ts';
import { Handable, type HandedValue, namesInList } from './handed-values.ts';
import { LocalNames } from './local-names.ts';
import { collapse } from './signature.ts';
import type { FoundSymbols } from './symbols.ts';

const maxReceiverLength = 200;

export function referencesOf(
  language: Language,
  text: string,
  lines: LineIndex,
  captures: Captures,
  found: FoundSymbols,
  imports: readonly ImportFact[],
): ReferenceFact[] {
  const enclosing = enclosingFinder(found.spans);
  const typeParameters = typeParametersOf(text, captures, found);
  const variables = variablesOf(text, captures, found);
  const handable = language.typesFollow && new Handable(language, found.symbols, imports);
  const references: ReferenceFact[] = [];
  const handed: ReferenceFact[] = [];
  for (const reference of captures.references) {
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
    if (receiver === '' && (kind === 'call' ? variables : typeParameters).has(name, within, start)) continue;
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
  for (const { start, end } of typeParameters) names.add(enclosing(start), text.slice(start, end), 0);
  return names;
}

/** Returns the locals found with the symbols plus the bindings that the query captures. */
function variablesOf(text: string, { bindings }: Captures, { locals, spans }: FoundSymbols): LocalNames {
  const enclosing = enclosingFinder(spans);
  for (const { start, end, from } of bindings) locals.add(enclosing(start), text.slice(start, end), from);
  return locals;
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
