/** Asks for references in a small repository and shows them as lines, after checking that the numbers add up. */
import { expect } from 'vitest';
import { readParameters } from '../../../src/query/parameters/parameters.ts';
import {
  type FindReferencesAnswer,
  findReferences,
  findReferencesParameters,
} from '../../../src/query/tools/find-references.ts';
import type { RefView } from '../../../src/query/view/ref-view.ts';
import { sharedView } from '../../support/query-view.ts';

export interface References {
  readonly answer: FindReferencesAnswer;
  /** `path:line kind`, with `?` after a heuristic one and `as name` for an import alias, in the order of the answer. */
  readonly shown: readonly string[];
}

/** Every kind, so that no occurrence is left out of the list. */
export const everyKind = ['call', 'read', 'write', 'type', 'import', 'export', 'inherit', 'decorate', 'mention'];

export function referencesIn(files: Readonly<Record<string, string>>) {
  const ask = sharedView(files);
  return async (symbol_name: string, sent: Record<string, unknown> = {}): Promise<References> => {
    const { values } = readParameters(findReferencesParameters, { symbol_name, ...sent });
    const answer = await ask((view: RefView) => findReferences(view, values));
    if (sent.within === undefined && sent.tests === undefined && sent.language === undefined) {
      checkNumbers(files, answer);
    }
    return { answer, shown: answer.references.map(shownAs) };
  };
}

function shownAs({ path, line, kind, confidence, as }: FindReferencesAnswer['references'][number]): string {
  return `${path}:${line} ${kind}${confidence === 'static' ? '' : '?'}${as === undefined ? '' : ` as ${as}`}`;
}

/** Every occurrence of the name, found by a scan of the files that knows nothing about the index, has one class. */
function checkNumbers(files: Readonly<Record<string, string>>, { symbol, completeness }: FindReferencesAnswer): void {
  const word = new RegExp(`(?<![\\w$])${symbol.name}(?![\\w$])`, 'g');
  let [occurrences, lines, holding] = [0, 0, 0];
  for (const text of Object.values(files)) {
    const found = text.split('\n').map((line) => [...line.matchAll(word)].length);
    occurrences += found.reduce((sum, each) => sum + each, 0);
    lines += found.filter((each) => each > 0).length;
    if (found.some((each) => each > 0)) holding++;
  }
  const { static: proven, heuristic, unresolved, other_symbols, mentions, definitions, renamed = 0 } = completeness;
  expect(proven + heuristic + unresolved + other_symbols + mentions + definitions - renamed).toBe(occurrences);
  expect([completeness.lines_with_name, completeness.files_with_name]).toEqual([lines, holding]);
}
