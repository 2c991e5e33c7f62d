/**
 * Import resolution: the files and symbols of the same ref that an import refers to, derived from the store on demand.
 * Imports from outside of the repository resolve to no files; nothing is guessed by name alone.
 */

import { noTarget } from '../../../languages/import-rules.ts';
import { languageNamed } from '../../../languages/languages.ts';
import type { ImportFact } from '../../../model.ts';
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import { importsOf } from '../../view/file-facts.ts';
import { LruCache } from '../../view/lru-cache.ts';
import type { RefView } from '../../view/ref-view.ts';

export interface ResolvedImport {
  readonly fact: ImportFact;
  /** The imported files; empty if they are not in the repository. */
  readonly files: readonly FileVersion[];
  /** The imported symbols, resolved through re-exports; empty if none is named or found. */
  readonly symbols: readonly SymbolRecord[];
}

/** Resolves the imports of a file, in file order, optionally filtered. */
export async function resolveImports(
  view: RefView,
  file: FileVersion,
  isWanted: (fact: ImportFact) => boolean = () => true,
): Promise<readonly ResolvedImport[]> {
  const rules = languageNamed(file.language)?.imports;
  const resolved: ResolvedImport[] = [];
  for (const fact of await importsOf(view, file)) {
    if (view.isPauseDue()) await view.pause();
    if (!isWanted(fact)) continue;
    resolved.push({ fact, ...((await rules?.targetOf(view, file, fact)) ?? noTarget) });
  }
  return resolved;
}

/** Returns the files of a module specifier, as written in this file. */
export async function resolveModule(view: RefView, file: FileVersion, source: string): Promise<readonly FileVersion[]> {
  return (await languageNamed(file.language)?.imports?.filesOf(view, file, source)) ?? [];
}

/** Returns the symbols that a file exports under a name, wherever they are declared; `default` is such a name. */
export async function exportedSymbol(view: RefView, file: FileVersion, name: string): Promise<readonly SymbolRecord[]> {
  return (await languageNamed(file.language)?.imports?.offeredBy(view, file, name))?.symbols ?? [];
}

/** Returns the files that a file imports. */
export async function importedBy(view: RefView, file: FileVersion): Promise<readonly FileVersion[]> {
  const cache = await view.derived(importedCache);
  const known = cache.get(file.id);
  if (known !== undefined) return known;
  const files = new Map<number, FileVersion>();
  for (const { source } of await importsOf(view, file)) {
    if (view.isPauseDue()) await view.pause();
    for (const each of await resolveModule(view, file, source)) files.set(each.id, each);
  }
  return cache.set(file.id, [...files.values()]);
}

function importedCache(): LruCache<number, readonly FileVersion[]> {
  return new LruCache(4_096);
}
