/** The namesakes nearest to a file: a hostile repository has thousands of packages of the same name. */
import { sharedDepth } from '../query/view/folder-table.ts';

interface Placed {
  readonly folder: string;
}

/** Each one is tried for every import. Real repositories have fewer of the same name. */
const maxNearest = 50;
/** Files of which the order is kept. A query resolves the imports of one file after the other. */
const maxKept = 16;

const kept = new WeakMap<readonly Placed[], Map<string, readonly Placed[]>>();

/** Returns those whose folders share the most leading segments with a path; equally near ones stay in order. */
export function nearest<Item extends Placed>(items: readonly Item[], path: string): readonly Item[] {
  if (items.length < 2) return items;
  const known = kept.get(items) ?? new Map<string, readonly Placed[]>();
  kept.set(items, known);
  const found = (known.get(path) as readonly Item[] | undefined) ?? sorted(items, path).slice(0, maxNearest);
  if (known.size >= maxKept) known.clear();
  known.set(path, found);
  return found;
}

function sorted<Item extends Placed>(items: readonly Item[], path: string): Item[] {
  const depths = items.map((item) => ({ item, depth: sharedDepth(item.folder, path) }));
  return depths.sort((a, b) => b.depth - a.depth).map(({ item }) => item);
}
