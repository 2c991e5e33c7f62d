/**
 * Implementations: the members that a call of a member may reach at run time, because a subtype declares them. A member
 * implements another of the same name if some type inherits from both holders and has this member. The lookups go down,
 * from an interface or base to its implementations, and up.
 */
import type { Resolver } from '../../../languages/call-rules.ts';
import { functionKinds } from '../../../languages/entity.ts';
import { callRulesOf, isSameFamily } from '../../../languages/languages.ts';
import { maxNamesakes, type SymbolRecord } from '../../../store/store.ts';
import { folderOf } from '../../view/folder-table.ts';
import { LruCache } from '../../view/lru-cache.ts';
import type { RefView } from '../../view/ref-view.ts';
import { identity } from '../calls/resolve-site.ts';
import { holderOf, isSubtype, namings, subtypesOf, type Verdict } from './subtypes.ts';

export interface FoundMembers {
  /** Those nearest to the member first, tests last. */
  readonly members: readonly SymbolRecord[];
  /** Number of members with the name that were not examined, since there are very many; may be more. */
  readonly unexamined: number;
}

/** Members of one name that are examined; common names have thousands in a large repository. */
const maxExamined = 400;

/** Down: the members that a call of `member` may reach. The receiver's static type, if it is narrower, is `type`. */
export async function implementationsOf(
  resolver: Resolver,
  member: SymbolRecord,
  type?: SymbolRecord,
): Promise<FoundMembers> {
  const above = type ?? (await holderOf(resolver, member));
  if (above === undefined || isFixed(member)) return { members: [], unexamined: 0 };
  const cache = await resolver.view.derived(implementationsCache);
  const key = `${member.id} ${above.id}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const namesakes = await membersNamed(resolver, member, (each) => fits(resolver, each, member));
  return cache.set(key, await examined(namesakes, (each) => isImplementation(resolver, each, above)));
}

/** Up: the members of interfaces, traits and bases that `member` implements or overrides. */
export async function implementedBy(resolver: Resolver, member: SymbolRecord): Promise<FoundMembers> {
  const namesakes = await membersNamed(resolver, member, (each) => fits(resolver, member, each));
  return examined(namesakes, async (each) => {
    const above = await holderOf(resolver, each);
    return above === undefined ? 'no' : isImplementation(resolver, member, above);
  });
}

/** Whether a call of the member's name on a value of the type may reach the member. */
export async function isImplementation(resolver: Resolver, member: SymbolRecord, type: SymbolRecord): Promise<Verdict> {
  const { isDeclaration, isSubtype: isStructural } = callRulesOf(member.language).dispatch;
  if (isFixed(member) || isDeclaration?.(member)) return 'no';
  const holder = await holderOf(resolver, member);
  if (holder === undefined || holder.kind === 'interface' || identity(holder) === identity(type)) return 'no';
  if (holder.kind === 'impl') return isImplemented(resolver, holder, type);
  const isBelow = await isSubtype(resolver, holder, type);
  if (isBelow !== 'no') return isBelow;
  // The type and all below it have a nearer member.
  const isAbove = await isSubtype(resolver, type, holder);
  if (isAbove !== 'no') return isAbove === 'yes' ? 'no' : 'unknown';
  // A type below both inherits the member from this holder: a mixin, or a type that is embedded in the implementing one.
  const [from, to] =
    isStructural !== undefined || (await namings(resolver, holder)) <= (await namings(resolver, type))
      ? [holder, type]
      : [type, holder];
  const below = await subtypesOf(resolver, from);
  let isCut = below.isCut;
  for (const sub of below.types) {
    const verdict = await isSubtype(resolver, sub, to);
    isCut ||= verdict === 'unknown';
    if (verdict !== 'yes') continue;
    const [nearest] = await resolver.membersOf(sub, member.name, 0);
    if (nearest !== undefined && identity(nearest) === identity(member)) return 'yes';
  }
  return isCut ? 'unknown' : 'no';
}

/** An impl implements its trait. For the values of a narrower trait, its type must implement that as well. */
async function isImplemented(resolver: Resolver, impl: SymbolRecord, type: SymbolRecord): Promise<Verdict> {
  for (const trait of await resolver.basesOf(impl)) {
    if (identity(trait) === identity(type)) return 'yes';
    const isNarrower = await isSubtype(resolver, type, trait);
    if (isNarrower === 'unknown') return isNarrower;
    if (isNarrower === 'no') continue;
    const own = await callRulesOf(impl.language).members.implementedType?.(resolver, impl);
    return own === undefined ? 'yes' : isSubtype(resolver, own, type);
  }
  return 'no';
}

async function fits(resolver: Resolver, member: SymbolRecord, declared: SymbolRecord): Promise<boolean> {
  const rule = callRulesOf(member.language).dispatch.fits;
  return rule === undefined || rule(resolver, member, declared);
}

async function examined(
  { related: candidates, isCut }: Namesakes,
  judge: (member: SymbolRecord) => Promise<Verdict>,
): Promise<FoundMembers> {
  const members: SymbolRecord[] = [];
  let unexamined = Math.max(0, candidates.length - maxExamined) + Number(isCut);
  for (const each of candidates.slice(0, maxExamined)) {
    const verdict = await judge(each);
    if (verdict === 'yes') members.push(each);
    if (verdict === 'unknown') unexamined++;
  }
  return { members, unexamined };
}

/** Other members with the name of a member that may be related to it, those nearest to it first, tests last. */
async function membersNamed(
  { view }: Resolver,
  member: SymbolRecord,
  mayBeRelated: (member: SymbolRecord) => Promise<boolean>,
): Promise<Namesakes> {
  const { name, path, language } = member;
  const all = await functionsNamed(view, name);
  const related: SymbolRecord[] = [];
  for (const each of all.filter(isMember)) {
    if (!isSameFamily(each.language, language) || identity(each) === identity(member)) continue;
    if (await mayBeRelated(each)) related.push(each);
  }
  const folder = folderOf(path);
  const rank = (symbol: SymbolRecord) =>
    2 * Number(symbol.labels.includes('test')) + Number(folderOf(symbol.path) !== folder);
  return { related: related.sort((a, b) => rank(a) - rank(b)), isCut: all.length >= maxNamesakes };
}

/** The functions and methods of a name, at most `maxNamesakes`. */
export async function functionsNamed(view: RefView, name: string): Promise<readonly SymbolRecord[]> {
  const cache = await view.derived(namesakesCache);
  return cache.get(name) ?? cache.set(name, await view.store.symbolsNamed(view.ref, name, { kinds: functionKinds }));
}

interface Namesakes {
  readonly related: readonly SymbolRecord[];
  /** Whether there are more than were read. */
  readonly isCut: boolean;
}

function isMember({ scope }: SymbolRecord): boolean {
  return scope !== '';
}

/** Constructing a class calls its own constructor, never that of a subclass. */
export function isFixed(member: SymbolRecord): boolean {
  const { sites, dispatch } = callRulesOf(member.language);
  return sites.constructors?.has(member.name) === true || dispatch.isFixed?.(member) === true;
}

function implementationsCache(): LruCache<string, FoundMembers> {
  return new LruCache(4_096);
}

function namesakesCache(): LruCache<string, readonly SymbolRecord[]> {
  return new LruCache(50_000, (symbols) => symbols.length + 1);
}
