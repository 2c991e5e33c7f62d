/**
 * Selects definitions among symbols with the same name. A C or C++ header declares what a source file defines under the
 * same qualified name; the definition takes precedence. Declarations without a definition are kept.
 */
import { languageNamed } from '../../languages/languages.ts';
import type { SymbolRecord } from '../../store/store.ts';
import { qualifiedName } from '../shapes/symbol-ids.ts';

export function definitionsAmong<Symbol extends Declared>(symbols: readonly Symbol[]): Symbol[] {
  const defined = new Set(symbols.filter((symbol) => !isInHeader(symbol)).map(qualifiedName));
  return symbols.filter((symbol) => !isInHeader(symbol) || !defined.has(qualifiedName(symbol)));
}

type Declared = Pick<SymbolRecord, 'kind' | 'path' | 'language' | 'module' | 'scope' | 'name'>;

/** Only for kinds that can be declared without being defined. */
function isInHeader({ kind, path, language }: Declared): boolean {
  return (kind === 'fn' || kind === 'method') && languageNamed(language)?.declarationFiles?.test(path) === true;
}
