/**
 * Of symbols with one name, those that define it. A header of C or C++ declares what a source file defines, under the same
 * qualified name: whoever names it means the definition. What has no definition elsewhere stays as it is.
 */
import { languageNamed } from '../../languages/languages.ts';
import type { SymbolRecord } from '../../store/store.ts';
import { qualifiedName } from '../shapes/symbol-ids.ts';

export function definitionsAmong<Symbol extends Declared>(symbols: readonly Symbol[]): Symbol[] {
  const defined = new Set(symbols.filter((symbol) => !isInHeader(symbol)).map(qualifiedName));
  return symbols.filter((symbol) => !isInHeader(symbol) || !defined.has(qualifiedName(symbol)));
}

type Declared = Pick<SymbolRecord, 'kind' | 'path' | 'language' | 'module' | 'scope' | 'name'>;

/** Only what can be declared without being defined. */
function isInHeader({ kind, path, language }: Declared): boolean {
  return (kind === 'fn' || kind === 'method') && languageNamed(language)?.declarationFiles?.test(path) === true;
}
