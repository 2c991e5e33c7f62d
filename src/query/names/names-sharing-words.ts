/** Finds names that share most words with one that does not exist: `purgeOldSessions` for `purgeStaleSessions`. */
import { wordsOf } from '../../text/words.ts';
import type { RefView } from '../view/ref-view.ts';
import { candidatesById } from './symbol-candidates.ts';
import { readName } from './written/written-name.ts';

const maxWords = 6;
const minWordLength = 3;
/** A word in more names says little about one of them. */
const maxHolders = 2_000;
/** Symbols that are loaded for their names. */
const maxCandidates = 60;

/** Those that share the most and rarest words first; at least two words, or half of them. */
export async function namesSharingWords(view: RefView, written: string, limit: number): Promise<string[]> {
  const { name } = readName(written);
  const words = wordsOf(name)
    .slice(1)
    .filter((word) => word.length >= minWordLength);
  const shared = new Map<number, { count: number; worth: number }>();
  for (const word of words.slice(0, maxWords)) {
    const holders = await view.store.holders('name', [word], maxHolders);
    for (const id of holders) {
      const known = shared.get(id) ?? { count: 0, worth: 0 };
      shared.set(id, { count: known.count + 1, worth: known.worth + 1 / holders.length });
    }
  }
  const enough = Math.max(Math.min(words.length, maxNeeded), Math.ceil(words.length / maxNeeded));
  const best = [...shared]
    .filter(([, { count }]) => words.length > 1 && count >= enough)
    .sort(([, a], [, b]) => b.count - a.count || b.worth - a.worth)
    .slice(0, maxCandidates);
  const names = new Map(
    (
      await candidatesById(
        view,
        best.map(([id]) => id),
      )
    ).map((each) => [each.id, each.name]),
  );
  return [...new Set(best.flatMap(([id]) => names.get(id) ?? []))].filter((each) => each !== name).slice(0, limit);
}

const maxNeeded = 2;
