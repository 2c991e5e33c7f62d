/** Resolves Rust paths: an item of the module tree, a member of a type, or something outside of the repository. */

import type { ImportFact, ReferenceFact } from '../../model.ts';
import { inTurns } from '../../query/view/in-turns.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import type { SymbolRecord } from '../../store/store.ts';
import { closing } from '../../text/access-chain.ts';
import type { Resolver } from '../call-rules.ts';
import type { CodePosition, Entity, SourceFile } from '../entity.ts';
import { enclosing, named, outside, typeKinds } from '../entity.ts';
import { splitTypes } from '../signature-text.ts';
import { lastPart } from '../type-texts.ts';
import { packageAround, rustPackages } from './crates.ts';
import { macroKinds, rustImports } from './imports.ts';

/** Looks up a name in the module around a position. */
export async function nameInModule(view: RefView, place: CodePosition, name: string): Promise<Entity | undefined> {
  return (await nameInGlobs(view, place, name)) ?? itemAt(view, place, ['self'], name);
}

/** Looks up a name in the globs of the functions around a position: `use self::Error::*`. */
async function nameInGlobs(view: RefView, place: CodePosition, name: string): Promise<Entity | undefined> {
  const globs = globsOf(place.source);
  if (globs.length === 0) return undefined;
  const around = new Set([...enclosing(place)].map(({ position }) => position));
  for (const { source, within } of globs.filter((fact) => around.has(fact.within))) {
    const found = await itemAt(view, { ...place, within }, source.split('::'), name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The globs that functions of a file declare. */
function globsOf(source: SourceFile): readonly ImportFact[] {
  const known = localGlobs.get(source);
  if (known !== undefined) return known;
  const isInFunction = ({ within }: ImportFact) => within !== -1 && source.symbols[within]?.kind !== 'module';
  const found = source.imports.filter((fact) => fact.name === '*' && isInFunction(fact));
  localGlobs.set(source, found);
  return found;
}

const localGlobs = new WeakMap<SourceFile, readonly ImportFact[]>();

/** Returns the type of an impl. */
export async function implementedType(resolver: Resolver, impl: SymbolRecord): Promise<readonly SymbolRecord[]> {
  const source = await resolver.sourceOf(impl);
  const found = await nameInModule(resolver.view, { source, within: impl.parent, line: impl.lineStart }, impl.name);
  return found?.is === 'symbols' ? found.symbols : [];
}

export async function pathEntity(
  resolver: Resolver,
  place: CodePosition,
  path: readonly string[],
  depth: number,
): Promise<Entity | undefined> {
  const parts = path.slice(0, -1);
  const name = path.at(-1) as string;
  if (parts[0] === 'Self') {
    const own = await resolver.ownTypeAt(place);
    return own === undefined ? undefined : named(await resolver.membersOf(own, name, depth + 1));
  }
  if (parts.length === 0) return resolver.lookUp(place, name, depth);
  return (await itemAt(resolver.view, place, parts, name)) ?? (await leadingOutside(resolver.view, place, parts));
}

/** A macro call, or a call through a path: `Store::open()`. */
export async function entityAt(
  resolver: Resolver,
  place: CodePosition,
  { name, receiver = '' }: ReferenceFact,
): Promise<{ readonly entity: Entity | undefined } | undefined> {
  if (receiver.endsWith('!')) return { entity: await macroEntity(resolver, place, receiver.slice(0, -1), name) };
  // Only a path is followed by `::`. The site does not record the separator, but a type or module is not a value.
  const bare = pathWithoutArguments(receiver);
  if (bare === undefined) return undefined;
  if (isTypeParameter(place, bare)) {
    const types = await resolver.typeSymbols({ written: bare, place }, 1);
    const bounds = Array.isArray(types) ? named(types) : undefined;
    return { entity: bounds === undefined ? undefined : await resolver.memberEntity(bounds, name, 0) };
  }
  const path = await resolver.pathEntity(place, `${bare}::${name}`, 0);
  const isMethod = path?.is === 'symbols' && path.symbols.some(({ kind, scope }) => kind === 'fn' && scope !== '');
  if (path?.is === 'symbols' && !isMethod) return { entity: path };
  const owner = bare === 'Self' || bare === 'self' ? undefined : await resolver.pathEntity(place, bare, 0);
  if (owner?.is === 'symbols' && owner.symbols.some(({ kind }) => typeKinds.has(kind))) {
    return { entity: await resolver.memberEntity(owner, name, 0) };
  }
  return path !== undefined && path.is !== 'local' ? { entity: path } : undefined;
}

/** A macro is found by its path, otherwise anywhere in its crate, since it is in scope after its definition. */
async function macroEntity(
  resolver: Resolver,
  place: CodePosition,
  qualifier: string,
  name: string,
): Promise<Entity | undefined> {
  const { view } = resolver;
  const path = qualifier === '' ? name : `${qualifier}::${name}`;
  const found = await resolver.pathEntity(place, path, 0);
  const macros = found?.is === 'symbols' ? found.symbols.filter(({ kind }) => kind === 'macro') : [];
  if (macros.length > 0) return named(macros);
  const here = place.source.byName.get(name)?.filter(({ kind }) => kind === 'macro') ?? [];
  if (here.length > 0) return named(here);
  const packages = await view.derived(rustPackages);
  const table = await view.files();
  const crate = packageAround(packages, place.source.file);
  const everywhere = await view.store.symbolsNamed(view.ref, name, { kinds: macroKinds });
  const all: SymbolRecord[] = [];
  await inTurns(view, everywhere, (symbol) => {
    const file = table.byId(symbol.versionId);
    if (file !== undefined && packageAround(packages, file) === crate) all.push(symbol);
  });
  if (all.length === 1) return named(all);
  return everywhere.length === 0 ? outside : undefined;
}

/** Removes the type arguments of a path: `Vec::<T>::iter` is `Vec::iter`. Returns undefined if the text is no path. */
function pathWithoutArguments(written: string): string | undefined {
  const open = written.indexOf('<');
  const close = written.lastIndexOf('>');
  if (open === -1 || close < open) return isPath(written) ? written : undefined;
  const head = written.slice(0, open);
  const tail = written.slice(close + 1);
  const path = (head.endsWith('::') ? head.slice(0, -2) : head) + tail;
  return isPath(path) && (tail === '' || (head.endsWith('::') && tail.startsWith('::'))) ? path : undefined;
}

function isPath(written: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_]*(?:::[\p{L}_][\p{L}\p{N}_]*)*$/u.test(written);
}

/** Whether an enclosing symbol declares a type parameter of this name. */
function isTypeParameter(place: CodePosition, name: string): boolean {
  if (!/^\p{Lu}[\p{L}\p{N}_]*$/u.test(name)) return false;
  return [...enclosing(place)].some(({ signature }) => {
    const open = /\b(?:impl|(?:fn|struct|enum|trait|type|union)\s+[\p{L}\p{N}_]+)\s*(?=<)/u.exec(signature);
    const start = open === null ? -1 : open.index + open[0].length;
    if (start === -1) return false;
    const parameters = splitTypes(signature.slice(start + 1, closing(signature, start) - 1), ',');
    return parameters.some((each) => /^[\p{L}\p{N}_]+/u.exec(each.trim())?.[0] === name);
  });
}

async function itemAt(
  view: RefView,
  { source, within }: CodePosition,
  qualifiers: readonly string[],
  name: string,
): Promise<Entity | undefined> {
  const fact = { source: qualifiers.join('::'), name, reexport: false, lineStart: 0, lineEnd: 0, within };
  return named((await rustImports.targetOf(view, source.file, fact)).symbols);
}

/** A path that does not start with a module, item or crate of the repository is outside of it. */
async function leadingOutside(
  view: RefView,
  { source }: CodePosition,
  [first = '']: readonly string[],
): Promise<Entity | undefined> {
  if (/^(?:crate|self|super)$/.test(first)) return undefined;
  if (/^(?:std|core|alloc)$/.test(first)) return outside;
  const used = source.imports.find((fact) => (fact.alias ?? fact.name ?? lastPart(fact.source)) === first);
  if (used === undefined) return undefined;
  const target = await rustImports.targetOf(view, source.file, used);
  return target.files.length === 0 && target.symbols.length === 0 ? outside : undefined;
}
