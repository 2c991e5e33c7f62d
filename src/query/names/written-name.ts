/**
 * A name as people write it: plain, or qualified in the manner of whatever language (`JwtValidator::validate_token`,
 * `store.MemoryStore`, `User#save!`). The last part is the symbol's name; the qualifiers before it must lead to the symbol.
 */

import { separatorOf } from '../../languages/languages.ts';
import type { SymbolRecord } from '../../store/store.ts';

export interface WrittenName {
  /** All of it: some names hold a separator themselves (`operator.`, a Rust macro's path). */
  readonly whole: string;
  /** What the symbol may be called, the most literal first: `save!` is a method of Ruby, or a call of the macro `save`. */
  readonly spellings: readonly string[];
  /** The last of the spellings, without the `!` of a call of a macro. */
  readonly name: string;
  readonly qualifiers: readonly string[];
}

export function readName(written: string): WrittenName {
  const whole = written.trim();
  const bare = whole.replace(/\(.*$/s, '');
  const parts = bare
    .split(/::|->|[.#\\/]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const last = parts.at(-1) ?? bare;
  const name = last.replace(/(?<=.)!$/, '');
  return { whole, spellings: name === last ? [name] : [last, name], name, qualifiers: parts.slice(0, -1) };
}

/** Those of the symbols that the qualifiers lead to most closely; none if they lead to none. */
export function closest<Symbol extends QualifiedSymbol>(
  symbols: readonly Symbol[],
  qualifiers: readonly string[],
): Symbol[] {
  if (qualifiers.length === 0) return [...symbols];
  const wanted = qualifiers.map(plain);
  const ends = symbols.filter((symbol) => endsWith(leading(symbol), wanted));
  if (ends.length > 0) return ends;
  // A package, a folder or a re-exporting module may stand for what lies deeper.
  return symbols.filter((symbol) => holdsInOrder([...folders(symbol), ...leading(symbol)], wanted));
}

/** What qualifiers are compared with. */
export type QualifiedSymbol = Pick<SymbolRecord, 'path' | 'language' | 'module' | 'scope'>;

/** The module's and the scope's parts. */
function leading(symbol: QualifiedSymbol): string[] {
  const separator = separatorOf(symbol.language);
  return [symbol.module, symbol.scope]
    .flatMap((part) => part.split(separator))
    .flatMap((part) => part.split(/[\\/]/))
    .filter((part) => part !== '')
    .map(plain);
}

function folders(symbol: QualifiedSymbol): string[] {
  return symbol.path
    .replace(/\.[^./]*$/, '')
    .split('/')
    .map(plain);
}

function plain(part: string): string {
  return part.toLowerCase();
}

function endsWith(parts: readonly string[], wanted: readonly string[]): boolean {
  const offset = parts.length - wanted.length;
  return offset >= 0 && wanted.every((part, index) => parts[offset + index] === part);
}

function holdsInOrder(parts: readonly string[], wanted: readonly string[]): boolean {
  let from = 0;
  for (const part of wanted) {
    const found = parts.indexOf(part, from);
    if (found === -1) return false;
    from = found + 1;
  }
  return true;
}
