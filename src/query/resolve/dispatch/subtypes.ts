/**
 * Subtypes: the types whose values can be used where a type is expected, by their declared bases or embedded types, or
 * by the rule of the language.
 */
import type { Resolver } from '../../../languages/call-rules.ts';
import { functionKinds, type SourceFile, type Type, typeKinds, valueKinds } from '../../../languages/entity.ts';
import { callRulesOf, isSameFamily, separatorOf } from '../../../languages/languages.ts';
import type { ReferenceFact } from '../../../model.ts';
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import { LruCache } from '../../view/lru-cache.ts';
import { identity } from '../calls/resolve-site.ts';
import { cycleGuardOf } from '../names/cycle-guard.ts';
import { maxBases } from '../names/max-bases.ts';
import { heritageOf, knownBases } from '../names/members.ts';
import { sourceFile } from '../names/source-file.ts';
import { typeAround } from '../symbols/outside-members.ts';

/** Types below one type that are examined. */
const maxBelow = 400;

/** `unknown`: there are too many types to examine. */
export type Verdict = 'yes' | 'no' | 'unknown';

/** Whether the values of one type are also values of another. */
export async function isSubtype(resolver: Resolver, sub: SymbolRecord, type: SymbolRecord): Promise<Verdict> {
  if (identity(sub) === identity(type)) return 'yes';
  const { isSubtype: rule, conforms } = callRulesOf(sub.language).dispatch;
  if (rule !== undefined) return (await rule(resolver, sub, type)) ? 'yes' : 'no';
  const declared = await isDeclaredSubtype(resolver, sub, type);
  if (declared !== 'no' || conforms === undefined) return declared;
  return (await conforms(resolver, sub, type)) ? 'yes' : 'no';
}

/** Whether a type names another as a base, directly or not. */
export async function isDeclaredSubtype(resolver: Resolver, sub: SymbolRecord, type: SymbolRecord): Promise<Verdict> {
  const above = await supertypesOf(resolver, sub);
  if (above.identities.has(identity(type))) return 'yes';
  return above.isCut ? 'unknown' : 'no';
}

interface Supertypes {
  readonly identities: ReadonlySet<string>;
  /** Whether there are more than were examined. */
  readonly isCut: boolean;
}

/** Returns the types that a type inherits from, directly or not. */
async function supertypesOf(resolver: Resolver, type: SymbolRecord): Promise<Supertypes> {
  const cache = await resolver.view.derived(supertypesCache);
  const found = cache.get(type.id) ?? (await findSupertypes(resolver, type));
  // Bases that are being resolved have none yet.
  return cycleGuardOf(resolver).isIdle ? cache.set(type.id, found) : found;
}

async function findSupertypes(resolver: Resolver, type: SymbolRecord): Promise<Supertypes> {
  const found = new Map<number, SymbolRecord>([[type.id, type]]);
  // Most bases are known, and to wait for each would take most of the time.
  const known = await knownBases(resolver);
  let examined = 0;
  for (const each of found.values()) {
    if (++examined > maxBases) break;
    const bases = (typeKinds.has(each.kind) && known(each)) || (await directBases(resolver, each));
    for (const base of bases) if (!found.has(base.id)) found.set(base.id, base);
  }
  found.delete(type.id);
  return { identities: new Set([...found.values()].map(identity)), isCut: examined > maxBases };
}

function supertypesCache(): LruCache<number, Supertypes> {
  return new LruCache(50_000, ({ identities }) => identities.size + 1);
}

export interface Subtypes {
  readonly types: readonly SymbolRecord[];
  /** Whether there are more than were examined. */
  readonly isCut: boolean;
}

/** Returns the types that inherit from a type or embed it, directly or not, nearest first. */
export async function subtypesOf(resolver: Resolver, type: SymbolRecord): Promise<Subtypes> {
  const cache = await resolver.view.derived(allSubtypesCache);
  const found = cache.get(type.id) ?? (await findAllSubtypes(resolver, type));
  return cycleGuardOf(resolver).isIdle ? cache.set(type.id, found) : found;
}

function allSubtypesCache(): LruCache<number, Subtypes> {
  return new LruCache(50_000, ({ types }) => types.length + 1);
}

async function findAllSubtypes(resolver: Resolver, type: SymbolRecord): Promise<Subtypes> {
  const found = new Map<number, SymbolRecord>([[type.id, type]]);
  let isCut = false;
  for (const each of found.values()) {
    for (const sub of isCut ? [] : (await directSubtypes(resolver, each)).types) found.set(sub.id, sub);
    isCut ||= found.size > maxBelow;
  }
  found.delete(type.id);
  return { types: [...found.values()], isCut };
}

/** Returns the number of files that name a type: few files, few subtypes. */
export async function namings({ view }: Resolver, { name }: SymbolRecord): Promise<number> {
  const cache = await view.derived(namingsCache);
  return cache.get(name) ?? cache.set(name, (await view.store.filesReferencing(name)).length);
}

function namingsCache(): LruCache<string, number> {
  return new LruCache(8_192);
}

export interface DirectSubtypes {
  readonly types: readonly SymbolRecord[];
  /** Types that inherit from the name, but from which of the types with the name is unknown. */
  readonly unresolved: readonly UnresolvedSubtype[];
}

export interface UnresolvedSubtype {
  readonly type: SymbolRecord;
  readonly file: FileVersion;
  readonly site: ReferenceFact;
}

/** Returns the types that inherit from a type directly or embed it. */
export async function directSubtypes(resolver: Resolver, type: SymbolRecord): Promise<DirectSubtypes> {
  const { byBase, unresolved } = await inheritorsOf(resolver, type);
  const types = byBase.get(identity(type)) ?? [];
  if (unresolved.length === 0) return { types, unresolved };
  const known = new Set(types.map(({ id }) => id));
  return { types, unresolved: unresolved.filter(({ type: { id } }) => id !== type.id && !known.has(id)) };
}

/** Returns the type that declares a member; for an object literal with methods, its variable or function. */
export async function holderOf(resolver: Resolver, member: SymbolRecord): Promise<SymbolRecord | undefined> {
  if (member.scope === '' || !functionKinds.has(member.kind)) return undefined;
  const { symbols } = await resolver.sourceOf(member);
  const parent = symbols[member.parent];
  if (parent !== undefined && typeKinds.has(parent.kind)) return parent;
  const { objectsImplement } = callRulesOf(member.language).dispatch;
  if (parent !== undefined && objectsImplement && member.kind === 'method') return parent;
  return typeAround(resolver.view, member, symbols);
}

/** The bases of a type; for the holder of an object literal, its declared type. */
async function directBases(resolver: Resolver, type: SymbolRecord): Promise<readonly SymbolRecord[]> {
  if (typeKinds.has(type.kind)) return resolver.basesOf(type);
  const declared = await declaredType(resolver, type);
  const symbols = declared === undefined ? undefined : await resolver.typeSymbols(declared, 0);
  return Array.isArray(symbols) ? symbols : [];
}

async function declaredType(resolver: Resolver, holder: SymbolRecord): Promise<Type | undefined> {
  const { signatures } = callRulesOf(holder.language);
  const { signature, name, kind } = holder;
  const origin = valueKinds.has(kind) ? signatures.valueOrigin(signature, name) : '';
  const written = functionKinds.has(kind)
    ? (signatures.functionParts(signature, name)?.returns ?? '')
    : origin.startsWith(':')
      ? origin.slice(1)
      : '';
  if (written === '') return undefined;
  return {
    written,
    place: { source: await resolver.sourceOf(holder), within: holder.position, line: holder.lineStart },
  };
}

/** The types that inherit from a name. Many types may have the name, so they are examined once for all of them. */
interface Inheritors {
  /** By the identity of the base. */
  readonly byBase: ReadonlyMap<string, readonly SymbolRecord[]>;
  readonly unresolved: readonly UnresolvedSubtype[];
}

async function inheritorsOf(resolver: Resolver, { name, language }: SymbolRecord): Promise<Inheritors> {
  const cache = await resolver.view.derived(inheritorsCache);
  const key = `${language} ${name}`;
  return cache.get(key) ?? cache.set(key, await findInheritors(resolver, name, language));
}

async function findInheritors(resolver: Resolver, name: string, language: string): Promise<Inheritors> {
  const { view } = resolver;
  const table = await view.files();
  const byBase = new Map<string, SymbolRecord[]>();
  const unresolved = new Map<number, UnresolvedSubtype>();
  const seen = new Set<number>();
  for (const { versionId, references } of await view.store.filesReferencing(name)) {
    const file = table.byId(versionId);
    if (file === undefined || !isSameFamily(file.language, language)) continue;
    const sites = await inheritances(resolver, file, references());
    if (sites.length === 0) continue;
    const source = await sourceFile(view, file);
    for (const site of sites) {
      const sub = source.symbols[site.within];
      if (sub === undefined || !typeKinds.has(sub.kind)) continue;
      if (await isUnknown(resolver, source, sub, site)) unresolved.set(sub.id, { type: sub, file, site });
      if (seen.has(sub.id)) continue;
      seen.add(sub.id);
      for (const base of new Set((await resolver.basesOf(sub)).map(identity))) {
        const known = byBase.get(base);
        if (known === undefined) byBase.set(base, [sub]);
        else known.push(sub);
      }
    }
  }
  return { byBase, unresolved: [...unresolved.values()] };
}

/** Whether nothing tells which type a base is. */
async function isUnknown(
  resolver: Resolver,
  source: SourceFile,
  sub: SymbolRecord,
  { receiver, name }: ReferenceFact,
): Promise<boolean> {
  if ((await heritageOf(resolver, sub)).unresolved.length === 0) return false;
  const written = receiver === undefined ? name : `${receiver}${separatorOf(sub.language)}${name}`;
  const place = { source, within: sub.parent, line: sub.lineStart };
  return (await resolver.typeSymbols({ written, place }, 0)) === undefined;
}

/** The places in a file that inherit from a name, also under the name that an import gives it. */
async function inheritances(
  { view }: Resolver,
  file: FileVersion,
  references: readonly ReferenceFact[],
): Promise<readonly ReferenceFact[]> {
  const found = references.filter(({ kind }) => kind === 'inherit');
  for (const { kind, receiver } of references) {
    if (kind !== 'alias' || receiver === undefined) continue;
    const renamed = await view.store.referencesNamedIn(file, receiver);
    for (const each of renamed.filter((each) => each.kind === 'inherit')) found.push(each);
  }
  return found;
}

function inheritorsCache(): LruCache<string, Inheritors> {
  return new LruCache(50_000, ({ byBase, unresolved }) => byBase.size + unresolved.length + 1);
}
