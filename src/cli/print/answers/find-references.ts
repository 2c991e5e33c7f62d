/** Prints the answer of `codecompass references`: each use as a line that a terminal can open, with its kind. */
import type { FindReferencesAnswer, Reference } from '../../../query/tools/find-references.ts';
import { printable } from '../../../text/printable.ts';
import { count, number } from '../amounts.ts';
import type { Output } from '../output.ts';
import { shortened } from '../shortened.ts';
import { widthOf } from '../table.ts';
import type { Renderer } from './renderer.ts';

export const findReferencesRenderer: Renderer<FindReferencesAnswer> = {
  print: (answer, { view, output }) => {
    for (const reference of answer.references) printReference(reference, output);
    return ending(answer, printable(view.ref.name));
  },
};

const widestLine = 160;

function printReference({ path, line, kind, confidence, text }: Reference, output: Output): void {
  const place = output.paint('bold', `${printable(path)}:${line}`);
  const mark = output.paint('dim', confidence === 'static' || kind === 'mention' ? kind : `${kind}, guessed`);
  const head = `${place}  ${mark}  `;
  const source = printable(text.replaceAll('\t', '  '));
  output.print(`${head}${shortened(source, Math.max(20, Math.min(widestLine, output.columns) - widthOf(head)))}`);
}

function ending(
  { symbol, references, total, total_is_lower_bound, completeness }: FindReferencesAnswer,
  on: string,
): string {
  const { unresolved, other_symbols: others, mentions } = completeness;
  const sum = `${total_is_lower_bound ? 'at least ' : ''}${count(total, 'reference')}`;
  const more = total > references.length ? `, ${number(references.length)} shown; --limit shows more` : '';
  const besides = [
    ...(mentions > 0 ? [`${count(mentions, 'mention')} in comments, strings and documents`] : []),
    ...(unresolved > 0 ? [`${number(unresolved)} unresolved`] : []),
    ...(others > 0 ? [`${number(others)} of other symbols`] : []),
  ];
  return `${sum} to ${printable(symbol.name)} on ${on}${more}${besides.length > 0 ? ` (besides: ${besides.join(', ')})` : ''}`;
}
