/** Sorts the occurrences of a name into uses of the symbol, places that may as well mean another one, and the rest. */
import type { Confidence } from '../resolve/calls/edge.ts';
import type { Occurrence, ReferenceUse } from './file-references.ts';
import type { ReferenceTarget } from './reference-target.ts';

export interface SortedOccurrences {
  /** Uses of the symbol, proven or not, and mentions of the name. */
  readonly uses: readonly (Occurrence & { readonly use: ReferenceUse })[];
  readonly unresolved: readonly Occurrence[];
  readonly others: number;
  readonly definitions: number;
  confidence(use: Occurrence): Confidence;
}

export function sortOut(target: ReferenceTarget, occurrences: readonly Occurrence[]): SortedOccurrences {
  const uses: (Occurrence & { use: ReferenceUse })[] = [];
  const unresolved: Occurrence[] = [];
  let [others, definitions] = [0, 0];
  for (const occurrence of occurrences) {
    const { use, meaning } = occurrence;
    if (meaning === 'other') others++;
    else if (use === 'definition') definitions++;
    else if (use !== 'mention' && isUnresolved(target, occurrence)) unresolved.push(occurrence);
    else uses.push({ ...occurrence, use });
  }
  return {
    uses,
    unresolved,
    others,
    definitions,
    confidence: ({ meaning }) => (meaning === 'target' ? 'static' : 'heuristic'),
  };
}

/** With more symbols of the name, a place whose meaning is unknown is not counted as a use of this one. */
const maxNamesakes = 3;

/** Whether a place may as well mean another symbol. One that was not resolved may mean any other symbol of the name. */
function isUnresolved({ namesakes }: ReferenceTarget, { meaning, alias }: Occurrence): boolean {
  if (meaning === 'undecided') return namesakes > 0 || alias !== undefined;
  return meaning === 'unknown' && namesakes > maxNamesakes;
}
