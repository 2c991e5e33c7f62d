/**
 * The linearization of a class is the order in which its members are looked up: itself, then its bases, each class
 * before its own bases and bases in the order they are written (the C3 algorithm).
 */
import type { Resolver } from '../../../languages/call-rules.ts';
import type { SymbolRecord } from '../../../store/store.ts';

/** Deeper hierarchies end here; real ones are smaller. */
const maxLevels = 40;

export async function linearization(
  resolver: Resolver,
  type: SymbolRecord,
  above: ReadonlySet<number> = new Set(),
): Promise<readonly SymbolRecord[]> {
  if (above.has(type.id) || above.size > maxLevels) return [];
  const bases = await resolver.basesOf(type);
  const orders: (readonly SymbolRecord[])[] = [];
  for (const base of bases) orders.push(await linearization(resolver, base, new Set(above).add(type.id)));
  return [type, ...merged([...orders, bases])];
}

/** Takes the first head that no other list has in its tail. Inconsistent bases keep the order in which they are met. */
function merged(lists: readonly (readonly SymbolRecord[])[]): SymbolRecord[] {
  const found: SymbolRecord[] = [];
  for (let open = nonEmpty(lists); open.length > 0; ) {
    const heads = open.map(([head]) => head as SymbolRecord);
    const next = heads.find((head) => !open.some((list) => list.slice(1).some(({ id }) => id === head.id)));
    const { id } = next ?? (heads[0] as SymbolRecord);
    found.push(next ?? (heads[0] as SymbolRecord));
    open = nonEmpty(open.map((list) => list.filter((each) => each.id !== id)));
  }
  return found;
}

function nonEmpty(lists: readonly (readonly SymbolRecord[])[]): (readonly SymbolRecord[])[] {
  return lists.filter(({ length }) => length > 0);
}
