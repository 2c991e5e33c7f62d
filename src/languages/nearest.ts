/** The namesakes nearest to a file: a hostile repository has thousands of packages of the same name. */
import { sharedDepth } from '../query/view/folder-table.ts';
import { inTurns } from '../query/view/in-turns.ts';
import type { RefView } from '../query/view/ref-view.ts';

interface Placed {
  readonly folder: string;
}

/** Each one is tried for every import. Real repositories have fewer of the same name. */
const maxNearest = 50;
/** Files of which the order is kept. A query resolves the imports of one file after the other. */
const maxKept = 16;

const kept = new WeakMap<readonly Placed[], Map<string, readonly Placed[]>>();

/** Returns those whose folders share the most leading segments with a path; equally near ones stay in order. */
export async function nearest<Item extends Placed>(
  view: RefView,
  items: readonly Item[],
  path: string,
): Promise<readonly Item[]> {
  if (items.length < 2) return items;
  const known = kept.get(items) ?? new Map<string, readonly Placed[]>();
  kept.set(items, known);
  const found = (known.get(path) as readonly Item[] | undefined) ?? (await sorted(view, items, path));
  if (known.size >= maxKept) known.clear();
  known.set(path, found);
  return found;
}

async function sorted<Item extends Placed>(view: RefView, items: readonly Item[], path: string): Promise<Item[]> {
  const depths: { item: Item; depth: number }[] = [];
  await inTurns(view, items, (item) => {
    depths.push({ item, depth: sharedDepth(item.folder, path) });
  });
  depths.sort((a, b) => b.depth - a.depth);
  return depths.slice(0, maxNearest).map(({ item }) => item);
}
