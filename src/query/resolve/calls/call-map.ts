/** A map of calls between symbols, and the best paths through it. */
import type { SymbolRecord } from '../../../store/store.ts';
import type { Confidence } from './edge.ts';

/** One call on a path. */
export interface Hop {
  readonly from: string;
  readonly to: string;
  readonly callee: SymbolRecord;
  /** Where the call is. */
  readonly file: string;
  readonly line: number;
  readonly confidence: Confidence;
  readonly via?: 'reference' | 'dispatch';
}

export type Path = readonly Hop[];

/** Partial paths that are examined, and that are made; only a dense map has more. */
const maxExamined = 20_000;
const maxOpen = 200_000;

export class CallMap {
  /** By caller, then by callee. */
  readonly #calls = new Map<string, Map<string, Hop>>();

  /** Of several calls between two symbols, the best one counts. */
  add(hop: Hop): void {
    if (hop.from === hop.to) return;
    const calls = this.#calls.get(hop.from) ?? new Map<string, Hop>();
    this.#calls.set(hop.from, calls);
    const known = calls.get(hop.to);
    if (known === undefined || costOf(hop) < costOf(known)) calls.set(hop.to, hop);
  }

  /** Returns at most `limit` paths without cycles, the cheapest first. A detour of one of them is left out. */
  paths(from: string, to: string, limit: number, maxHops: number): Path[] {
    const left = this.#costsTo(to);
    const found: Path[] = [];
    const start = left.get(from);
    if (start === undefined) return found;
    const open = new CostQueue<Path>();
    open.add(start, []);
    let added = 0;
    for (let examined = 0; examined < maxExamined && added < maxOpen; examined++) {
      const next = open.take();
      if (next === undefined) break;
      const at = next.item.at(-1)?.to ?? from;
      if (at === to) {
        if (found.some((path) => isDetour(next.item, path))) continue;
        found.push(next.item);
        if (found.length >= limit) break;
        continue;
      }
      if (next.item.length >= maxHops) continue;
      const passed = next.cost - (left.get(at) ?? 0);
      const longer: Costly<Path>[] = [];
      for (const hop of this.#calls.get(at)?.values() ?? []) {
        const rest = left.get(hop.to);
        if (rest === undefined || hop.to === from || next.item.some((each) => each.to === hop.to)) continue;
        longer.push({ cost: passed + costOf(hop) + rest, item: [...next.item, hop] });
      }
      added += longer.length;
      open.addAll(longer);
    }
    return found;
  }

  /** The cost of the cheapest path to a symbol, by its start. */
  #costsTo(to: string): ReadonlyMap<string, number> {
    const callers = new Map<string, Hop[]>();
    for (const calls of this.#calls.values()) {
      for (const hop of calls.values()) {
        const known = callers.get(hop.to);
        if (known === undefined) callers.set(hop.to, [hop]);
        else known.push(hop);
      }
    }
    const costs = new Map<string, number>();
    const open = new CostQueue<string>();
    open.add(0, to);
    for (let next = open.take(); next !== undefined; next = open.take()) {
      const { item: at, cost } = next;
      if (costs.has(at)) continue;
      costs.set(at, cost);
      for (const hop of callers.get(at) ?? []) if (!costs.has(hop.from)) open.add(cost + costOf(hop), hop.from);
    }
    return costs;
  }
}

/** Whether a path passes all symbols of another one, and more. */
function isDetour(path: Path, other: Path): boolean {
  const passed = new Set(path.map(({ to }) => to));
  return other.every(({ to }) => passed.has(to));
}

/** A guess costs as much as two proven calls and a half. */
function costOf({ confidence, via }: Hop): number {
  if (via !== undefined) return 3;
  return confidence === 'static' ? 2 : 5;
}

interface Costly<Item> {
  readonly cost: number;
  readonly item: Item;
}

/**
 * A queue by small whole costs, which never fall below the last one taken. What is added at that cost comes first: so a
 * path is followed to its end before another one that costs the same, of which there may be very many.
 */
class CostQueue<Item> {
  readonly #buckets: { readonly items: Item[]; taken: number }[] = [];
  /** Items of the current cost that come first, the next one at the end. */
  readonly #next: Item[] = [];
  #at = 0;

  add(cost: number, item: Item): void {
    for (let size = this.#buckets.length; size <= cost; size++) this.#buckets.push({ items: [], taken: 0 });
    this.#buckets[cost]?.items.push(item);
  }

  /** Adds items that continue the one that was taken last. */
  addAll(items: readonly Costly<Item>[]): void {
    for (const { cost, item } of items) if (cost > this.#at) this.add(cost, item);
    for (const { cost, item } of items.toReversed()) if (cost === this.#at) this.#next.push(item);
  }

  take(): Costly<Item> | undefined {
    const next = this.#next.pop();
    if (next !== undefined) return { cost: this.#at, item: next };
    for (; this.#at < this.#buckets.length; this.#at++) {
      const bucket = this.#buckets[this.#at];
      if (bucket === undefined || bucket.taken >= bucket.items.length) continue;
      return { cost: this.#at, item: bucket.items[bucket.taken++] as Item };
    }
    return undefined;
  }
}
