/**
 * Bindings are variables, and parameters of anonymous functions, whose members are called, read or written, with the type
 * information in their declarations. Parameters of symbols are omitted, because their signatures contain them.
 */

import type { Language } from '../../languages/language.ts';
import type { BindingFact, ReferenceFact } from '../../model.ts';
import { accessChain, listParts, typeAt } from '../../text/access-chain.ts';
import type { LineIndex } from '../../text/line-index.ts';
import type { Span } from './captures.ts';
import type { Local } from './locals.ts';
import type { FoundSymbols } from './symbols.ts';

/** Characters of a declaration that are searched for its type. */
const maxReadLength = 600;
/** Characters of a statement before a name that has a type to follow. */
const maxNamesLength = 2_000;
/** A signature of this length may have been cut, so the parameters are kept as bindings too. */
const wholeSignatureLength = 390;
const headPattern = /^[(&*\s]*(?:(?:await|new)\s+)?([\p{L}_$][\p{L}\p{N}_$]*)/u;

/** A name before an access operator; a match in a comment or string keeps a binding that nothing asks for. */
const memberPattern =
  /(?<![\p{L}\p{N}_$])\p{N}*([\p{L}_$][\p{L}\p{N}_$]*)(?:\s*(?:\?\.|!\.|\.(?!\.)|->)|\[[^\]\n]{0,200}\]\s*\.)/gu;

export function bindingsOf(
  language: Language,
  text: string,
  lines: LineIndex,
  found: FoundSymbols,
  locals: readonly Local[],
  references: readonly ReferenceFact[],
  isLate: () => boolean,
): BindingFact[] {
  const { typesFollow } = language;
  if (typesFollow === undefined) return [];
  const wanted = new Set<string>();
  for (const { receiver } of references) {
    const head = receiver === undefined ? undefined : headPattern.exec(receiver)?.[1];
    if (head !== undefined) wanted.add(head);
  }
  for (const [, head] of text.matchAll(memberPattern)) wanted.add(head as string);
  if (wanted.size === 0) return [];
  const declarations = locals.filter((local) => !isParameterOf(found, local));
  const byName = new Map<string, Local[]>();
  for (const declaration of declarations) {
    const known = byName.get(declaration.name);
    if (known === undefined) byName.set(declaration.name, [declaration]);
    else known.push(declaration);
  }
  const kept = new Map<Local, string>();
  // A set yields what is added to it meanwhile: the variables that a binding is derived from are wanted too.
  for (const name of wanted) {
    for (const declaration of byName.get(name) ?? []) {
      if (isLate()) return [];
      const origin = originOf[typesFollow](text, declaration);
      kept.set(declaration, origin);
      const head = origin.startsWith('=') ? headPattern.exec(origin.slice(1))?.[1] : undefined;
      if (head !== undefined) wanted.add(head);
    }
  }
  const lastLine = lastLines(text, lines);
  return declarations.flatMap((declaration) => {
    const origin = kept.get(declaration);
    if (origin === undefined) return [];
    const { name, within, start, statement, scope, reach } = declaration;
    const line = lines.lineAt(reach === 'whole' ? (scope?.start ?? start) : start);
    // In `x = x.inner()` the second `x` is still the previous binding.
    const isFromItself = origin.startsWith('=') && headPattern.exec(origin.slice(1))?.[1] === name;
    const lineStart = isFromItself && statement !== undefined ? lines.lineAt(statement.end - 1) + 1 : line;
    const last = found.symbols[within]?.lineEnd ?? lines.count;
    const lineEnd = scope === undefined ? last : Math.max(line, Math.min(last, lastLine(scope)));
    return lineStart > lineEnd ? [] : [{ name, origin, lineStart, lineEnd, within }];
  });
}

/** Returns the last line of a scope, without one that starts with its closing bracket: what follows is outside. */
function lastLines(text: string, lines: LineIndex): (scope: Span) => number {
  const known = new Map<number, number>();
  return ({ end }) => {
    const seen = known.get(end);
    if (seen !== undefined) return seen;
    const line = lines.lineAt(end - 1);
    const head = text.slice(lines.startOf(line), end);
    const last = /^\s*[)\]}]$/.test(head) ? line - 1 : line;
    known.set(end, last);
    return last;
  };
}

function isParameterOf(
  { symbols, bodyStarts }: FoundSymbols,
  { within, start, statement, value, nested }: Local,
): boolean {
  const symbol = symbols[within];
  return (
    symbol !== undefined &&
    statement === undefined &&
    value === undefined &&
    !nested &&
    start < (bodyStarts[within] as number) &&
    symbol.signature.length < wholeSignatureLength
  );
}

const originOf: Record<'colon' | 'space', (text: string, declaration: Local) => string> = {
  colon: (text, { end, statement, value, type, step }) => {
    if (type !== undefined) return written(typeAt(text.slice(type.start, type.end)));
    if (value !== undefined) return stepped(text, value, step);
    if (step !== '') return '';
    const tail = text.slice(end, Math.min(statement?.end ?? Number.POSITIVE_INFINITY, end + maxReadLength));
    const colon = /^\s*(?:[?!]\s*)?:(?![:=])\s*/.exec(tail)?.[0];
    if (colon !== undefined) return written(typeAt(tail.slice(colon.length)));
    const equals = /^\s*=(?![=>])\s*/.exec(tail)?.[0];
    return equals === undefined ? '' : made(accessChain(tail.slice(equals.length)));
  },
  space: (text, { start, end, statement, value, step }) => {
    if (statement !== undefined && start - statement.start > maxNamesLength) return '';
    const position = statement === undefined ? 0 : listParts(text.slice(statement.start, start)).length - 1;
    // `for i, x := range xs`: the first variable is the index and has no type to follow.
    if (value !== undefined) return position === 0 && step === '[]' ? '' : stepped(text, value, step);
    const tail = text.slice(end, Math.min(statement?.end ?? Number.POSITIVE_INFINITY, end + maxReadLength));
    const others = /^(?:\s*,\s*[\p{L}_][\p{L}\p{N}_]*)*/u.exec(tail)?.[0] ?? '';
    const rest = tail.slice(others.length);
    const assigned = /^\s*:?=\s*/.exec(rest)?.[0];
    if (assigned === undefined) return written(typeAt(rest.trimStart()));
    const values = listParts(rest.slice(assigned.length));
    if (values.length > 1) return made(accessChain(values[position]?.trim() ?? ''));
    const chain = accessChain(values[0] ?? '');
    return chain === '' || position === 0 ? made(chain) : `=${chain}#${position}`;
  },
};

function stepped(text: string, { start, end }: Span, step: string): string {
  const chain = accessChain(text.slice(start, Math.min(end, start + maxReadLength)));
  return chain === '' ? '' : `=${chain}${step}`;
}

function written(type: string): string {
  return type === '' || type === '_' ? '' : `:${type}`;
}

function made(chain: string): string {
  return chain === '' ? '' : `=${chain}`;
}
