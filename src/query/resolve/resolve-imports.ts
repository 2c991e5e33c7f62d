/**
 * Import resolution: which files and symbols of the same ref an import leads to, derived from the store when asked.
 * What is not in the repository resolves to no files; nothing here guesses by a name alone.
 */

import { goImports } from '../../languages/go/imports.ts';
import { type ImportRules, noTarget } from '../../languages/import-rules.ts';
import { javascriptImports } from '../../languages/javascript/imports.ts';
import { pythonImports } from '../../languages/python/imports.ts';
import { rustImports } from '../../languages/rust/imports.ts';
import type { ImportFact } from '../../model.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import { importsOf } from '../view/file-facts.ts';
import type { RefView } from '../view/ref-view.ts';

export interface ResolvedImport {
  readonly fact: ImportFact;
  /** The files that the import leads to; none if they are not in the repository. */
  readonly files: readonly FileVersion[];
  /** The symbols that it names, where it names some and they are found, followed through re-exports. */
  readonly symbols: readonly SymbolRecord[];
}

/** By the languages of the files that import. */
const rulesOf: Readonly<Record<string, ImportRules>> = {
  typescript: javascriptImports,
  javascript: javascriptImports,
  python: pythonImports,
  go: goImports,
  rust: rustImports,
};

/** The rules of a language, for those who follow one import rather than all; nothing where imports are not followed. */
export function importRulesOf(language: string): ImportRules | undefined {
  return rulesOf[language];
}

/** The imports of a file (or those of them that are wanted), in its order, each with what it leads to. */
export async function resolveImports(
  view: RefView,
  file: FileVersion,
  isWanted: (fact: ImportFact) => boolean = () => true,
): Promise<readonly ResolvedImport[]> {
  const rules = rulesOf[file.language];
  const resolved: ResolvedImport[] = [];
  for (const fact of await importsOf(view, file)) {
    if (!isWanted(fact)) continue;
    resolved.push({ fact, ...((await rules?.targetOf(view, file, fact)) ?? noTarget) });
  }
  return resolved;
}

/** The files that a module leads to, as it would be written in this file. */
export async function resolveModule(view: RefView, file: FileVersion, source: string): Promise<readonly FileVersion[]> {
  return (await rulesOf[file.language]?.filesOf(view, file, source)) ?? [];
}

/** The symbols that a file offers to others under a name, wherever they are declared; `default` is such a name. */
export async function exportedSymbol(view: RefView, file: FileVersion, name: string): Promise<readonly SymbolRecord[]> {
  return (await rulesOf[file.language]?.offeredBy(view, file, name))?.symbols ?? [];
}
