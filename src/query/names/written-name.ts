/**
 * A name as users write it: plain, or qualified in the syntax of any language (`JwtValidator::validate_token`,
 * `store.MemoryStore`, `User#save!`). The last part is the name of the symbol; the qualifiers must match its scope or
 * path.
 */

import { separatorOf } from '../../languages/languages.ts';
import type { SymbolRecord } from '../../store/store.ts';

export interface WrittenName {
  /** The whole text: some names contain a separator (`operator.`, the path of a Rust macro). */
  readonly whole: string;
  /** Possible names of the symbol, most literal first: `save!` is a Ruby method, or a call of the macro `save`. */
  readonly spellings: readonly string[];
  /** The last of the spellings, without the `!` of a macro call. */
  readonly name: string;
  readonly qualifiers: readonly string[];
}

export function readName(written: string): WrittenName {
  const whole = written.trim();
  const bare = whole.split('(', 1)[0] as string;
  const parts = bare
    .split(/::|->|[.#\\/]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const last = parts.at(-1) ?? bare;
  const name = last.replace(/(?<=.)!$/, '');
  return { whole, spellings: name === last ? [name] : [last, name], name, qualifiers: parts.slice(0, -1) };
}

/** Returns the symbols that best match the qualifiers; empty if none does. Those in the same case are better. */
export function closest<Symbol extends QualifiedSymbol>(
  symbols: readonly Symbol[],
  qualifiers: readonly string[],
): Symbol[] {
  if (qualifiers.length === 0) return [...symbols];
  for (const matches of [
    (symbol: Symbol, as: Spelling) => endsWith(leading(symbol), qualifiers, as),
    // A package, a folder or a re-exporting module may omit inner parts of the path.
    (symbol: Symbol, as: Spelling) => holdsInOrder([...folders(symbol), ...leading(symbol)], qualifiers, as),
  ]) {
    for (const as of [asWritten, inLowerCase]) {
      const found = symbols.filter((symbol) => matches(symbol, as));
      if (found.length > 0) return found;
    }
  }
  return [];
}

type Spelling = (part: string) => string;

const asWritten: Spelling = (part) => part;
const inLowerCase: Spelling = (part) => part.toLowerCase();

/** The fields that qualifiers are compared with. */
export type QualifiedSymbol = Pick<SymbolRecord, 'path' | 'language' | 'module' | 'scope'>;

/** The parts of the module and the scope. */
function leading(symbol: QualifiedSymbol): string[] {
  const separator = separatorOf(symbol.language);
  return [symbol.module, symbol.scope]
    .flatMap((part) => part.split(separator))
    .flatMap((part) => part.split(/[\\/]/))
    .filter((part) => part !== '');
}

function folders(symbol: QualifiedSymbol): string[] {
  return symbol.path.replace(/\.[^./]*$/, '').split('/');
}

function endsWith(parts: readonly string[], wanted: readonly string[], as: Spelling): boolean {
  const offset = parts.length - wanted.length;
  return offset >= 0 && wanted.every((part, index) => as(parts[offset + index] as string) === as(part));
}

function holdsInOrder(parts: readonly string[], wanted: readonly string[], as: Spelling): boolean {
  let from = 0;
  for (const part of wanted) {
    const found = parts.findIndex((other, index) => index >= from && as(other) === as(part));
    if (found === -1) return false;
    from = found + 1;
  }
  return true;
}
