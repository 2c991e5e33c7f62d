/** The members of a type by name: its own, and where it has none those of its bases, embedded types and traits. */

import { packageAround, rustPackages } from '../../languages/rust/crates.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import { separatorOf } from '../../text/qualified-name.ts';
import { LruCache } from '../view/lru-cache.ts';
import type { RefView } from '../view/ref-view.ts';
import { maxDepth, type Type, typeKinds } from './entity.ts';
import { packageFiles, rustPath } from './look-up.ts';
import { aliasedType, valueOrigin, writtenBases } from './signature-parts.ts';
import { sourceFile, sourceOf } from './source-file.ts';
import { typeSymbols } from './type-symbols.ts';

/** The nearest members; several are overloads, or declared under conditions. */
export async function membersOf(
  view: RefView,
  type: SymbolRecord,
  name: string,
  depth: number,
  seen: Set<number> = new Set(),
): Promise<readonly SymbolRecord[]> {
  if (seen.has(type.id) || depth > maxDepth || seen.size > 60) return [];
  seen.add(type.id);
  if (type.language === 'rust' && type.kind === 'type') {
    // In Rust an alias is the type itself, whose own methods go before those of traits.
    for (const meant of await aliasedBy(view, type, depth)) {
      const members = await membersOf(view, meant, name, depth + 1, seen);
      if (members.length > 0) return members;
    }
  }
  const own = await ownMembers(view, type, name);
  if (own.length > 0) return own;
  for (const base of await basesOf(view, type, depth)) {
    const inherited = await membersOf(view, base, name, depth + 1, seen);
    if (inherited.length > 0) return inherited;
  }
  return [];
}

/** The types that a type takes members from, in the order in which they are asked. */
export async function basesOf(view: RefView, type: SymbolRecord, depth: number): Promise<readonly SymbolRecord[]> {
  const cache = await view.derived(basesCache);
  const known = cache.get(type.id);
  if (known !== undefined) return known;
  // A type that is met again on the way to its own bases has none there.
  cache.set(type.id, []);
  const bases: SymbolRecord[] = [];
  for (const base of await baseTypes(view, type)) {
    const symbols = await typeSymbols(view, base, depth + 1);
    if (Array.isArray(symbols)) bases.push(...symbols.filter(({ id }) => id !== type.id));
  }
  return cache.set(type.id, bases);
}

async function aliasedBy(view: RefView, alias: SymbolRecord, depth: number): Promise<readonly SymbolRecord[]> {
  const written = aliasedType(alias.signature, alias.name, alias.language);
  if (written === '') return [];
  const place = { source: await sourceOf(view, alias), within: alias.parent, line: alias.lineStart };
  const meant = await typeSymbols(view, { written, place }, depth + 1);
  return Array.isArray(meant) ? meant : [];
}

async function ownMembers(view: RefView, type: SymbolRecord, name: string): Promise<readonly SymbolRecord[]> {
  const cache = await view.derived(membersCache);
  const key = `${type.id} ${name}`;
  return cache.get(key) ?? cache.set(key, await findMembers(view, type, name));
}

async function findMembers(view: RefView, type: SymbolRecord, name: string): Promise<readonly SymbolRecord[]> {
  const file = (await view.files()).byId(type.versionId);
  if (file === undefined) return [];
  const scope = [type.scope, type.name].filter((part) => part !== '').join(separatorOf(type.language));
  const isOwn = (symbol: SymbolRecord) => symbol.scope === scope && symbol.kind !== 'impl';
  if (type.language === 'rust') return rustMembers(view, type, file, name, isOwn);
  const files = type.language === 'go' ? await packageFiles(view, file) : [file];
  const found: SymbolRecord[] = [];
  for (const each of files) found.push(...(await view.store.symbolsNamedIn(each, name)).filter(isOwn));
  // A type of Go that is declared twice is declared for two builds, and the caller's is chosen later.
  if (type.language === 'go') return found;
  // Two classes of one name in a file tell their members apart by the parent.
  const nested = found.filter(({ parent, versionId }) => versionId === type.versionId && parent === type.position);
  return nested.length > 0 ? nested : found;
}

/** The impls of a type may stand in any file of its crate; those of the type itself go before those of traits. */
async function rustMembers(
  view: RefView,
  type: SymbolRecord,
  file: FileVersion,
  name: string,
  isOwn: (symbol: SymbolRecord) => boolean,
): Promise<readonly SymbolRecord[]> {
  const here = (await view.store.symbolsNamedIn(file, name)).filter(isOwn);
  if (type.kind === 'trait' || type.kind === 'impl') return here;
  const { symbols } = await sourceOf(view, type);
  const traitsHere = here.map(({ parent }) => traitOf(symbols[parent]));
  // Only a trait with parameters is implemented for one type more than once.
  if (here.length > 0 && !traitsHere.some((trait) => trait?.includes('<'))) return here;
  const inherent = here.filter((_, at) => traitsHere[at] === undefined);
  if (inherent.length > 0) return inherent;
  const packages = await view.derived(rustPackages);
  const own = packageAround(packages, file);
  const table = await view.files();
  const ofTraits: SymbolRecord[][] = here.length > 0 ? [here] : [];
  for (const impl of await implsOf(view, type.name)) {
    const other = table.byId(impl.versionId);
    if (other === undefined || other.id === file.id || packageAround(packages, other) !== own) continue;
    const inside = (await view.store.symbolsNamedIn(other, name)).filter(({ parent }) => parent === impl.position);
    if (inside.length === 0 || !(await isImplOf(view, impl, type))) continue;
    if (traitOf(impl) === undefined) return inside;
    ofTraits.push(inside);
  }
  // Which of several is meant, the types of the arguments would say.
  const files = new Set(ofTraits.map(([first]) => first?.versionId));
  return files.size === 1 ? (ofTraits[0] as SymbolRecord[]) : [];
}

/** The trait that an impl is one of, as it is written. */
function traitOf(impl: SymbolRecord | undefined): string | undefined {
  return impl?.kind === 'impl' ? writtenBases(impl.signature, impl.name, 'rust')[0] : undefined;
}

async function isImplOf(view: RefView, impl: SymbolRecord, type: SymbolRecord): Promise<boolean> {
  const source = await sourceOf(view, impl);
  const found = await rustPath(view, { source, within: impl.parent, line: impl.lineStart }, ['self'], impl.name);
  return found?.is === 'symbols' && found.symbols.some(({ id }) => id === type.id);
}

async function implsOf(view: RefView, name: string): Promise<readonly SymbolRecord[]> {
  const cache = await view.derived(implsCache);
  const known = cache.get(name);
  if (known !== undefined) return known;
  const named = await view.store.symbolsNamed(view.ref, name);
  return cache.set(
    name,
    named.filter(({ kind, language }) => kind === 'impl' && language === 'rust'),
  );
}

async function baseTypes(view: RefView, type: SymbolRecord): Promise<Type[]> {
  const source = await sourceOf(view, type);
  const place = { source, within: type.parent, line: type.lineStart };
  if (type.language === 'go') {
    if (type.kind === 'interface') return embeddedInterfaces(view, type);
    return source.symbols
      .filter(({ parent, kind }) => parent === type.position && kind === 'field')
      .map(({ signature, name }) => ({ signature, origin: valueOrigin(signature, name, 'go').slice(1) }))
      .filter(({ signature, origin }) => signature.replace(/\s*[`"].*$/, '') === origin)
      .map(({ origin }) => ({ written: origin, place }));
  }
  if (type.language !== 'rust' || type.kind === 'trait') {
    return writtenBases(type.signature, type.name, type.language).map((written) => ({ written, place }));
  }
  const traits: Type[] = [];
  for (const impl of type.kind === 'impl' ? [type] : await implsOf(view, type.name)) {
    const [written] = writtenBases(impl.signature, impl.name, 'rust');
    if (written === undefined || (impl.versionId !== type.versionId && !(await isImplOf(view, impl, type)))) continue;
    const around = await sourceOf(view, impl);
    traits.push({ written, place: { source: around, within: impl.parent, line: impl.lineStart } });
  }
  return traits;
}

/** An interface inside of another is no symbol, but the syntax says that it is inherited from. */
async function embeddedInterfaces(view: RefView, type: SymbolRecord): Promise<Type[]> {
  const source = await sourceOf(view, type);
  const place = { source, within: type.parent, line: type.lineStart };
  const references = await view.store.references(source.file);
  return references
    .filter(({ kind, within }) => kind === 'inherit' && within === type.position)
    .map(({ name, receiver }) => ({ written: receiver === undefined ? name : `${receiver}.${name}`, place }));
}

function basesCache(): LruCache<number, readonly SymbolRecord[]> {
  return new LruCache(8_192);
}

function membersCache(): LruCache<string, readonly SymbolRecord[]> {
  return new LruCache(16_384);
}

function implsCache(): LruCache<string, readonly SymbolRecord[]> {
  return new LruCache(1_024);
}

const functionsOfObjects: ReadonlySet<string> = new Set(['javascript', 'typescript']);

/** The class, struct, impl or object that a place belongs to: what `self`, `this` and `Self` mean there. */
export async function ownTypeAt(
  view: RefView,
  place: { source: { symbols: readonly SymbolRecord[]; file: FileVersion }; within: number },
): Promise<SymbolRecord | undefined> {
  const { symbols, file } = place.source;
  for (let symbol = symbols[place.within]; symbol !== undefined; symbol = symbols[symbol.parent]) {
    if (symbol.kind === 'impl') return (await implementedType(view, symbol)) ?? symbol;
    if (typeKinds.has(symbol.kind)) return symbol;
    const holder = symbols[symbol.parent];
    if (holder === undefined || typeKinds.has(holder.kind) || !functionsOfObjects.has(file.language)) continue;
    // A function that is written into an object, or added to one from outside, belongs to it.
    if (symbol.kind === 'method' || (symbol.kind === 'fn' && /^[\w$.]+\.[\w$]+\s*=/.test(symbol.signature)))
      return holder;
  }
  return undefined;
}

async function implementedType(view: RefView, impl: SymbolRecord): Promise<SymbolRecord | undefined> {
  const file = (await view.files()).byId(impl.versionId);
  if (file === undefined) return undefined;
  const source = await sourceFile(view, file);
  const found = await rustPath(view, { source, within: impl.parent, line: impl.lineStart }, ['self'], impl.name);
  return found?.is === 'symbols' ? found.symbols.find(({ kind }) => typeKinds.has(kind)) : undefined;
}
