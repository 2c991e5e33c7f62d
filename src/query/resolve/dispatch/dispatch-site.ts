/**
 * A call site dispatches if the type of its receiver may have subtypes at run time: then the call may reach any of their
 * implementations besides the proven target. A call on a named class or on a value that was just constructed does not
 * dispatch, and one on `super` only where classes cooperate.
 */
import type { Resolver } from '../../../languages/call-rules.ts';
import { type SourceFile, typeKinds } from '../../../languages/entity.ts';
import { callRulesOf } from '../../../languages/languages.ts';
import type { ReferenceFact } from '../../../model.ts';
import type { SymbolRecord } from '../../../store/store.ts';
import { accessChain } from '../../../text/access-chain.ts';
import type { RefView } from '../../view/ref-view.ts';
import type { Confidence, SiteTargets } from '../calls/edge.ts';
import { identity } from '../calls/resolve-site.ts';
import { heldValue } from '../names/evaluate.ts';
import { ViewResolver } from '../names/resolver.ts';
import { cooperativeTargets, isOnSuper } from './cooperative-super.ts';
import { implementationsOf, isFixed, isImplementation } from './implementations.ts';
import { holderOf, type Verdict } from './subtypes.ts';

/** Implementations of one called member that are returned; more say little about the call. */
const maxReturned = 25;

export interface DispatchFrom {
  /** Returns the implementations that a call may reach besides its proven target. */
  targets(source: SourceFile, site: ReferenceFact, resolved: SiteTargets): Promise<readonly SymbolRecord[]>;
  /** The number of implementations that were not returned so far. */
  omitted(): number;
}

/** For the calls of a caller. */
export function dispatchFrom(view: RefView): DispatchFrom {
  const resolver = new ViewResolver(view);
  const omitted = new Map<string, number>();
  return {
    async targets(source, site, resolved) {
      const found = new Map<string, SymbolRecord>();
      for (const target of resolved.targets) {
        let unexamined = 0;
        const reached = new Map<string, SymbolRecord>();
        for (const type of await openTypes(resolver, source, site, target, resolved.confidence)) {
          const below = await implementationsOf(resolver, target, type);
          for (const member of below.members) reached.set(identity(member), member);
          unexamined += below.unexamined;
        }
        for (const [key, member] of [...reached].slice(0, maxReturned)) found.set(key, member);
        const missing = Math.max(0, reached.size - maxReturned) + unexamined;
        omitted.set(identity(target), Math.max(missing, omitted.get(identity(target)) ?? 0));
      }
      for (const member of await cooperativeTargets(resolver, source, site)) found.set(identity(member), member);
      for (const target of resolved.targets) found.delete(identity(target));
      return [...found.values()];
    },
    omitted: () => [...omitted.values()].reduce((sum, each) => sum + each, 0),
  };
}

/** Returns a check whether a call that resolves to other members may reach one of these members. */
export function dispatchTo(
  view: RefView,
  members: readonly SymbolRecord[],
): (source: SourceFile, site: ReferenceFact, resolved: SiteTargets) => Promise<Verdict> {
  const resolver = new ViewResolver(view);
  const known = new Map<number, Promise<Verdict>>();
  const identities = new Set(members.map(identity));
  const mayReachFrom = async (type: SymbolRecord) => {
    let answer: Verdict = 'no';
    for (const member of members) {
      const verdict = await isImplementation(resolver, member, type);
      if (verdict === 'yes') return verdict;
      if (verdict === 'unknown') answer = verdict;
    }
    return answer;
  };
  const isAbove = (type: SymbolRecord) => {
    const answer = known.get(type.id) ?? mayReachFrom(type);
    known.set(type.id, answer);
    return answer;
  };
  return async (source, site, { targets, confidence }) => {
    let answer: Verdict = 'no';
    const cooperative = await cooperativeTargets(resolver, source, site);
    if (cooperative.some((member) => identities.has(identity(member)))) return 'yes';
    for (const target of mayDispatch(site) ? targets : []) {
      const holder = await holderOf(resolver, target);
      // The static type of the receiver is the holder of the target or a subtype of it.
      if (holder === undefined || (await isAbove(holder)) === 'no') continue;
      for (const type of await openTypes(resolver, source, site, target, confidence)) {
        const verdict = await isAbove(type);
        if (verdict === 'yes') return verdict;
        if (verdict === 'unknown') answer = verdict;
      }
    }
    return answer;
  };
}

/** A call without a receiver, or on the base itself, has one target. */
function mayDispatch(site: ReferenceFact): boolean {
  return site.receiver !== undefined && !isOnSuper(site);
}

/** The static types of the receiver whose values may be of a subtype. */
async function openTypes(
  resolver: Resolver,
  source: SourceFile,
  site: ReferenceFact,
  target: SymbolRecord,
  confidence: Confidence,
): Promise<readonly SymbolRecord[]> {
  if (!mayDispatch(site) || isFixed(target)) return [];
  const holder = await holderOf(resolver, target);
  if (holder === undefined) return [];
  // A guess is followed only if it is certain that the call needs an implementation.
  if (confidence === 'heuristic') return [holder].filter(({ kind }) => kind === 'interface' || kind === 'trait');
  const types = await receiverTypes(resolver, source, site);
  if (types === undefined) return [];
  const rule = callRulesOf(target.language).dispatch.openTypes;
  const open = rule === undefined ? types : rule(types, holder);
  // One symbol may have several declarations.
  return [...new Map(open.map((type) => [identity(type), type])).values()];
}

/** Returns undefined if the receiver has exactly one type at run time, or none that is known. */
async function receiverTypes(
  resolver: Resolver,
  source: SourceFile,
  { receiver = '', within, line }: ReferenceFact,
): Promise<readonly SymbolRecord[] | undefined> {
  const chain = accessChain(receiver);
  const { values } = callRulesOf(source.file.language);
  if (chain === '') return undefined;
  const entity = await resolver.evaluate({ source, within, line }, chain, 0);
  if (entity?.is === 'symbols' && entity.symbols.every(({ kind }) => typeKinds.has(kind))) {
    // A trait is implemented by others; a class that is named is meant, unless it is the class of the current object.
    return chain === values.own?.classWord ? entity.symbols : entity.symbols.filter(({ kind }) => kind === 'trait');
  }
  const value = entity === undefined ? undefined : await heldValue(resolver, entity);
  if (value?.is !== 'value') return undefined;
  const isConstructed = 'symbols' in value.type && !values.own?.words.has(chain);
  const types = isConstructed ? undefined : await resolver.typeSymbols(value.type, 0);
  return Array.isArray(types) ? types : undefined;
}
