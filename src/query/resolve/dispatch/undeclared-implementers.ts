/**
 * Types that implement an interface without declaring it, where the language allows that: they have all its methods. They
 * are found by the rarest of the methods, so a common one costs nothing.
 */
import type { Resolver } from '../../../languages/call-rules.ts';
import { functionKinds } from '../../../languages/entity.ts';
import { callRulesOf } from '../../../languages/languages.ts';
import { maxNamesakes, type SymbolRecord } from '../../../store/store.ts';
import { maxBases } from '../names/max-bases.ts';
import { outsideMembers } from '../symbols/outside-members.ts';
import { functionsNamed } from './implementations.ts';
import { holderOf, isDeclaredSubtype, isSubtype, subtypesOf } from './subtypes.ts';

export interface Undeclared {
  readonly types: readonly UndeclaredType[];
  /** Whether there may be more than were examined. */
  readonly isCut: boolean;
}

export interface UndeclaredType {
  readonly type: SymbolRecord;
  /** Whether all methods of the interface are known and were compared. */
  readonly isProven: boolean;
}

const none: Undeclared = { types: [], isCut: false };

/** Types and interfaces that are compared. */
const maxCompared = 2_000;

/** Down: the types that have all methods of an interface. */
export async function undeclaredImplementers(resolver: Resolver, contract: SymbolRecord): Promise<Undeclared> {
  const { contractOf, conforms } = callRulesOf(contract.language).dispatch;
  if (contractOf === undefined) return none;
  const { methods, isKnown } = await contractOf(resolver, contract);
  if (methods.length === 0) return none;
  const rarest = await rarestOf(resolver, contract, methods);
  const { types, isCut } = await holdersOf(resolver, rarest);
  const found: UndeclaredType[] = [];
  for (const type of types) {
    if (type.id === contract.id || (await isSubtype(resolver, type, contract)) !== 'yes') continue;
    const isDeclared = conforms !== undefined && (await isDeclaredSubtype(resolver, type, contract)) === 'yes';
    if (!isDeclared) found.push({ type, isProven: isKnown });
  }
  return { types: found, isCut: isCut || rarest.length >= maxNamesakes };
}

/** Up: the interfaces all of whose methods a type has. */
export async function undeclaredContracts(resolver: Resolver, type: SymbolRecord): Promise<Undeclared> {
  const { contractOf, contracts, conforms } = callRulesOf(type.language).dispatch;
  if (contractOf === undefined || isContract(type)) return none;
  if (contracts !== undefined && conforms !== undefined) {
    const types: UndeclaredType[] = [];
    for (const contract of await contracts(resolver)) {
      await resolver.view.pause();
      const isDeclared = (await isDeclaredSubtype(resolver, type, contract)) === 'yes';
      if (!isDeclared && (await conforms(resolver, type, contract))) types.push({ type: contract, isProven: false });
    }
    return { types, isCut: false };
  }
  const candidates = new Map<number, SymbolRecord>();
  let isCut = false;
  for (const name of await methodNames(resolver, type)) {
    const declared: SymbolRecord[] = [];
    for (const each of await functionsNamed(resolver.view, name)) {
      // Methods of other types have a receiver and are declared outside of them.
      if (each.language === type.language && each.parent !== -1) declared.push(each);
    }
    const { types, isCut: hasMore } = await holdersOf(resolver, declared, isContract);
    for (const each of types) candidates.set(each.id, each);
    isCut ||= hasMore;
  }
  const found: UndeclaredType[] = [];
  for (const contract of candidates.values()) {
    if ((await isSubtype(resolver, type, contract)) !== 'yes') continue;
    found.push({ type: contract, isProven: (await contractOf(resolver, contract)).isKnown });
  }
  return { types: found, isCut };
}

/** Whether a type only says what others implement. */
export function isContract(type: SymbolRecord): boolean {
  const rule = callRulesOf(type.language).dispatch.isContract;
  return type.kind === 'interface' || type.kind === 'trait' || rule?.(type) === true;
}

async function rarestOf(
  resolver: Resolver,
  { language }: SymbolRecord,
  names: readonly string[],
): Promise<readonly SymbolRecord[]> {
  let rarest: readonly SymbolRecord[] | undefined;
  for (const name of names) {
    const found = (await functionsNamed(resolver.view, name)).filter((each) => each.language === language);
    if (rarest === undefined || found.length < rarest.length) rarest = found;
  }
  return rarest ?? [];
}

/** The types that declare the methods, and those that embed them. */
async function holdersOf(
  resolver: Resolver,
  methods: readonly SymbolRecord[],
  isWanted: (holder: SymbolRecord) => boolean = () => true,
): Promise<{ readonly types: readonly SymbolRecord[]; readonly isCut: boolean }> {
  const types = new Map<number, SymbolRecord>();
  let isCut = false;
  for (const method of methods) {
    if (types.size > maxCompared) return { types: [...types.values()], isCut: true };
    const holder = await holderOf(resolver, method);
    if (holder === undefined || types.has(holder.id) || !isWanted(holder)) continue;
    types.set(holder.id, holder);
    const below = await subtypesOf(resolver, holder);
    isCut ||= below.isCut;
    for (const each of below.types.filter(isWanted)) types.set(each.id, each);
  }
  return { types: [...types.values()], isCut };
}

/** The names of the methods of a type and of those that it embeds. */
async function methodNames(resolver: Resolver, type: SymbolRecord): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  const seen = new Map([[type.id, type]]);
  for (const each of seen.values()) {
    const { symbols, inside } = await resolver.sourceOf(each);
    const own = inside.get(each.position) ?? [];
    for (const { kind, name } of [...own, ...(await outsideMembers(resolver.view, each, symbols))]) {
      if (functionKinds.has(kind)) names.add(name);
    }
    if (seen.size > maxBases) break;
    for (const base of await resolver.basesOf(each)) seen.set(base.id, base);
  }
  return names;
}
