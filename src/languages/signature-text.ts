/** Parses the parts of a one-line signature in the syntax of most languages: lists, names, `name: Type = value`. */
import { accessChain, closing, listParts, typeAt } from '../text/access-chain.ts';

export interface Parameter {
  readonly name: string;
  /** `:T` or `=chain`, like the origin of a binding; empty if neither is written. */
  readonly origin: string;
  readonly optional: boolean;
  /** A rest parameter, which accepts any number of arguments. */
  readonly rest: boolean;
}

/** `name: Type = value`, separated by commas. */
export function colonParameters(list: string): Parameter[] {
  return listParts(list).flatMap(colonParameter);
}

/** One parameter; several for a destructuring pattern. */
export function colonParameter(part: string): Parameter[] {
  const written = part.trim();
  if (written === '' || written === '*' || written === '/') return [];
  const bare = written.replace(/^(?:(?:public|private|protected|readonly|override|mut|ref)\s+)*/, '');
  const rest = /^(?:\.\.\.|\*)/.test(bare);
  const name = /^(?:\.\.\.|\*{1,2})?([\p{L}_$][\p{L}\p{N}_$]*)/u.exec(bare)?.[1];
  if (name === undefined) return destructured(bare);
  const origin = rest ? '' : colonOrigin(bare.slice(wordIndex(bare, name) + name.length));
  const optional = /^[\p{L}\p{N}_$]+\s*\?/u.test(bare) || /(?<![=!<>])=(?![=>])/.test(bare);
  return [{ name, origin, optional, rest }];
}

/** The origin in the text after a name: `: Type`, otherwise `= value`. */
export function colonOrigin(tail: string): string {
  const colon = /^\s*(?:[?!]\s*)?:(?!:)\s*/.exec(tail)?.[0];
  if (colon !== undefined) {
    const type = typeAt(tail.slice(colon.length));
    return type === '' ? '' : `:${type}`;
  }
  const equals = /^\s*=(?![=>])\s*/.exec(tail)?.[0];
  const chain = equals === undefined ? '' : accessChain(tail.slice(equals.length));
  return chain === '' ? '' : `=${chain}`;
}

/** `{ a, b }: Options`: one argument, and names of unknown type. */
function destructured(written: string): Parameter[] {
  const inner = /^[{[]([^}\]]*)[}\]]/.exec(written)?.[1] ?? '';
  const names = [
    ...inner.matchAll(/(?:[\p{L}_$][\p{L}\p{N}_$]*\s*:\s*)?([\p{L}_$][\p{L}\p{N}_$]*)\s*(?:=[^,]*)?(?:,|$)/gu),
  ];
  const optional = /[}\]]\s*(?::.*?)?=(?!>)/.test(written);
  const [first, ...others] = names.map((match) => match[1] as string);
  return [
    { name: first ?? '', origin: '', optional, rest: false },
    ...others.map((name) => ({ name, origin: '', optional: true, rest: false })),
  ];
}

/** Splits at a separator outside of all brackets. */
export function splitTypes(written: string, separator: '+' | ',' | '|' | '&'): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < written.length; at++) {
    const character = written[at] as string;
    if ('<([{'.includes(character)) depth++;
    else if (')]}'.includes(character) || (character === '>' && !/[-=]/.test(written[at - 1] ?? ''))) depth--;
    else if (character === separator && depth === 0) {
      parts.push(written.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(written.slice(start));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** The start of the parameters: after the name, or after the value that the name is bound to. `after`: where to look for it. */
export function listStart(signature: string, name: string, after = 0): number | undefined {
  const from = wordIndex(signature, name, after);
  if (from === -1) return undefined;
  let at = from + name.length;
  const skip = (pattern: RegExp) => {
    pattern.lastIndex = at;
    if (pattern.exec(signature) !== null) at = pattern.lastIndex;
  };
  skip(/[?!\s]+/y);
  skip(/(?::[^=(]*)?[=:]\s*(?:async\b\s*)?(?:function\b\s*\*?\s*)?(?:func\b\s*)?(?:[\p{L}_$][\p{L}\p{N}_$]*)?\s*/uy);
  if (signature[at] === '<' || signature[at] === '[') at = closing(signature, at);
  skip(/\s+/y);
  return signature[at] === '(' ? at : undefined;
}

/** The first position of a name as a whole word. */
export function wordIndex(text: string, name: string, from = 0): number {
  const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_$]/u.test(character);
  for (let at = text.indexOf(name, from); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!isWord(text[at - 1]) && !isWord(text[at + name.length])) return at;
  }
  return -1;
}

/** The set of words in a string, separated by spaces. */
export function wordSet(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.trim().split(/\s+/)));
}
