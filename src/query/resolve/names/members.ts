/** The members of a type by name: its own, otherwise those of its bases, embedded types and traits. */
import type { Resolver } from '../../../languages/call-rules.ts';
import { type CodePosition, type Type, typeKinds } from '../../../languages/entity.ts';
import { callRulesOf } from '../../../languages/languages.ts';
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import { symbolsInScope } from '../../view/file-facts.ts';
import { LruCache } from '../../view/lru-cache.ts';
import { scopeInside } from '../symbols/outside-members.ts';
import { maxDepth } from './chain.ts';
import { cycleGuardOf } from './cycle-guard.ts';
import { linearization } from './linearization.ts';
import { maxBases } from './max-bases.ts';

/** Returns the nearest members; several are overloads or conditional declarations. */
export async function membersOf(
  resolver: Resolver,
  type: SymbolRecord,
  name: string,
  depth: number,
  seen: Set<number> = new Set(),
): Promise<readonly SymbolRecord[]> {
  if (seen.has(type.id) || depth > maxDepth || seen.size >= maxBases) return [];
  seen.add(type.id);
  if (type.kind === 'type' && callRulesOf(type.language).members.aliasIsType) {
    for (const meant of await aliasedBy(resolver, type, depth)) {
      const members = await membersOf(resolver, meant, name, depth + 1, seen);
      if (members.length > 0) return members;
    }
  }
  const own = await ownMembers(resolver, type, name);
  if (own.length > 0) return own;
  if (callRulesOf(type.language).members.areLinearized) {
    return firstMembers(resolver, (await linearization(resolver, type)).slice(1), name);
  }
  for (const base of await basesOf(resolver, type)) {
    const inherited = await membersOf(resolver, base, name, depth, seen);
    if (inherited.length > 0) return inherited;
  }
  return [];
}

/** Returns the members that the first of these types declares itself. */
export async function firstMembers(
  resolver: Resolver,
  types: readonly SymbolRecord[],
  name: string,
): Promise<readonly SymbolRecord[]> {
  for (const type of types) {
    const own = await ownMembers(resolver, type, name);
    if (own.length > 0) return own;
  }
  return [];
}

/** Returns the types that a type inherits members from, in lookup order. */
export async function basesOf(resolver: Resolver, type: SymbolRecord): Promise<readonly SymbolRecord[]> {
  return (await heritageOf(resolver, type)).bases;
}

/** Returns a function for the bases that were looked up before. */
export async function knownBases({
  view,
}: Resolver): Promise<(type: SymbolRecord) => readonly SymbolRecord[] | undefined> {
  const cache = await view.derived(heritageCache);
  return ({ id }) => cache.get(id)?.bases;
}

/**
 * Returns where a member comes from that a type and its bases do not declare: from outside if one of them has a base
 * outside of the repository, otherwise unknown. It is unknown too if there are more bases than are examined.
 */
export async function missingMember(resolver: Resolver, type: SymbolRecord): Promise<'outside' | 'unknown'> {
  const seen = new Set<number>();
  const open = [type];
  let isOutside = false;
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    if (seen.has(each.id)) continue;
    if (seen.size >= maxBases) return 'unknown';
    seen.add(each.id);
    const { bases, outside } = await heritageOf(resolver, each);
    isOutside ||= outside.length > 0;
    for (const base of bases) open.push(base);
  }
  return isOutside ? 'outside' : 'unknown';
}

/** The bases of a type in the repository, and the others as written. */
export interface Heritage {
  readonly bases: readonly SymbolRecord[];
  /** Known not to be in the repository. */
  readonly outside: readonly string[];
  readonly unresolved: readonly string[];
}

const noHeritage: Heritage = { bases: [], outside: [], unresolved: [] };

/**
 * The cache contains only finished results that do not depend on where a walk began: neither on other queries nor on
 * the depth of this one.
 */
export async function heritageOf(resolver: Resolver, type: SymbolRecord): Promise<Heritage> {
  const cache = await resolver.view.derived(heritageCache);
  const known = cache.get(type.id);
  if (known !== undefined) return known;
  const guard = cycleGuardOf(resolver);
  if (!guard.enter(type.id)) return noHeritage;
  let found = noHeritage;
  let isContextFree = false;
  try {
    found = await findHeritage(resolver, type);
  } finally {
    isContextFree = guard.leave();
  }
  return isContextFree ? cache.set(type.id, found) : found;
}

async function findHeritage(resolver: Resolver, type: SymbolRecord): Promise<Heritage> {
  const bases: SymbolRecord[] = [];
  const outside: string[] = [];
  const unresolved: string[] = [];
  const { baseTypes = writtenBases } = callRulesOf(type.language).members;
  for (const base of await baseTypes(resolver, type)) {
    const symbols = await resolver.typeSymbols(base, 0);
    const written = 'written' in base ? base.written : '';
    if (symbols === 'outside' || symbols === 'opaque') outside.push(written);
    else if (symbols === undefined) unresolved.push(written);
    else for (const each of symbols.filter(({ id }) => id !== type.id)) bases.push(each);
  }
  return { bases, outside, unresolved };
}

/** Returns the class, struct, impl or object around a position: the meaning of `self`, `this` and `Self` there. */
export async function ownTypeAt(resolver: Resolver, place: CodePosition): Promise<SymbolRecord | undefined> {
  const { symbols, file } = place.source;
  const { implementedType, belongsToHolder } = callRulesOf(file.language).members;
  for (let symbol = symbols[place.within]; symbol !== undefined; symbol = symbols[symbol.parent]) {
    if (symbol.kind === 'impl') return (await implementedType?.(resolver, symbol)) ?? symbol;
    if (typeKinds.has(symbol.kind)) return symbol;
    const holder = symbols[symbol.parent];
    if (holder !== undefined && !typeKinds.has(holder.kind) && belongsToHolder?.(symbol)) return holder;
  }
  return undefined;
}

async function aliasedBy(resolver: Resolver, alias: SymbolRecord, depth: number): Promise<readonly SymbolRecord[]> {
  const written = callRulesOf(alias.language).signatures.aliasedType(alias.signature, alias.name);
  if (written === '') return [];
  const place = { source: await resolver.sourceOf(alias), within: alias.parent, line: alias.lineStart };
  const meant = await resolver.typeSymbols({ written, place }, depth + 1);
  return Array.isArray(meant) ? meant : [];
}

async function ownMembers(resolver: Resolver, type: SymbolRecord, name: string): Promise<readonly SymbolRecord[]> {
  const cache = await resolver.view.derived(membersCache);
  const key = `${type.id} ${name}`;
  return cache.get(key) ?? cache.set(key, await findMembers(resolver, type, name));
}

async function findMembers(resolver: Resolver, type: SymbolRecord, name: string): Promise<readonly SymbolRecord[]> {
  const { view } = resolver;
  const file = (await view.files()).byId(type.versionId);
  if (file === undefined) return [];
  const inFiles = async (files: readonly FileVersion[]) =>
    (await symbolsInScope(view, files, name, scopeInside(type))).filter(({ kind }) => kind !== 'impl');
  const rule = callRulesOf(type.language).members.ownMembers;
  if (rule !== undefined) return rule(resolver, type, file, name, inFiles);
  const found = await inFiles([file]);
  // If a file has two classes with the same name, the parent distinguishes their members.
  const nested = found.filter(({ parent }) => parent === type.position);
  return nested.length > 0 ? nested : found;
}

async function writtenBases(resolver: Resolver, type: SymbolRecord): Promise<readonly Type[]> {
  const place = { source: await resolver.sourceOf(type), within: type.parent, line: type.lineStart };
  const bases = callRulesOf(type.language).signatures.writtenBases(type.signature, type.name);
  return bases.map((written) => ({ written, place }));
}

function heritageCache(): LruCache<number, Heritage> {
  return new LruCache(8_192);
}

function membersCache(): LruCache<string, readonly SymbolRecord[]> {
  return new LruCache(16_384);
}
