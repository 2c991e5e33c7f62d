/**
 * The hierarchy around a member of a type: the members below it, which implement or override it, and those above. They
 * are the members of its name in the types below and above; what an unrelated type inherits from both sides is added.
 */
import type { Resolver } from '../../../languages/call-rules.ts';
import { functionKinds, typeKinds } from '../../../languages/entity.ts';
import { callRulesOf, hasCalls } from '../../../languages/languages.ts';
import type { SymbolRecord } from '../../../store/store.ts';
import type { Confidence } from '../calls/edge.ts';
import { identity } from '../calls/resolve-site.ts';
import { firstMembers } from '../names/members.ts';
import { type FoundMembers, implementationsOf, implementedBy } from './implementations.ts';
import { holderOf, isDeclaredSubtype } from './subtypes.ts';
import { type Direction, type TypeHierarchy, typeHierarchy } from './type-hierarchy.ts';
import { isContract } from './undeclared-implementers.ts';

export interface RelatedMember {
  readonly member: SymbolRecord;
  readonly relation: 'implements' | 'overrides';
  readonly confidence: Confidence;
  readonly distance: number;
}

export interface MemberHierarchy {
  readonly members: readonly RelatedMember[];
  /** The hierarchy of the type that declares the member. */
  readonly types: TypeHierarchy;
  /** Number of members of the name that were not examined. */
  readonly unexamined: number;
}

/** Returns undefined if the symbol is not a member of a type. `declarations` are those of one member, such as overloads. */
export async function memberHierarchy(
  resolver: Resolver,
  declarations: readonly [SymbolRecord, ...SymbolRecord[]],
  direction: Direction,
): Promise<MemberHierarchy | undefined> {
  const [member] = declarations;
  const holder = await holderOfAny(resolver, member);
  if (holder === undefined) return undefined;
  const types = await typeHierarchy(resolver, [holder], direction);
  const { dispatch } = callRulesOf(member.language);
  // A private member is neither inherited nor overridden.
  if (dispatch.isFixed?.(member)) return { members: [], types, unexamined: 0 };
  const members = new Map<string, RelatedMember>();
  const own = new Set(declarations.map(identity));
  const add = async (found: SymbolRecord, confidence: Confidence, distance: number) => {
    const key = identity(found);
    if (own.has(key) || members.has(key)) return;
    const declared = direction === 'down' ? member : found;
    const relation = await relationTo(resolver, declared);
    members.set(key, { member: found, relation, confidence, distance });
  };
  for (const { type, confidence, distance } of types.types) {
    for (const found of await firstMembers(resolver, [type], member.name)) {
      // The impls of a type share a scope.
      if (type.kind !== 'impl' || found.parent === type.position) await add(found, confidence, distance);
    }
  }
  const others = await inheritedElsewhere(resolver, member, direction);
  for (const found of others.members) {
    const [sub, base] = direction === 'down' ? [found, member] : [member, found];
    await add(found, (await isGuessed(resolver, sub, base)) ? 'heuristic' : 'static', 1);
  }
  const nearest = [...members.values()].sort((a, b) => a.distance - b.distance);
  return { members: nearest, types, unexamined: others.unexamined };
}

async function inheritedElsewhere(
  resolver: Resolver,
  member: SymbolRecord,
  direction: Direction,
): Promise<FoundMembers> {
  if (!functionKinds.has(member.kind) || !hasCalls(member.language)) return { members: [], unexamined: 0 };
  return direction === 'down' ? implementationsOf(resolver, member) : implementedBy(resolver, member);
}

/** Whether a type has what another asks for, and nothing declares that it does. */
async function isGuessed(resolver: Resolver, sub: SymbolRecord, base: SymbolRecord): Promise<boolean> {
  const { conforms } = callRulesOf(sub.language).dispatch;
  const [type, contract] = [await holderOf(resolver, sub), await holderOf(resolver, base)];
  if (conforms === undefined || type === undefined || contract === undefined) return false;
  return (await isDeclaredSubtype(resolver, type, contract)) !== 'yes' && conforms(resolver, type, contract);
}

/** A member of an interface or trait, and an abstract one, is implemented; others are overridden. */
async function relationTo(resolver: Resolver, declared: SymbolRecord): Promise<RelatedMember['relation']> {
  const holder = await holderOfAny(resolver, declared);
  const isOfContract = holder !== undefined && isContract(holder);
  return isOfContract || callRulesOf(declared.language).dispatch.isDeclaration?.(declared) ? 'implements' : 'overrides';
}

/** The type that declares a member; fields have one too. */
async function holderOfAny(resolver: Resolver, member: SymbolRecord): Promise<SymbolRecord | undefined> {
  if (functionKinds.has(member.kind)) return holderOf(resolver, member);
  const parent = (await resolver.sourceOf(member)).symbols[member.parent];
  return parent !== undefined && typeKinds.has(parent.kind) ? parent : undefined;
}
