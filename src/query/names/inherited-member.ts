/** A member as people write it: with a type that only inherits or promotes it, such as `T.Errorf` or `Child#save`. */
import { typeKinds } from '../../languages/entity.ts';
import type { SymbolRecord } from '../../store/store.ts';
import { identity } from '../resolve/calls/resolve-site.ts';
import { membersOf } from '../resolve/names/members.ts';
import { ViewResolver } from '../resolve/names/resolver.ts';
import type { RefView } from '../view/ref-view.ts';
import { findExactly } from './find-by-name.ts';
import { wholeSymbols } from './symbol-candidates.ts';
import { readName } from './written/written-name.ts';

const maxTypes = 20;

/** Returns the declarations of the member that the written type has from its bases; empty if there is not exactly one. */
export async function inheritedMember(view: RefView, written: string): Promise<readonly SymbolRecord[]> {
  const { others, ...first } = readName(written);
  const resolver = new ViewResolver(view);
  for (const { qualifiers, name } of [first, ...others]) {
    if (qualifiers.length === 0) continue;
    const named = await findExactly(view, qualifiers.join('.'));
    const types = named.filter(({ kind }) => typeKinds.has(kind) && kind !== 'impl').slice(0, maxTypes);
    const members = new Map<number, SymbolRecord>();
    for (const type of await wholeSymbols(view, types)) {
      for (const member of await membersOf(resolver, type, name, 0)) members.set(member.id, member);
    }
    const found = [...members.values()];
    if (new Set(found.map(identity)).size === 1) return found;
  }
  return [];
}
