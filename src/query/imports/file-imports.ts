/** The imports of a file, kept for the files that were asked last: following re-exports asks for few files often. */
import type { ImportFact } from '../../model.ts';
import type { FileVersion } from '../../store/store.ts';
import type { RefView } from '../ref-view.ts';
import { Recent } from './recent.ts';

export async function importsOf(view: RefView, file: FileVersion): Promise<readonly ImportFact[]> {
  const recent = await view.derived(recentImports);
  return recent.get(file.id) ?? recent.set(file.id, await view.store.imports(file));
}

function recentImports(): Recent<number, readonly ImportFact[]> {
  return new Recent(4096);
}
