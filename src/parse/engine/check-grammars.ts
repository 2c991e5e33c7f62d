/** Checks that every grammar loads, that its query compiles, and that both work on a line of text. */

import { languages } from '../../languages/languages.ts';
import { loadGrammar } from './grammar.ts';

export interface GrammarCheck {
  readonly language: string;
  readonly ok: boolean;
  readonly error?: string;
}

export async function checkGrammars(): Promise<GrammarCheck[]> {
  const checks: GrammarCheck[] = [];
  for (const language of languages) {
    try {
      const { parser, query } = await loadGrammar(language);
      const tree = parser.parse('name\n');
      if (tree === null) throw new Error('the parser returned no tree');
      query.matches(tree.rootNode);
      tree.delete();
      checks.push({ language: language.name, ok: true });
    } catch (thrown) {
      checks.push({ language: language.name, ok: false, error: (thrown as Error).message });
    }
  }
  return checks;
}
