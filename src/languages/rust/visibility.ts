/** Who sees what in Rust: what is private in its module and those inside of it, what is `pub(crate)` in its package. */
import type { RefView } from '../../query/view/ref-view.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import type { Language, VisibilityClues } from '../language.ts';
import { packageAround, rustPackages } from './crates.ts';
import { type Module, parentOf } from './modules.ts';

/** What a declaration says of its visibility. */
export function visibility({ kind, signature, parent, modifier }: VisibilityClues): ReturnType<Language['visibility']> {
  const written = /^pub(?:\s*\([^)]*\))?(?=\s)/.exec(signature)?.[0];
  if (written !== undefined) return { visibility: written === 'pub' ? 'public' : 'internal', modifier: written };
  if (kind === 'macro') return modifier === undefined ? { visibility: 'internal' } : { visibility: 'public', modifier };
  if (kind === 'impl' || parent?.kind === 'trait') return { visibility: 'public' };
  if (parent?.kind === 'impl') return { visibility: isOfTrait(parent.signature) ? 'public' : 'private' };
  // A variant is as visible as its enum, and so are the fields of the variant.
  if (parent?.kind === 'enum' || parent?.kind === 'const') return { visibility: parent.visibility };
  return { visibility: 'private' };
}

/** `impl Trait for Type`; the `for` of `for<'a>` is another one. */
function isOfTrait(signature: string): boolean {
  return /\sfor\s+(?!<)/.test(signature);
}

/** Whether a file may name a symbol of another that is not public, as far as that can be proven. */
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

/** Modules around a file that are looked at; nobody nests them deeper. */
const maxModules = 40;

/** Whether a file's module is inside of another's; nothing where the tree cannot be followed to the root of the crate. */
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
