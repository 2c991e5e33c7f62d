/**
 * Whether code of a file may name a symbol at all, as far as that can be proven: in Go what is not exported is seen in its
 * package, in Rust what is private in its module and those inside of it, what is `pub(crate)` in its package.
 */

import { packageAround, rustPackages } from '../../languages/rust/crates.ts';
import { type Module, parentOf } from '../../languages/rust/modules.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import { folderOf } from '../view/folder-table.ts';
import type { RefView } from '../view/ref-view.ts';

/** Modules around a file that are looked at; nobody nests them deeper. */
const maxModules = 40;

export async function isVisible(view: RefView, file: FileVersion, symbol: SymbolRecord): Promise<boolean> {
  if (symbol.versionId === file.id || symbol.visibility === 'public') return true;
  const home = (await view.files()).byId(symbol.versionId);
  if (home === undefined) return false;
  return (await rules[file.language]?.(view, file, home, symbol)) ?? true;
}

const rules: Readonly<
  Record<string, (view: RefView, file: FileVersion, home: FileVersion, symbol: SymbolRecord) => Promise<boolean>>
> = {
  go: async (_, file, home) => folderOf(file.path) === folderOf(home.path) && file.module === home.module,
  rust: async (view, file, home, { visibility }) => {
    const packages = await view.derived(rustPackages);
    const isSamePackage = packageAround(packages, file) === packageAround(packages, home);
    if (visibility !== 'private' || !isSamePackage) return isSamePackage;
    return (await isAround(view, home, file, packages.roots)) !== false;
  },
};

/** Whether a file's module is inside of another's; nothing where the tree cannot be followed to the root of the crate. */
async function isAround(
  view: RefView,
  outer: FileVersion,
  file: FileVersion,
  roots: { has(path: string): boolean },
): Promise<boolean | undefined> {
  let module: Module | undefined = { file, scope: '' };
  for (let count = 0; module !== undefined && count < maxModules; count++) {
    if (module.file.id === outer.id) return true;
    const next: Module | undefined = await parentOf(view, module);
    if (next === undefined) return roots.has(module.file.path) ? false : undefined;
    module = next;
  }
  return undefined;
}
