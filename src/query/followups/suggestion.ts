/** A suggestion is a complete call with the reason for it. A situation is what the rules for suggestions know. */
import type { ExtractedName } from '../names/extract-names.ts';
import type { Outcome, PreviousQuery } from '../parameters/previous-query.ts';
import type { RefView } from '../view/ref-view.ts';

export interface Suggestion {
  readonly tool: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly reason: string;
}

export interface Situation {
  readonly view: RefView;
  readonly previous: PreviousQuery;
  readonly outcome: Outcome;
  /** The words, the name or the path of the previous query; empty if it has none. */
  readonly text: string;
  /** Names in the index that the text mentions. */
  readonly names: readonly ExtractedName[];
}

export type Rule = (situation: Situation) => Promise<Suggestion[]>;

/** Rules by a word of the client. A plain object would also have rules for `constructor` and the like. */
export function rulesBy(rules: Readonly<Record<string, Rule>>): ReadonlyMap<string, Rule> {
  return new Map(Object.entries(rules));
}
