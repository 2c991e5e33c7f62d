/**
 * Implementations: the members that a call of a member may reach at run time, because a subtype declares them. A member
 * implements another of the same name if some type inherits from both holders and has this member. The lookups go down,
 * from an interface or base to its implementations, and up.
 */
import type { DispatchRules, Resolver } from '../../../languages/call-rules.ts';
import { functionKinds, typeKinds } from '../../../languages/entity.ts';
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
  return cache.set(key, await findImplementations(resolver, member, above));
}

/** Down: those of the members that an object declares, and no type. */
export async function implementationsByObjects(
  resolver: Resolver,
  member: SymbolRecord,
): Promise<readonly SymbolRecord[]> {
  const above = await holderOf(resolver, member);
  if (above === undefined || isFixed(member)) return [];
  const cache = await resolver.view.derived(ofObjectCache);
  const isOfObject = async (each: SymbolRecord) =>
    cache.get(each.id) ?? cache.set(each.id, await isDeclaredByObject(resolver, each));
  return (await findImplementations(resolver, member, above, isOfObject)).members;
}

async function isDeclaredByObject(resolver: Resolver, member: SymbolRecord): Promise<boolean> {
  const holder = await holderOf(resolver, member);
  return holder !== undefined && !typeKinds.has(holder.kind);
}

async function findImplementations(
  resolver: Resolver,
  member: SymbolRecord,
  above: SymbolRecord,
  isWanted: (member: SymbolRecord) => Promise<boolean> = async () => true,
): Promise<FoundMembers> {
  const namesakes = await membersNamed(resolver, member, (rule, each) => rule(resolver, each, member));
  return examined(namesakes, async (each) => ((await isWanted(each)) ? isImplementation(resolver, each, above) : 'no'));
}

/** Up: the members of interfaces, traits and bases that `member` implements or overrides. */
export async function implementedBy(resolver: Resolver, member: SymbolRecord): Promise<FoundMembers> {
  const namesakes = await membersNamed(resolver, member, (rule, each) => rule(resolver, member, each));
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

async function examined(
  { nearest, total, isCut }: Namesakes,
  judge: (member: SymbolRecord) => Promise<Verdict>,
): Promise<FoundMembers> {
  const members: SymbolRecord[] = [];
  let unexamined = total - nearest.length + Number(isCut);
  for (const each of nearest) {
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
  fits: (rule: NonNullable<DispatchRules['fits']>, each: SymbolRecord) => Promise<boolean>,
): Promise<Namesakes> {
  const { ranked, counts, isCut } = await rankedMembers(view, member);
  const own = identity(member);
  const rule = callRulesOf(member.language).dispatch.fits;
  const nearest: SymbolRecord[] = [];
  let total = 0;
  for (const each of ranked) {
    if (rule === undefined && nearest.length >= maxExamined) break;
    if (view.isPauseDue()) await view.pause();
    if (identity(each) === own || (rule !== undefined && !(await fits(rule, each)))) continue;
    total++;
    if (nearest.length < maxExamined) nearest.push(each);
  }
  return { nearest, total: rule === undefined ? ranked.length - (counts.get(own) ?? 0) : total, isCut };
}

interface RankedMembers {
  readonly ranked: readonly SymbolRecord[];
  /** How many of them are declarations of one symbol, by its identity. */
  readonly counts: ReadonlyMap<string, number>;
  readonly isCut: boolean;
}

/** The members of the name and language family of a member. A name may have thousands, each of which is looked up. */
async function rankedMembers(view: RefView, { name, path, language }: SymbolRecord): Promise<RankedMembers> {
  const cache = await view.derived(rankedCache);
  const folder = folderOf(path);
  const key = `${language} ${name} ${folder}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const all = await functionsNamed(view, name);
  const rank = (symbol: SymbolRecord) =>
    2 * Number(symbol.labels.includes('test')) + Number(folderOf(symbol.path) !== folder);
  const ranks: SymbolRecord[][] = [[], [], [], []];
  for (const each of all) if (isMember(each) && isSameFamily(each.language, language)) ranks[rank(each)]?.push(each);
  const ranked = ranks.flat();
  const counts = new Map<string, number>();
  for (const each of ranked) counts.set(identity(each), (counts.get(identity(each)) ?? 0) + 1);
  return cache.set(key, { ranked, counts, isCut: all.length >= maxNamesakes });
}

/** The functions and methods of a name, at most `maxNamesakes`. */
export async function functionsNamed(view: RefView, name: string): Promise<readonly SymbolRecord[]> {
  const cache = await view.derived(namesakesCache);
  return cache.get(name) ?? cache.set(name, await view.store.symbolsNamed(view.ref, name, { kinds: functionKinds }));
}

interface Namesakes {
  /** The nearest ones that are related, at most `maxExamined`. */
  readonly nearest: readonly SymbolRecord[];
  readonly total: number;
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

function rankedCache(): LruCache<string, RankedMembers> {
  return new LruCache(50_000, ({ ranked }) => ranked.length + 1);
}

function ofObjectCache(): LruCache<number, boolean> {
  return new LruCache(16_384);
}

function namesakesCache(): LruCache<string, readonly SymbolRecord[]> {
  return new LruCache(50_000, (symbols) => symbols.length + 1);
}
