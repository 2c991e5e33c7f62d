/**
 * The files whose text may contain a name: a superset, found by the full-text words. An identifier is indexed as one
 * word and its parts, in lower case; runs with a `$` beside the name are words of their own. A name that is not indexed
 * as a word (too long, or not an identifier) may be in any file.
 */
import type { FileVersion } from '../../store/store.ts';
import { identifierRuns, maxWordLength } from '../../text/words.ts';
import type { RefView } from '../view/ref-view.ts';

/** Sorted by path. */
export async function filesHolding(view: RefView, name: string): Promise<readonly FileVersion[]> {
  const table = await view.files();
  const runs = identifierRuns(name).map(({ start, end }) => name.slice(start, end).toLowerCase());
  if (runs.length === 0 || runs.some((run) => run.length > maxWordLength - 2)) return table.files;
  const [run] = runs as [string, ...string[]];
  const ids =
    runs.length === 1
      ? await view.store.holders('text', [run, `$${run}`, `${run}$`, `$${run}$`])
      : await view.store.holdersOfAll('text', runs);
  const holding = new Set<number>();
  table.eachChunk(ids, (index) => holding.add(index));
  return [...holding].sort((a, b) => a - b).map((index) => table.files[index] as FileVersion);
}
