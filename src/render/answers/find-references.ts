/** Renders the answer of `find_references`: each use with its kind, the enclosing symbol and the line. */
import type { FindReferencesAnswer, Reference, UnresolvedSite } from '../../query/tools/find-references.ts';
import { printable } from '../../text/printable.ts';
import { count, number } from '../amounts.ts';
import { type Place, placeLines } from '../places.ts';
import { onRef, type Renderer, type Rendering, warningsOf } from '../rendering.ts';
import { shortened } from '../shortened.ts';
import { widestForModel } from '../symbol-text.ts';
import { widthOf } from '../table.ts';

export const findReferencesRenderer: Renderer<FindReferencesAnswer> = (answer, rendering) => {
  // Two uses of the same kind on a line are one line.
  const shown = answer.references.filter((each, at, all) => rendering.reader === 'person' || isNew(each, all[at - 1]));
  const places = shown.map((reference) => placeOf(reference, rendering));
  const listed = answer.unresolved_sites.filter(isFirstOfLine).slice(0, maxUnresolved);
  const unresolved = listed.map((site) => ({ ...site, text: `${codeText(site.text)}  (unresolved)` }));
  const isModel = rendering.reader === 'model';
  return {
    lines: placeLines(isModel ? [...places, ...unresolved] : places, rendering),
    ending: ending(answer, rendering),
    // The unresolved places follow the others, and the last line counts them.
    warnings: warningsOf(answer).filter((warning) => !isModel || !warning.includes('unresolved_sites lists them')),
  };
};

function isNew({ path, line, kind, confidence }: Reference, before: Reference | undefined): boolean {
  const isSame = before?.path === path && before.line === line && before.kind === kind;
  return !isSame || before.confidence !== confidence;
}

/** Places that may as well mean another symbol: a few show what they are like, the last line counts them. */
const maxUnresolved = 5;

function isFirstOfLine(site: UnresolvedSite, at: number, all: readonly UnresolvedSite[]): boolean {
  return all[at - 1]?.path !== site.path || all[at - 1]?.line !== site.line;
}

const widestLine = 160;

function placeOf({ path, line, kind, confidence, text, in: within }: Reference, rendering: Rendering): Place {
  const isProven = confidence === 'static' || kind === 'mention';
  if (rendering.reader === 'model') {
    const mark = isProven ? kind : `${kind}?`;
    const where = within.kind === 'module' ? '' : ` in ${printable(within.name)}`;
    return { path, line, text: `${mark}${where}: ${codeText(text)}` };
  }
  const mark = rendering.paint('dim', isProven ? kind : `${kind}, guessed`);
  const source = printable(text.replaceAll('\t', '  '));
  const room = Math.min(widestLine, rendering.columns) - widthOf(`${printable(path)}:${line}  ${mark}  `);
  return { path, line, text: `${mark}  ${shortened(source, Math.max(20, room))}` };
}

function codeText(text: string): string {
  return shortened(printable(text.trim().replaceAll('\t', ' ')), widestForModel);
}

function ending(answer: FindReferencesAnswer, rendering: Rendering): string {
  const { symbol, references, total, total_is_lower_bound, completeness } = answer;
  const isModel = rendering.reader === 'model';
  const { heuristic, unresolved, other_symbols: others, mentions } = completeness;
  const sum = `${total_is_lower_bound ? 'at least ' : ''}${count(total, 'reference')}`;
  const limit = isModel ? 'limit' : '--limit';
  const more = total > references.length ? `, ${number(references.length)} shown; ${limit} shows more` : '';
  const besides = [
    ...(isModel && heuristic > 0 ? [`${number(heuristic)} with ? are guessed`] : []),
    ...(mentions > 0 ? [`${count(mentions, 'mention')} in comments, strings and documents`] : []),
    ...(unresolved > 0 ? [`${number(unresolved)} unresolved`] : []),
    ...(others > 0 ? [`${number(others)} of other symbols`] : []),
  ];
  const place = isModel ? ` (${printable(symbol.path)}:${symbol.line_start})` : '';
  return `${sum} to ${printable(symbol.name)}${place}${onRef(rendering, printable)}${more}${besides.length > 0 ? ` (besides: ${besides.join(', ')})` : ''}`;
}
