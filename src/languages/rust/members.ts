/** The members of a Rust type: those of its impls, which may be in any file of its crate, and those of its traits. */

import type { SymbolKind } from '../../model.ts';
import { symbolsNamedAmong } from '../../query/view/file-facts.ts';
import { LruCache } from '../../query/view/lru-cache.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import type { Resolver } from '../call-rules.ts';
import { type Type, typeKinds } from '../entity.ts';
import { packageAround, rustPackages } from './crates.ts';
import { implementedType } from './paths.ts';
import { rustSignatures } from './signatures.ts';

/** Members of the type itself precede those of traits. */
export async function ownMembers(
  resolver: Resolver,
  type: SymbolRecord,
  file: FileVersion,
  name: string,
  inFiles: (files: readonly FileVersion[]) => Promise<readonly SymbolRecord[]>,
): Promise<readonly SymbolRecord[]> {
  const { view } = resolver;
  const here = await inFiles([file]);
  if (type.kind === 'trait' || type.kind === 'impl') return here;
  const { symbols } = await resolver.sourceOf(type);
  const traitsHere = here.map(({ parent }) => traitOf(symbols[parent]));
  // Only a generic trait can be implemented more than once for one type.
  if (here.length > 0 && !traitsHere.some((trait) => trait?.includes('<'))) return here;
  const inherent = here.filter((_, at) => traitsHere[at] === undefined);
  if (inherent.length > 0) return inherent;
  const packages = await view.derived(rustPackages);
  const own = packageAround(packages, file);
  const table = await view.files();
  const ofTraits: (readonly SymbolRecord[])[] = here.length > 0 ? [here] : [];
  for (const impl of await implsOf(view, type.name)) {
    const other = table.byId(impl.versionId);
    if (other === undefined || other.id === file.id || packageAround(packages, other) !== own) continue;
    const inside = (await symbolsNamedAmong(view, [other], name)).filter(({ parent }) => parent === impl.position);
    if (inside.length === 0 || !(await isImplOf(resolver, impl, type))) continue;
    if (traitOf(impl) === undefined) return inside;
    ofTraits.push(inside);
  }
  // The types of the arguments would decide among several.
  const files = new Set(ofTraits.map(([first]) => first?.versionId));
  return files.size === 1 ? (ofTraits[0] as readonly SymbolRecord[]) : [];
}

/** The bounds of a trait; the traits that a type is implemented for. */
export async function baseTypes(resolver: Resolver, type: SymbolRecord): Promise<Type[]> {
  if (type.kind === 'trait') {
    const place = { source: await resolver.sourceOf(type), within: type.parent, line: type.lineStart };
    return rustSignatures.writtenBases(type.signature, type.name).map((written) => ({ written, place }));
  }
  const traits: Type[] = [];
  for (const impl of type.kind === 'impl' ? [type] : await implsOf(resolver.view, type.name)) {
    const written = traitOf(impl);
    if (written === undefined || (impl.versionId !== type.versionId && !(await isImplOf(resolver, impl, type)))) {
      continue;
    }
    const source = await resolver.sourceOf(impl);
    traits.push({ written, place: { source, within: impl.parent, line: impl.lineStart } });
  }
  return traits;
}

/** Returns the type of an impl, if it is in the repository. */
export async function typeOfImpl(resolver: Resolver, impl: SymbolRecord): Promise<SymbolRecord | undefined> {
  return (await implementedType(resolver, impl)).find(({ kind }) => typeKinds.has(kind));
}

/** The text of the trait of an impl. */
function traitOf(impl: SymbolRecord | undefined): string | undefined {
  return impl?.kind === 'impl' ? rustSignatures.writtenBases(impl.signature, impl.name)[0] : undefined;
}

async function isImplOf(resolver: Resolver, impl: SymbolRecord, type: SymbolRecord): Promise<boolean> {
  return (await implementedType(resolver, impl)).some(({ id }) => id === type.id);
}

async function implsOf(view: RefView, name: string): Promise<readonly SymbolRecord[]> {
  const cache = await view.derived(implsCache);
  const known = cache.get(name);
  if (known !== undefined) return known;
  const impls = await view.store.symbolsNamed(view.ref, name, { kinds: implKinds });
  return cache.set(
    name,
    impls.filter(({ language }) => language === 'rust'),
  );
}

const implKinds: ReadonlySet<SymbolKind> = new Set(['impl']);

function implsCache(): LruCache<string, readonly SymbolRecord[]> {
  return new LruCache(1_024);
}
