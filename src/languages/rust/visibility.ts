/**
 * Visibility in Rust: private symbols are visible in their module and its children, `pub(crate)` ones in their package.
 */
import type { RefView } from '../../query/view/ref-view.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import type { Language, VisibilityClues } from '../language.ts';
import { packageAround, rustPackages } from './crates.ts';
import { type Module, parentOf } from './modules.ts';

/** The declared visibility of a symbol. */
export function visibility({ kind, signature, parent, modifier }: VisibilityClues): ReturnType<Language['visibility']> {
  const written = /^pub(?:\s*\([^)]*\))?(?=\s)/.exec(signature)?.[0];
  if (written !== undefined) return { visibility: written === 'pub' ? 'public' : 'internal', modifier: written };
  if (kind === 'macro') return modifier === undefined ? { visibility: 'internal' } : { visibility: 'public', modifier };
  if (kind === 'impl' || parent?.kind === 'trait') return { visibility: 'public' };
  if (parent?.kind === 'impl') return { visibility: isOfTrait(parent.signature) ? 'public' : 'private' };
  // A variant and its fields are as visible as the enum.
  if (parent?.kind === 'enum' || parent?.kind === 'const') return { visibility: parent.visibility };
  return { visibility: 'private' };
}

/** `impl Trait for Type`; not the `for` of `for<'a>`. */
function isOfTrait(signature: string): boolean {
  return /\sfor\s+(?!<)/.test(signature);
}

/** Whether a file may refer to a non-public symbol of another; true unless the opposite is proven. */
export async function isVisible(
  view: RefView,
  file: FileVersion,
  home: FileVersion,
  symbol: SymbolRecord,
): Promise<boolean> {
  const packages = await view.derived(rustPackages);
  const isSamePackage = packageAround(packages, file) === packageAround(packages, home);
  if (symbol.visibility !== 'private' || !isSamePackage) return isSamePackage;
  return (await isAround(view, home, file, packages.roots)) !== false;
}

/** Maximum module depth that is examined; real code is less deep. */
const maxModules = 40;

/**
 * Whether the module of a file is inside that of another; undefined if the tree cannot be followed to the crate root.
 */
async function isAround(
  view: RefView,
  outer: FileVersion,
  file: FileVersion,
  roots: ReadonlySet<string>,
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
