/** Finds symbol names with a spelling similar to a given one, as suggestions when no symbol has that name. */

import { weights } from '../ranking/weights.ts';
import type { RefView } from '../view/ref-view.ts';
import { isNamed } from './symbol-candidates.ts';
import { readName } from './written/written-name.ts';

/** Returns the nearest first, at most `limit`; only names of symbols on the ref. */
export async function nearNames(view: RefView, written: string, limit: number): Promise<string[]> {
  const { name } = readName(written);
  const wanted = spelling(name);
  const tolerance = editsAllowed(wanted);
  if (wanted === '' || name.length > maxNameLength) return [];
  const near: { name: string; distance: number }[] = [];
  const range = [name.length - tolerance - maxUnderscores, name.length + tolerance + maxUnderscores] as const;
  const pieces = piecesOf(wanted, tolerance + 1);
  for (const candidate of await view.store.namesHolding(pieces, ...range, () => view.pause())) {
    const distance = editDistance(wanted, spelling(candidate), tolerance);
    if (distance > tolerance || candidate === name) continue;
    // Case and underscores only break ties.
    near.push({
      name: candidate,
      distance: distance + editDistance(name, candidate, maxWritingEdits) / weights.nearWriting,
    });
  }
  near.sort((a, b) => a.distance - b.distance || a.name.length - b.name.length || (a.name < b.name ? -1 : 1));
  const found: string[] = [];
  for (const candidate of near.slice(0, limit * maxCandidatesPerName)) {
    if (found.length === limit) break;
    if (await isNamed(view, candidate.name)) found.push(candidate.name);
  }
  return found;
}

/** Maximum edit distance of a spelling that counts as similar. */
export function editsAllowed(text: string): number {
  return weights.nearEdits.find(({ below }) => text.length < below)?.edits ?? 0;
}

const maxNameLength = 100;
/** Underscores by which two spellings may differ. */
const maxUnderscores = 3;
const maxWritingEdits = 9;
/** Names tried per result: many names in the index belong to other refs. */
const maxCandidatesPerName = 10;

/** Splits a word into one piece more than the allowed edits, so that at least one piece is unchanged. */
function piecesOf(word: string, count: number): string[] {
  const size = Math.max(1, Math.floor(word.length / count));
  const pieces = Array.from({ length: count }, (_, index) =>
    word.slice(index * size, index === count - 1 ? undefined : (index + 1) * size),
  );
  return [...new Set(pieces)].filter((piece) => piece !== '');
}

/** Treats `validateToken` and `validate_token` as the same spelling. */
function spelling(name: string): string {
  return name.toLowerCase().replaceAll('_', '');
}

/**
 * Counts insertions, deletions, replacements and transpositions; returns `most + 1` once the distance exceeds `most`.
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] as number) + 1);
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    beforeLast = last;
    last = current;
  }
  return last[b.length] as number;
}
