/** Resolves the text of a type at a code position to the symbols that declare it. */
import type { Resolver } from '../../../languages/call-rules.ts';
import { type CodePosition, type Entity, enclosing, named, type Type, typeKinds } from '../../../languages/entity.ts';
import { callRulesOf } from '../../../languages/languages.ts';
import { boundOf } from '../../../languages/signatures.ts';
import { lastPart } from '../../../languages/type-texts.ts';
import type { SymbolRecord } from '../../../store/store.ts';
import { maxDepth } from './chain.ts';
import { moduleMember } from './module-member.ts';

/**
 * Returns `outside` for a type that is not declared in the repository, `opaque` if types of the repository may implement
 * it, or undefined if it is unknown.
 */
export async function typeSymbols(
  resolver: Resolver,
  type: Type,
  depth: number,
): Promise<readonly SymbolRecord[] | 'outside' | 'opaque' | undefined> {
  if ('symbols' in type) return type.symbols;
  if (depth > maxDepth) return undefined;
  const { written, place } = type;
  const { types: texts } = callRulesOf(place.source.file.language);
  if (texts.isAny(written)) return 'opaque';
  const beyond = texts.isInterface(written) ? 'opaque' : 'outside';
  const core = texts.namedType(written);
  // Lists, maps, tuples and functions have no methods declared in the repository; a union may have some.
  if (core === undefined)
    return texts.elementOf(written) !== undefined || texts.isUnnamed(written) ? beyond : undefined;
  if (core.path === 'Self' || core.path === 'self' || core.path === 'this') {
    const own = await resolver.ownTypeAt(place);
    return own === undefined ? undefined : [own];
  }
  const found = await pathEntity(resolver, place, core.path, depth);
  if (found?.is === 'outside') return beyond;
  if (found?.is !== 'symbols') {
    if (texts.isBuiltin(lastPart(core.path))) return beyond;
    const bound = boundAt(place, core.path);
    if (bound === undefined) return undefined;
    const types = await typeSymbols(resolver, { written: bound, place }, depth + 1);
    return types === 'outside' ? 'opaque' : types;
  }
  const types = found.symbols.filter(({ kind }) => typeKinds.has(kind));
  const [alias] = types;
  if (types.length === 1 && alias?.kind === 'type') return aliased(resolver, alias, depth);
  return types.length > 0 ? types : undefined;
}

/** Resolves a path of names at a position, as written in types and bases. */
export async function pathEntity(
  resolver: Resolver,
  place: CodePosition,
  path: string,
  depth: number,
): Promise<Entity | undefined> {
  const parts = path.split(/::|\./);
  const rule = callRulesOf(place.source.file.language).names.pathEntity;
  if (rule !== undefined) return rule(resolver, place, parts, depth);
  let entity = await resolver.lookUp(place, parts[0] as string, depth);
  for (const part of parts.slice(1)) {
    if (entity === undefined || entity.is === 'outside' || entity.is === 'opaque' || entity.is === 'local') {
      return entity;
    }
    if (entity.is === 'module') entity = await moduleMember(resolver.view, entity.files, part);
    else if (entity.is === 'symbols') {
      const members: SymbolRecord[] = [];
      for (const symbol of entity.symbols)
        for (const each of await resolver.membersOf(symbol, part, depth + 1)) members.push(each);
      entity = named(members);
    } else return undefined;
  }
  return entity;
}

/** Resolves a type alias; the alias itself is included, since it may have members of its own. */
async function aliased(
  resolver: Resolver,
  alias: SymbolRecord,
  depth: number,
): Promise<readonly SymbolRecord[] | 'outside'> {
  const source = await resolver.sourceOf(alias);
  const written = callRulesOf(alias.language).signatures.aliasedType(alias.signature, alias.name);
  const place = { source, within: alias.parent, line: alias.lineStart };
  const meant = written === '' ? undefined : await typeSymbols(resolver, { written, place }, depth + 1);
  return Array.isArray(meant) ? [alias, ...meant] : [alias];
}

/** Returns the bound of a type parameter that an enclosing symbol declares. */
export function boundAt(place: CodePosition, name: string): string | undefined {
  for (const { signature } of enclosing(place)) {
    const bound = boundOf(signature, name);
    if (bound !== undefined) return bound;
  }
  return undefined;
}
