/**
 * The linearization of a class is the order in which its members are looked up: itself, then its bases, each class
 * before its own bases and bases in the order they are written (the C3 algorithm).
 */
import type { Resolver } from '../../../languages/call-rules.ts';
import type { SymbolRecord } from '../../../store/store.ts';
import { LruCache } from '../../view/lru-cache.ts';
import { cycleGuardOf } from './cycle-guard.ts';
import { maxBases } from './max-bases.ts';

type Order = readonly SymbolRecord[];

export async function linearization(resolver: Resolver, type: SymbolRecord): Promise<Order> {
  const cache = await resolver.view.derived(ordersCache);
  const known = cache.get(type.id);
  if (known !== undefined) return known;
  const walk = new Walk(resolver, cache);
  const order = await walk.orderOf(type);
  // Bases that are being resolved have none yet.
  return walk.hasCycle || !cycleGuardOf(resolver).isIdle ? order : cache.set(type.id, order);
}

/** Each class is linearized once: it may be reached on exponentially many ways. */
class Walk {
  hasCycle = false;
  readonly #resolver: Resolver;
  readonly #cache: LruCache<number, Order>;
  readonly #done = new Map<number, Order>();
  readonly #open = new Set<number>();

  constructor(resolver: Resolver, cache: LruCache<number, Order>) {
    this.#resolver = resolver;
    this.#cache = cache;
  }

  async orderOf(type: SymbolRecord): Promise<Order> {
    const known = this.#done.get(type.id) ?? this.#cache.get(type.id);
    if (known !== undefined) return known;
    if (this.#open.has(type.id)) {
      this.hasCycle = true;
      return [];
    }
    // What is deeper would be cut off at the top.
    if (this.#open.size >= maxBases) {
      this.hasCycle = true;
      return [type];
    }
    this.#open.add(type.id);
    const bases = (await this.#resolver.basesOf(type)).slice(0, maxBases);
    const orders: Order[] = [];
    for (const base of bases) orders.push(await this.orderOf(base));
    // A chain unwinds without waiting for anything else.
    const { view } = this.#resolver;
    if (view.isPauseDue()) await view.pause();
    const order = [type, ...merged([...orders, bases])].slice(0, maxBases);
    this.#open.delete(type.id);
    this.#done.set(type.id, order);
    return order;
  }
}

function ordersCache(): LruCache<number, Order> {
  return new LruCache(50_000, (order) => order.length);
}

/** Takes the first head that no other list has in its tail. Inconsistent bases keep the order in which they are met. */
function merged(lists: readonly Order[]): SymbolRecord[] {
  /** In how many lists a class comes after the head. */
  const behind = new Map<number, number>();
  const count = (id: number, by: number) => behind.set(id, (behind.get(id) ?? 0) + by);
  for (const list of lists) for (const { id } of list.slice(1)) count(id, 1);
  const heads = lists.map(() => 0);
  const headOf = (at: number) => (lists[at] as Order)[heads[at] as number];
  const found: SymbolRecord[] = [];
  const taken = new Set<number>();
  for (;;) {
    const open = heads.flatMap((_, at) => headOf(at) ?? []);
    const next = open.find(({ id }) => !behind.get(id)) ?? open[0];
    if (next === undefined || found.length >= maxBases) return found;
    found.push(next);
    taken.add(next.id);
    for (const at of heads.keys()) {
      for (let head = headOf(at); head !== undefined && taken.has(head.id); head = headOf(at)) {
        heads[at] = (heads[at] as number) + 1;
        const following = headOf(at);
        if (following !== undefined) count(following.id, -1);
      }
    }
  }
}
