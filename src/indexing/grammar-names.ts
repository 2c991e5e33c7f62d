/** Which languages this installation can parse, told by the grammars that are there, without loading any. */
import { hasGrammar } from '../parse/grammar.ts';
import { languages } from '../parse/languages.ts';

export function grammarNames(): { available: string[]; missing: string[] } {
  const names = (present: boolean) => [
    ...new Set(languages.filter((language) => hasGrammar(language) === present).map(({ name }) => name)),
  ];
  return { available: names(true), missing: names(false) };
}
