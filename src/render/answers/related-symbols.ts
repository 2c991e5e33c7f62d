/** Renders the answer of `find_related_symbols`: the symbols of each relation. */
import type { RelatedSymbolsAnswer } from '../../query/tools/related-symbols.ts';
import { number } from '../amounts.ts';
import { placeLines } from '../places.ts';
import { type Renderer, warningsOf } from '../rendering.ts';
import { symbolText } from '../symbol-text.ts';

export const relatedSymbolsRenderer: Renderer<RelatedSymbolsAnswer> = (answer, rendering) => {
  const { related, total_found: total } = answer;
  const relations = [...new Set(related.map(({ relation }) => relation))];
  return {
    lines: relations.flatMap((relation) => [
      `${relation.replace('_', ' ')}:`,
      ...placeLines(
        related
          .filter((each) => each.relation === relation)
          .map((each) => ({ path: each.path, line: each.line_start, text: symbolText(each) })),
        rendering,
      ),
    ]),
    ending:
      related.length === 0
        ? 'No related symbols.'
        : total > related.length
          ? `${related.length} of ${number(total)} symbols; limit shows more`
          : '',
    warnings: warningsOf(answer),
  };
};
