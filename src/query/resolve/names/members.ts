/** The members of a type by name: its own, otherwise those of its bases, embedded types and traits. */
import type { Resolver } from '../../../languages/call-rules.ts';
import { type CodePosition, type Type, typeKinds } from '../../../languages/entity.ts';
import { callRulesOf } from '../../../languages/languages.ts';
import type { SymbolRecord } from '../../../store/store.ts';
import { LruCache } from '../../view/lru-cache.ts';
import { scopeInside } from '../symbols/outside-members.ts';
import { maxDepth } from './chain.ts';

/** Returns the nearest members; several are overloads or conditional declarations. */
export async function membersOf(
  resolver: Resolver,
  type: SymbolRecord,
  name: string,
  depth: number,
  seen: Set<number> = new Set(),
): Promise<readonly SymbolRecord[]> {
  if (seen.has(type.id) || depth > maxDepth || seen.size > 60) return [];
  seen.add(type.id);
  if (type.kind === 'type' && callRulesOf(type.language).members.aliasIsType) {
    for (const meant of await aliasedBy(resolver, type, depth)) {
      const members = await membersOf(resolver, meant, name, depth + 1, seen);
      if (members.length > 0) return members;
    }
  }
  const own = await ownMembers(resolver, type, name);
  if (own.length > 0) return own;
  for (const base of await basesOf(resolver, type, depth)) {
    const inherited = await membersOf(resolver, base, name, depth + 1, seen);
    if (inherited.length > 0) return inherited;
  }
  return [];
}

/** Returns the types that a type inherits members from, in lookup order. */
export async function basesOf(resolver: Resolver, type: SymbolRecord, depth: number): Promise<readonly SymbolRecord[]> {
  const cache = await resolver.view.derived(basesCache);
  const known = cache.get(type.id);
  if (known !== undefined) return known;
  // Ends cycles: while the bases of a type are being resolved, it has none.
  cache.set(type.id, []);
  const bases: SymbolRecord[] = [];
  const { baseTypes = writtenBases } = callRulesOf(type.language).members;
  for (const base of await baseTypes(resolver, type)) {
    const symbols = await resolver.typeSymbols(base, depth + 1);
    if (Array.isArray(symbols)) bases.push(...symbols.filter(({ id }) => id !== type.id));
  }
  return cache.set(type.id, bases);
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
  const scope = scopeInside(type);
  const isOwn = (symbol: SymbolRecord) => symbol.scope === scope && symbol.kind !== 'impl';
  const rule = callRulesOf(type.language).members.ownMembers;
  if (rule !== undefined) return rule(resolver, type, file, name, isOwn);
  const found = (await view.store.symbolsNamedIn(file, name)).filter(isOwn);
  // If a file has two classes with the same name, the parent distinguishes their members.
  const nested = found.filter(({ parent }) => parent === type.position);
  return nested.length > 0 ? nested : found;
}

async function writtenBases(resolver: Resolver, type: SymbolRecord): Promise<readonly Type[]> {
  const place = { source: await resolver.sourceOf(type), within: type.parent, line: type.lineStart };
  const bases = callRulesOf(type.language).signatures.writtenBases(type.signature, type.name);
  return bases.map((written) => ({ written, place }));
}

function basesCache(): LruCache<number, readonly SymbolRecord[]> {
  return new LruCache(8_192);
}

function membersCache(): LruCache<string, readonly SymbolRecord[]> {
  return new LruCache(16_384);
}
