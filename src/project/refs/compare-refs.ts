/**
 * Opens two refs for a comparison of one symbol, whether they are indexed or not. Of a ref without an index, only the
 * files that may define the symbol are read and parsed. That a symbol was added or removed is claimed only after all
 * files of the ref were searched for its name.
 */
import { type RefView, refUnknown } from '../../query/view/ref-view.ts';
import type { Subject } from '../../query/view/subject.ts';
import { ObjectReader } from '../../scan/git/object-reader.ts';
import { Comparison, type ComparisonPlace, type Side } from './comparison.ts';
import { type AskedRef, isContentOf } from './find-ref.ts';
import { type SharedPlace, UnreadRef } from './unread-ref.ts';

/** A ref argument with its spelling. */
export type WantedRef = AskedRef & { readonly wanted: string };

/** What was read without an index. */
export interface ReadRefs {
  /** Sentences for the answer. */
  readonly warnings: readonly string[];
  /** Whether every file that may change the answer was searched. */
  readonly isComplete: boolean;
}

/** Runs a comparison on two refs. Each must be indexed or known to git. */
export async function viewTwoRefs<Answer>(
  place: ComparisonPlace,
  asked: { readonly base: WantedRef; readonly head: WantedRef },
  subject: Subject,
  ask: (base: RefView, head: RefView, read: ReadRefs) => Promise<Answer>,
): Promise<Answer> {
  let reader: ObjectReader | undefined;
  const objects = () => {
    reader ??= new ObjectReader(place.repository);
    return reader;
  };
  const shared = { ...place, objects };
  const comparison = new Comparison(shared, sideOf(shared, asked.base), sideOf(shared, asked.head), subject);
  try {
    const isComplete = await comparison.read();
    const read = { warnings: comparison.warnings(isComplete), isComplete };
    return await comparison.inViews((base, head) => ask(base, head, read));
  } finally {
    await comparison.close();
    await reader?.close();
  }
}

/** A published ref that is not what the argument means now is read from git instead. */
function sideOf(place: ComparisonPlace & SharedPlace, { resolved, published, wanted }: WantedRef): Side {
  const isMeant = resolved?.source !== 'objects' || (published !== undefined && isContentOf(resolved, published));
  if (published !== undefined && isMeant) return published;
  if (resolved === undefined) throw refUnknown(wanted, place.refs);
  return new UnreadRef(place, resolved);
}
