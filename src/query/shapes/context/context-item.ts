/** An item of a code context: a symbol with its signature, or a range of lines outside of symbols. */

import type { SearchHit } from '../../search/hit.ts';
import type { RefView } from '../../view/ref-view.ts';
import type { LineRange } from '../folded-source.ts';
import { resultId } from '../symbol-ids.ts';
import { namedFields, type SignatureShape, symbolFields } from '../symbol-shape.ts';

export interface ContextItem {
  readonly symbol_id?: string;
  readonly symbol_stable_id?: string;
  /** Replaces the symbol ids if the item is not a symbol. */
  readonly result_id?: string;
  readonly name?: string;
  readonly kind?: string;
  readonly qualified_name?: string;
  readonly path: string;
  readonly line_start: number;
  readonly line_end: number;
  readonly signature?: string;
  readonly language: string;
  readonly score: number;
  /** Hits inside the item, instead of separate items that would repeat its lines. */
  readonly members?: readonly MemberItem[];
  /** The source, with one line for each fold. */
  readonly body?: string;
  /** The lines that the folds of the body hide. */
  readonly folds?: readonly LineRange[];
  /** What it calls, by proven calls; of the best items with bodies. */
  readonly calls?: readonly RelatedPlace[];
  /** Who calls it, and how many more. */
  readonly called_by?: readonly RelatedPlace[];
  readonly more_callers?: number;
  /** The tests that call it. */
  readonly tests?: readonly RelatedPlace[];
}

export interface RelatedPlace {
  readonly path: string;
  readonly line: number;
  readonly name: string;
  readonly signature?: string;
}

export interface MemberItem {
  readonly kind: string;
  readonly name: string;
  readonly line_start: number;
  readonly signature: string;
}

/** The fields of a symbol in a code context, in the order of the answer. */
const shownFields = [...namedFields, 'signature', 'language'] as const satisfies readonly (keyof SignatureShape)[];

export function itemOf(view: RefView, { type, file, symbol, lineStart, lineEnd, score }: SearchHit): ContextItem {
  const { path, language } = file;
  if (symbol === undefined) {
    const id = resultId(view.projectId, type === 'file' ? 'file' : 'snip', path, lineStart);
    return { result_id: id, path, line_start: lineStart, line_end: lineEnd, language, score };
  }
  return { ...symbolFields(view, symbol, shownFields), score };
}
