/**
 * Import resolution: which files and symbols of the same ref an import leads to, derived from the store when asked.
 * What is not in the repository resolves to no files; nothing here guesses by a name alone.
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
  /** The files that the import leads to; none if they are not in the repository. */
  readonly files: readonly FileVersion[];
  /** The symbols that it names, where it names some and they are found, followed through re-exports. */
  readonly symbols: readonly SymbolRecord[];
}

/** The imports of a file (or those of them that are wanted), in its order, each with what it leads to. */
export async function resolveImports(
  view: RefView,
  file: FileVersion,
  isWanted: (fact: ImportFact) => boolean = () => true,
): Promise<readonly ResolvedImport[]> {
  const rules = languageNamed(file.language)?.imports;
  const resolved: ResolvedImport[] = [];
  for (const fact of await importsOf(view, file)) {
    if (!isWanted(fact)) continue;
    resolved.push({ fact, ...((await rules?.targetOf(view, file, fact)) ?? noTarget) });
  }
  return resolved;
}

/** The files that a module leads to, as it would be written in this file. */
export async function resolveModule(view: RefView, file: FileVersion, source: string): Promise<readonly FileVersion[]> {
  return (await languageNamed(file.language)?.imports?.filesOf(view, file, source)) ?? [];
}

/** The symbols that a file offers to others under a name, wherever they are declared; `default` is such a name. */
export async function exportedSymbol(view: RefView, file: FileVersion, name: string): Promise<readonly SymbolRecord[]> {
  return (await languageNamed(file.language)?.imports?.offeredBy(view, file, name))?.symbols ?? [];
}

/** The files that a file imports. */
export async function importedBy(view: RefView, file: FileVersion): Promise<readonly FileVersion[]> {
  const cache = await view.derived(importedCache);
  const known = cache.get(file.id);
  if (known !== undefined) return known;
  const files = new Map<number, FileVersion>();
  for (const { source } of await importsOf(view, file)) {
    for (const each of await resolveModule(view, file, source)) files.set(each.id, each);
  }
  return cache.set(file.id, [...files.values()]);
}

function importedCache(): LruCache<number, readonly FileVersion[]> {
  return new LruCache(4_096);
}
