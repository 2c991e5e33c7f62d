/**
 * Of symbols with one name, those that define it. A header of C or C++ declares what a source file defines, under the same
 * qualified name: whoever names it means the definition. What has no definition elsewhere stays as it is.
 */
import type { SymbolRecord } from '../../store/store.ts';
import { qualifiedName } from '../shapes/symbol-ids.ts';

export function definitionsAmong<Symbol extends Declared>(symbols: readonly Symbol[]): Symbol[] {
  const defined = new Set(symbols.filter((symbol) => !isInHeader(symbol)).map(qualifiedName));
  return symbols.filter((symbol) => !isInHeader(symbol) || !defined.has(qualifiedName(symbol)));
}

type Declared = Pick<SymbolRecord, 'kind' | 'path' | 'language' | 'module' | 'scope' | 'name'>;

const header = /\.(?:h|hh|hpp|hxx|h\+\+)$/i;

/** Only what can be declared without being defined. */
function isInHeader({ kind, path }: Declared): boolean {
  return (kind === 'fn' || kind === 'method') && header.test(path);
}
