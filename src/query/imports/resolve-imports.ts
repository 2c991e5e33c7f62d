/**
 * Import resolution: which files and symbols of the same ref an import leads to, derived from the store when asked.
 * What is not in the repository resolves to no files; nothing here guesses by a name alone.
 */
import type { ImportFact } from '../../model.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import type { RefView } from '../ref-view.ts';
import { importsOf } from './file-facts.ts';
import { goImports } from './go.ts';
import { type ImportRules, nowhere } from './import-rules.ts';
import { javascriptImports } from './javascript.ts';
import { pythonImports } from './python.ts';
import { rustImports } from './rust.ts';

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
    resolved.push({ fact, ...((await rules?.targetOf(view, file, fact)) ?? nowhere) });
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
