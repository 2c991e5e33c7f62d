/** Which languages this installation can parse, told by the grammars that are there, without loading any. */

import { languages } from '../../languages/languages.ts';
import { hasGrammar } from '../../parse/engine/grammar.ts';

export function grammarNames(): { available: string[]; missing: string[] } {
  const names = (present: boolean) => [
    ...new Set(languages.filter((language) => hasGrammar(language) === present).map(({ name }) => name)),
  ];
  return { available: names(true), missing: names(false) };
}
