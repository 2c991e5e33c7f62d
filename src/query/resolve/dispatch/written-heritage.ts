/**
 * The bases in the declaration of a type, for languages whose names are not resolved: `extends A implements B, C`,
 * `: public A, B`, `< A`. Only names are compared, so a match is a guess.
 */
import type { SymbolRecord } from '../../../store/store.ts';
import { closing } from '../../../text/access-chain.ts';

/** Returns the last part of the name of each base: `Base` of `shop.Base<T>`. */
export function writtenBaseNames({ signature, name }: Pick<SymbolRecord, 'signature' | 'name'>): string[] {
  const tail = behindName(signature, name);
  const start = /^\s*(?:final\s+)?(?::(?!:)|<(?=\s*[\p{L}_:])|\bextends\b|\bimplements\b)/u.exec(tail);
  const from = start?.[0].length ?? tail.search(/\b(?:extends|implements)\b/);
  if (from < 0) return [];
  const list = withoutBrackets(tail.slice(from).replace(/\b(?:where|permits)\b.*$/s, ''));
  return list.split(/,|\b(?:extends|implements)\b/).flatMap((base) => {
    const last = base.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu)?.at(-1);
    return last === undefined ? [] : [last];
  });
}

/** The text after the name of a type and its type parameters. */
function behindName(signature: string, name: string): string {
  for (let at = signature.indexOf(name); at !== -1; at = signature.indexOf(name, at + 1)) {
    const isWord = !isNamePart(signature[at - 1]) && !isNamePart(signature[at + name.length]);
    if (!isWord) continue;
    const behind = signature.slice(at + name.length);
    return behind.startsWith('<') ? behind.slice(closing(behind, 0)) : behind;
  }
  return '';
}

function isNamePart(char: string | undefined): boolean {
  return char !== undefined && /[\p{L}\p{N}_$]/u.test(char);
}

/** Removes type arguments and constructor arguments. */
function withoutBrackets(text: string): string {
  let depth = 0;
  let kept = '';
  for (const char of text) {
    if ('<([{'.includes(char)) depth++;
    else if ('>)]}'.includes(char)) depth = Math.max(0, depth - 1);
    else if (depth === 0) kept += char;
  }
  return kept;
}
