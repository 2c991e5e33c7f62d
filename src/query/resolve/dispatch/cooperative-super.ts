/**
 * Cooperative calls of `super`: where members are looked up in the order of all bases, a subclass elsewhere may put
 * another class behind the one that calls `super`, and the call reaches that class.
 */
import type { Resolver } from '../../../languages/call-rules.ts';
import type { SourceFile } from '../../../languages/entity.ts';
import { callRulesOf } from '../../../languages/languages.ts';
import type { ReferenceFact } from '../../../model.ts';
import type { SymbolRecord } from '../../../store/store.ts';
import { LruCache } from '../../view/lru-cache.ts';
import { identity } from '../calls/resolve-site.ts';
import { linearization } from '../names/linearization.ts';
import { firstMembers } from '../names/members.ts';
import { subtypesOf } from './subtypes.ts';

export function isOnSuper({ receiver = '' }: ReferenceFact): boolean {
  return /^super\b/.test(receiver);
}

/** The members that a call on `super` reaches in objects of a subclass. */
export async function cooperativeTargets(
  resolver: Resolver,
  source: SourceFile,
  site: ReferenceFact,
): Promise<readonly SymbolRecord[]> {
  if (!isOnSuper(site) || callRulesOf(source.file.language).members.areLinearized !== true) return [];
  const own = await resolver.ownTypeAt({ source, within: site.within, line: site.line });
  if (own === undefined) return [];
  const cache = await resolver.view.derived(targetsCache);
  const key = `${own.id} ${site.name}`;
  return cache.get(key) ?? cache.set(key, await findTargets(resolver, own, site.name));
}

async function findTargets(resolver: Resolver, own: SymbolRecord, name: string): Promise<readonly SymbolRecord[]> {
  const found = new Map<string, SymbolRecord>();
  for (const sub of (await subtypesOf(resolver, own)).types) {
    const order = await linearization(resolver, sub);
    const at = order.findIndex((each) => identity(each) === identity(own));
    if (at === -1) continue;
    for (const member of await firstMembers(resolver, order.slice(at + 1), name)) found.set(identity(member), member);
  }
  return [...found.values()];
}

function targetsCache(): LruCache<string, readonly SymbolRecord[]> {
  return new LruCache(8_192, (members) => members.length + 1);
}
