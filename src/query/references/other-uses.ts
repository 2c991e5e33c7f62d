/**
 * Other uses of a symbol are those that a call graph does not show: reads of a field, mentions of a type, a function
 * that is named in a decorator, a table or a string. An empty list of callers is a proof only if there are none.
 */
import { functionKinds } from '../../languages/entity.ts';
import type { SymbolRecord } from '../../store/store.ts';
import type { RefView } from '../view/ref-view.ts';
import { collectReferences, type ReferenceBudget } from './collect-references.ts';
import type { Occurrence } from './file-references.ts';
import { referenceTarget } from './reference-target.ts';

export interface OtherUses {
  /** Lines and files that contain the name. */
  readonly lines: number;
  readonly files: number;
  /** Places that may use the symbol and are not among the calls; other symbols, comments and prose are not counted. */
  readonly places: number;
  /** Some of the places are in texts that are not parsed, or in strings. */
  readonly hasMentions: boolean;
  /** Not every file with the name was read. */
  readonly isLowerBound: boolean;
}

/** Smaller than that of a search for references, since a call graph only says whether there are uses and how many. */
const budget: ReferenceBudget = { bytes: 1_000_000, meanings: 150 };

/** `isShown` tells the calls that the graph shows or counts as unresolved. */
export async function otherUses(
  view: RefView,
  symbols: readonly [SymbolRecord, ...SymbolRecord[]],
  isShown: (path: string, line: number) => boolean,
): Promise<OtherUses> {
  const target = await referenceTarget(view, symbols);
  const { occurrences, lines, files, unexamined } = await collectReferences(view, target, () => true, budget);
  const places = occurrences.filter((each) => mayUse(each) && !(isCall(each) && isShown(each.file.path, each.line)));
  const hasMentions = places.some(({ use }) => use === 'mention');
  return { lines, files, places: places.length, hasMentions, isLowerBound: unexamined > 0 };
}

/** Whether calls are the usual use of a symbol. */
export function isUsedByCalls(kind: string): boolean {
  return (functionKinds as ReadonlySet<string>).has(kind);
}

function mayUse({ use, meaning, mayName }: Occurrence): boolean {
  if (use === 'mention') return mayName === true;
  return use !== 'definition' && meaning !== 'other';
}

/** A function that is passed on is shown as an edge as well. */
function isCall({ use }: Occurrence): boolean {
  return use === 'call' || use === 'read' || use === 'decorate';
}
