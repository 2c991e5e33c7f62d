/**
 * Subtypes: the types whose values can be used where a type is expected, by their declared bases or embedded types, or
 * by the rule of the language.
 */
import type { Resolver } from '../../../languages/call-rules.ts';
import { functionKinds, type Type, typeKinds, valueKinds } from '../../../languages/entity.ts';
import { callRulesOf, isSameFamily } from '../../../languages/languages.ts';
import type { ReferenceFact } from '../../../model.ts';
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import { LruCache } from '../../view/lru-cache.ts';
import { identity } from '../calls/resolve-site.ts';
import { sourceFile } from '../names/source-file.ts';
import { typeAround } from '../symbols/outside-members.ts';

/** Types above one type that are examined; real hierarchies have fewer. */
const maxAbove = 100;
/** Types below one type that are examined. */
const maxBelow = 400;

/** Whether the values of one type are also values of another. */
export async function isSubtype(resolver: Resolver, sub: SymbolRecord, type: SymbolRecord): Promise<boolean> {
  if (identity(sub) === identity(type)) return true;
  const rule = callRulesOf(sub.language).dispatch.isSubtype;
  if (rule !== undefined) return rule(resolver, sub, type);
  return (await supertypesOf(resolver, sub)).some((above) => identity(above) === identity(type));
}

/** Returns the types that a type inherits from, directly or not, nearest first. */
export async function supertypesOf(resolver: Resolver, type: SymbolRecord): Promise<readonly SymbolRecord[]> {
  const found = new Map<number, SymbolRecord>([[type.id, type]]);
  for (const each of found.values()) {
    if (found.size > maxAbove) break;
    for (const base of await directBases(resolver, each)) if (!found.has(base.id)) found.set(base.id, base);
  }
  found.delete(type.id);
  return [...found.values()];
}

/** Returns the types that inherit from a type or embed it, directly or not, nearest first. */
export async function subtypesOf(
  resolver: Resolver,
  type: SymbolRecord,
): Promise<{ readonly types: readonly SymbolRecord[]; readonly isCut: boolean }> {
  const found = new Map<number, SymbolRecord>([[type.id, type]]);
  let isCut = false;
  for (const each of found.values()) {
    for (const sub of isCut ? [] : await directSubtypes(resolver, each)) found.set(sub.id, sub);
    isCut ||= found.size > maxBelow;
  }
  found.delete(type.id);
  return { types: [...found.values()], isCut };
}

/** Returns the number of files that name a type: few files, few subtypes. */
export async function namings({ view }: Resolver, { name }: SymbolRecord): Promise<number> {
  return (await view.store.filesReferencing(name)).length;
}

/** Returns the types that inherit from a type directly or embed it. */
async function directSubtypes(resolver: Resolver, type: SymbolRecord): Promise<readonly SymbolRecord[]> {
  const cache = await resolver.view.derived(subtypesCache);
  return cache.get(type.id) ?? cache.set(type.id, await findSubtypes(resolver, type));
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

async function findSubtypes(resolver: Resolver, type: SymbolRecord): Promise<readonly SymbolRecord[]> {
  const { view } = resolver;
  const table = await view.files();
  const found = new Map<number, SymbolRecord>();
  for (const { versionId, references } of await view.store.filesReferencing(type.name)) {
    const file = table.byId(versionId);
    if (file === undefined || !isSameFamily(file.language, type.language)) continue;
    const sites = await inheritances(resolver, file, references());
    if (sites.length === 0) continue;
    const { symbols } = await sourceFile(view, file);
    for (const { within } of sites) {
      const sub = symbols[within];
      if (sub === undefined || !typeKinds.has(sub.kind) || found.has(sub.id)) continue;
      const bases = await resolver.basesOf(sub);
      if (bases.some((base) => identity(base) === identity(type))) found.set(sub.id, sub);
    }
  }
  return [...found.values()];
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

function subtypesCache(): LruCache<number, readonly SymbolRecord[]> {
  return new LruCache(4_096);
}
