/**
 * Cuts lists from their end until enough tokens are saved. The size of every entry is measured once, so the number of
 * entries that stay is known without trying. Trees lose their deepest nodes first.
 */
import { tokensOfPart } from '../../text/tokens/estimate-tokens.ts';
import { pauseIfDue } from '../view/turns.ts';
import { childrenField, isJson, type Json, type ListCut, listAt, withValueAt } from './cuts.ts';

export interface Keep {
  /** Entries that stay in each list. */
  readonly entries: number;
  /** Tokens that the lists may use in any case. */
  readonly tokens?: number;
}

/** Returns the body with shorter lists, or undefined if nothing can be cut. */
export function cutLists(body: Json, cuts: readonly ListCut[], excess: number, keep: Keep): Json | undefined {
  const lists = cuts.flatMap((cut) => {
    const list = listAt(body, cut.at);
    return list === undefined || list.length === 0 ? [] : [measured(body, cut, list)];
  });
  const total = lists.reduce((sum, { tokens }) => sum + tokens, 0);
  const shares = sharedOut(
    lists.map(({ tokens }) => tokens),
    Math.max(total - excess, keep.tokens ?? 0),
  );
  const counts = lists.map(({ sizes }, at) =>
    Math.max(
      prefixWithin(sizes.length, (index) => sizes[index] as number, shares[at] as number),
      keep.entries,
    ),
  );
  let cut: Json | undefined;
  for (const [at, list] of lists.entries()) {
    const count = counts[at] as number;
    if (count < list.sizes.length) cut = list.first(cut ?? body, count);
  }
  return cut;
}

/**
 * Returns the body without the ends of lists that are over the ceiling on their own. Of a list that is many times larger,
 * only the entries that may stay are measured.
 */
export async function cutFarEnds(body: Json, cuts: readonly ListCut[], maxTokens: number): Promise<Json> {
  let cut = body;
  for (const each of cuts) {
    const list = listAt(cut, each.at);
    if (list === undefined || list.length === 0) continue;
    const { count, sizeAt, first } = stayingIn(cut, each, list);
    let [stay, tokens] = [0, 0];
    for (; stay < count && tokens <= maxTokens * slack; stay++) {
      if (stay % entriesAtOnce === 0) await pauseIfDue(undefined);
      tokens += sizeAt(stay);
    }
    const kept = Math.max(stay, each.keep ?? 1);
    if (kept < count) cut = first(cut, kept);
  }
  return cut;
}

/** The sizes of entries are estimates; an exact cut follows. */
const slack = 1.25;
/** Entries that are measured without a pause. */
const entriesAtOnce = 100;

/** Shortens the lists inside entries that are larger than `most` tokens. Returns undefined if there is none. */
export function cutInnerLists(body: Json, { at, inner = [] }: ListCut, most: number): Json | undefined {
  const list = listAt(body, at);
  if (list === undefined || inner.length === 0) return undefined;
  let isCut = false;
  const entries = list.map((entry) => {
    let shorter = entry;
    for (const place of inner) {
      const found = listAt(shorter, place) ?? [];
      const count = Math.max(
        1,
        prefixWithin(found.length, (at) => sizeOf(found[at]), most),
      );
      if (count >= found.length) continue;
      isCut = true;
      shorter = withValueAt(shorter, place, found.slice(0, count));
    }
    return shorter;
  });
  return isCut ? withValueAt(body, at, entries) : undefined;
}

/** The number of entries in a list, or of nodes in a list of trees. */
export function entryCount(list: readonly unknown[] | undefined, { rank }: ListCut): number {
  if (list === undefined) return 0;
  return rank === undefined ? list.length : nodesOf(list).length;
}

/** The entries of a list, in the order in which they stay. */
interface Staying {
  readonly count: number;
  sizeAt(at: number): number;
  /** The body with the first entries only. */
  first(body: Json, count: number): Json;
}

interface MeasuredList extends Pick<Staying, 'first'> {
  /** The size of each entry, in the order in which they stay. */
  readonly sizes: readonly number[];
  readonly tokens: number;
}

function measured(body: Json, cut: ListCut, list: readonly unknown[]): MeasuredList {
  const { count, sizeAt, first } = stayingIn(body, cut, list);
  const sizes = Array.from({ length: count }, (_, at) => sizeAt(at));
  return { sizes, tokens: sizes.reduce((total, size) => total + size, 0), first };
}

function stayingIn(body: Json, cut: ListCut, list: readonly unknown[]): Staying {
  if (cut.rank !== undefined) return stayingInTrees(cut, list, cut.rank);
  const beside = cut.beside === undefined ? undefined : listAt(body, cut.beside);
  return {
    count: list.length,
    sizeAt: (at) => sizeOf(list[at]) + (beside === undefined ? 0 : sizeOf(beside[at])),
    first: (whole, count) => {
      const shorter = withValueAt(whole, cut.at, list.slice(0, count));
      return beside === undefined ? shorter : withValueAt(shorter, cut.beside as string, beside.slice(0, count));
    },
  };
}

interface Node {
  readonly value: Json;
  readonly depth: number;
  readonly parent: Node | undefined;
}

function stayingInTrees({ at }: ListCut, list: readonly unknown[], rank: NonNullable<ListCut['rank']>): Staying {
  // A node never comes before its parent; the sort is stable.
  const ranks = new Map<Node | undefined, number>();
  const nodes = nodesOf(list);
  for (const node of nodes) {
    ranks.set(node, Math.max(rank(node.value, node.depth), ranks.get(node.parent) ?? Number.NEGATIVE_INFINITY));
  }
  const order = nodes.toSorted((a, b) => (ranks.get(a) as number) - (ranks.get(b) as number) || a.depth - b.depth);
  return {
    count: order.length,
    sizeAt: (index) => sizeOf({ ...order[index]?.value, [childrenField]: undefined }) + 1,
    first: (body, count) => {
      const kept = new Set(order.slice(0, count).map(({ value }) => value));
      return withValueAt(body, at, pruned(list as readonly Json[], kept));
    },
  };
}

/** Every node, parents before their children. */
function nodesOf(list: readonly unknown[]): Node[] {
  const nodes: Node[] = list.filter(isJson).map((value) => ({ value, depth: 0, parent: undefined }));
  for (const node of nodes) {
    const below = node.value[childrenField];
    if (!Array.isArray(below)) continue;
    for (const value of below) if (isJson(value)) nodes.push({ value, depth: node.depth + 1, parent: node });
  }
  return nodes;
}

function pruned(list: readonly Json[], kept: ReadonlySet<Json>): Json[] {
  return list
    .filter((node) => kept.has(node))
    .map((node) => {
      const { [childrenField]: below, ...own } = node;
      if (!Array.isArray(below)) return node;
      const children = pruned(below, kept);
      return children.length === 0 ? own : { ...own, [childrenField]: children };
    });
}

/** Gives each list what it needs if that is less than its share; the rest is divided among the others. */
function sharedOut(needs: readonly number[], available: number): number[] {
  const shares = needs.map(() => 0);
  let left = available;
  const ascending = needs.map((need, at) => ({ need, at })).sort((a, b) => a.need - b.need);
  for (const [index, { need, at }] of ascending.entries()) {
    const share = Math.min(need, left / (ascending.length - index));
    shares[at] = share;
    left -= share;
  }
  return shares;
}

/** The number of sizes, from the first, whose sum is at most `most`. */
function prefixWithin(count: number, sizeAt: (at: number) => number, most: number): number {
  let total = 0;
  for (let at = 0; at < count; at++) {
    total += sizeAt(at);
    // Sums of fractions are not exact.
    if (total > most + 1e-6) return at;
  }
  return count;
}

/** The tokens of an entry with the comma behind it. */
function sizeOf(entry: unknown): number {
  return tokensOfPart(`${JSON.stringify(entry) ?? ''},`);
}
