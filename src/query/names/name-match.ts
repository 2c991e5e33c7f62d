/**
 * A name as people write it: plain, or qualified in the manner of whatever language (`JwtValidator::validate_token`,
 * `store.MemoryStore`, `User#save`). The last part is the symbol's name; what stands before it must lead to the symbol.
 */

import { separatorOf } from '../../languages/languages.ts';
import type { SymbolRecord } from '../../store/store.ts';
import type { RefView } from '../view/ref-view.ts';

export interface WrittenName {
  /** Without the `!` of a call of a macro. */
  readonly name: string;
  /** With it: in Ruby it is a part of the name. */
  readonly fullName: string;
  readonly qualifiers: readonly string[];
}

export function readName(written: string): WrittenName {
  const bare = written.trim().replace(/\(.*$/s, '');
  const parts = bare
    .split(/::|->|[.#\\/]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const fullName = parts.at(-1) ?? bare;
  return { name: fullName.replace(/(?<=.)!$/, ''), fullName, qualifiers: parts.slice(0, -1) };
}

/** The symbols of exactly this name that the qualifiers lead to; those that match them most closely only. */
export async function symbolsWritten(view: RefView, written: string): Promise<SymbolRecord[]> {
  return writtenAmong(written, (name) => view.store.symbolsNamed(view.ref, name));
}

/** The same within one file, without reading its namesakes elsewhere, of which there may be thousands. */
export async function symbolsWrittenIn(view: RefView, written: string, path: string): Promise<SymbolRecord[]> {
  const file = await view.store.file(view.ref, path);
  return writtenAmong(written, async (name) => (file === undefined ? [] : view.store.symbolsNamedIn(file, name)));
}

async function writtenAmong(
  written: string,
  named: (name: string) => Promise<SymbolRecord[]>,
): Promise<SymbolRecord[]> {
  const trimmed = written.trim();
  // Some names hold a separator themselves (`operator.`, a Rust macro's path), so the whole is tried first.
  const whole = await named(trimmed);
  const { name, fullName, qualifiers } = readName(trimmed);
  if (whole.length > 0 || name === trimmed) return whole;
  const full = fullName === name || fullName === trimmed ? [] : closest(await named(fullName), qualifiers);
  return full.length > 0 ? full : closest(await named(name), qualifiers);
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

/** What qualifiers are held against. */
type QualifiedSymbol = Pick<SymbolRecord, 'path' | 'language' | 'module' | 'scope'>;

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
