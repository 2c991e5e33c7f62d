/** A symbol in one line: its signature, and the type or module that it belongs to. */
import { printable } from '../text/printable.ts';
import { shortened } from './shortened.ts';

export interface NamedSymbol {
  readonly kind?: string;
  readonly name?: string;
  readonly qualified_name?: string;
  readonly signature?: string;
}

/** A signature says enough to a model in this many characters. */
export const widestForModel = 120;

export function symbolText(symbol: NamedSymbol): string {
  const { kind = '', name = '', signature = '' } = symbol;
  const written = oneLine(signature);
  if (written === '' || written === name) return printable(`${kind} `.trimStart()) + shortName(symbol);
  const scope = typeAround(symbol);
  const shown = shortened(printable(written), widestForModel);
  return scope === '' || written.includes(scope) ? shown : `${shown}  in ${printable(scope)}`;
}

/** `Store.get`: the name with the type that it belongs to. */
export function shortName(symbol: NamedSymbol): string {
  const scope = typeAround(symbol);
  return printable(scope === '' ? (symbol.name ?? '') : `${scope}.${symbol.name}`);
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The kinds whose innermost scope is a type. The scope of others is mostly a module, which the path says already. */
const memberKinds: ReadonlySet<string> = new Set(['method', 'field', 'enum_member', 'constructor', 'property']);

/** `Store` of the method `db::Store::get`. */
function typeAround({ kind = '', name = '', qualified_name: qualified = name }: NamedSymbol): string {
  if (!memberKinds.has(kind) || !qualified.endsWith(name)) return '';
  const outer = qualified.slice(0, qualified.length - name.length);
  const end = outer.endsWith('::') ? outer.length - 2 : outer.endsWith('.') ? outer.length - 1 : 0;
  const start = Math.max(outer.lastIndexOf('.', end - 1), outer.lastIndexOf(':', end - 1)) + 1;
  return end === 0 ? '' : outer.slice(start, end);
}
