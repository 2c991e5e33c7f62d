/** The facts of a file that resolution asks for, kept for what was asked last: it asks few files, and those often. */
import type { ImportFact } from '../../model.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import { Recent } from './recent.ts';
import type { RefView } from './ref-view.ts';

export async function importsOf(view: RefView, file: FileVersion): Promise<readonly ImportFact[]> {
  const recent = await view.derived(recentImports);
  return recent.get(file.id) ?? recent.set(file.id, await view.store.imports(file));
}

/** The symbols of a file that have a name, whatever their scope. */
export async function symbolsNamed(view: RefView, file: FileVersion, name: string): Promise<readonly SymbolRecord[]> {
  const recent = await view.derived(recentSymbols);
  const key = `${file.id} ${name}`;
  return recent.get(key) ?? recent.set(key, await view.store.symbolsNamedIn(file, name));
}

function recentImports(): Recent<number, readonly ImportFact[]> {
  return new Recent(4096);
}

function recentSymbols(): Recent<string, readonly SymbolRecord[]> {
  return new Recent(8192);
}
