/** Renders the answer of `locate_symbol`: each definition with its signature. */
import type { LocateSymbolAnswer } from '../../query/tools/locate-symbol.ts';
import { printable } from '../../text/printable.ts';
import { number } from '../amounts.ts';
import { placeLines } from '../places.ts';
import { onRef, type Renderer, warningsOf } from '../rendering.ts';
import { symbolText } from '../symbol-text.ts';

export const locateSymbolRenderer: Renderer<LocateSymbolAnswer> = (answer, rendering) => {
  const { results, total_candidates: total } = answer;
  const places = results.map((result) => ({
    path: result.path,
    line: result.line_start,
    text: symbolText(result),
    ...(result.body_preview === undefined
      ? {}
      : { below: result.body_preview.split('\n').map((line) => `    ${printable(line.replaceAll('\t', '  '))}`) }),
  }));
  const ending =
    total === 0
      ? `No symbol of that name${onRef(rendering, printable)}.`
      : total > results.length
        ? `${results.length} of ${number(total)} symbols; limit shows more`
        : '';
  return { lines: placeLines(places, rendering), ending, warnings: warningsOf(answer) };
};
