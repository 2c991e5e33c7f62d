/** Runs a short step for each of many items, and lets other calls go on in between. */
import type { RefView } from './ref-view.ts';

/** Few enough not to delay other calls, many enough that asking for the time costs nothing. */
const perTurn = 64;

export async function inTurns<Item>(
  view: Pick<RefView, 'isPauseDue' | 'pause'>,
  items: readonly Item[],
  step: (item: Item, index: number) => void | Promise<void>,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index % perTurn === 0 && view.isPauseDue()) await view.pause();
    const done = step(item, index);
    if (done !== undefined) await done;
  }
}
