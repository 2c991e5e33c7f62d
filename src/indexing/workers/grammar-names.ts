/** The languages that this installation can parse, by the installed grammar files. Loads none of them. */

import { languages } from '../../languages/languages.ts';
import { hasGrammar } from '../../parse/engine/grammar.ts';

export function grammarNames(): { available: string[]; missing: string[] } {
  const names = (present: boolean) => [
    ...new Set(languages.filter((language) => hasGrammar(language) === present).map(({ name }) => name)),
  ];
  return { available: names(true), missing: names(false) };
}
