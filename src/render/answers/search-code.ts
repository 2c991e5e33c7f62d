/** Renders the answer of `search_code`: each place with its signature and the lines that match, matches highlighted. */
import type { SearchCodeAnswer, SearchResult } from '../../query/tools/search-code.ts';
import { printable } from '../../text/printable.ts';
import { escapedForPattern } from '../../text/words.ts';
import { count, number } from '../amounts.ts';
import { type Place, placeLines } from '../places.ts';
import { onRef, type Renderer, type Rendering, warningsOf } from '../rendering.ts';
import { endOf, shortened } from '../shortened.ts';
import { symbolText, widestForModel } from '../symbol-text.ts';

export const searchCodeRenderer: Renderer<SearchCodeAnswer> = (answer, rendering) => ({
  lines: placeLines(
    answer.results.map((result) => placeOf(result, answer.words ?? [], rendering)),
    rendering,
  ),
  ending: ending(answer, rendering),
  warnings: warningsOf(answer),
});

const widestLine = 160;
const gutterWidth = 8;

function placeOf(result: SearchResult, words: readonly string[], rendering: Rendering): Place {
  const { path, kind, qualified_name, line_start, result_type: type, shown_lines: lines = [] } = result;
  const line = type === 'symbol' ? line_start : (result.match_lines?.[0] ?? line_start);
  if (rendering.reader === 'model') return placeForModel(result, line);
  const room = rendering.columns - `${path}:${line}`.length - (kind ?? '').length - 3;
  const named =
    kind === undefined || qualified_name === undefined ? '' : `${kind} ${endOf(printable(qualified_name), room)}`;
  const shown = lines.map((each) => {
    const text = printable(each.text.trimEnd().replaceAll('\t', '  '));
    const fitting = shortened(text, Math.min(widestLine, rendering.columns - gutterWidth));
    const place = String(each.line).padStart(gutterWidth - 2);
    return `${rendering.paint('dim', place)}  ${marked(fitting, words, rendering)}`;
  });
  return { path, line, text: named === '' ? '' : rendering.paint('dim', named), below: shown };
}

/** The first line of a symbol is its signature, so only the other lines follow. */
function placeForModel(result: SearchResult, line: number): Place {
  const { path, result_type: type, shown_lines: lines = [] } = result;
  const first = lines.find((each) => each.line === line)?.text ?? '';
  const what = type === 'symbol' ? symbolText(result) : `${insideText(result)}${codeText(first)}`;
  const rest = lines.filter((each) => each.line !== line);
  return {
    path,
    line,
    text: what,
    below: rest.slice(0, furtherLines).map((each) => `    ${each.line}: ${codeText(each.text)}`),
  };
}

const furtherLines = 1;

function insideText({ qualified_name: name, name: short }: SearchResult): string {
  return name === undefined ? '' : `in ${printable(short ?? name)}: `;
}

function codeText(text: string): string {
  return shortened(printable(text.trim().replaceAll('\t', ' ')), widestForModel);
}

/** Returns the text with the query words in colour. */
function marked(text: string, words: readonly string[], { paint }: Rendering): string {
  // A longer word cannot match, and a long quoted text is too large for a pattern.
  const shown = words.map(printable).filter((word) => word.length <= text.length);
  if (shown.length === 0) return text;
  const pattern = new RegExp(shown.map(escapedForPattern).join('|'), 'gi');
  return text.replace(pattern, (match) => (match === '' ? '' : paint('red', match)));
}

function ending(answer: SearchCodeAnswer, rendering: Rendering): string {
  const { results, total_candidates, query_intent, metadata } = answer;
  const on = onRef(rendering, printable);
  const isModel = rendering.reader === 'model';
  if (results.length === 0) {
    const skipped = isModel ? '' : '; `codecompass skipped` lists unindexed files';
    return `No matches${on}. Try fewer or other words${skipped}.`;
  }
  const isCut = total_candidates > results.length;
  const weaker = Number(metadata.weaker_matches ?? 0);
  const left = weaker === 0 ? '' : `; ${number(weaker)} far weaker ones were left out`;
  const canGrow = results.length + weaker < total_candidates;
  if (isModel) {
    return isCut
      ? `${results.length} of about ${number(total_candidates)} matches${canGrow ? '; limit shows more' : left}`
      : '';
  }
  const more = isCut ? ` of about ${number(total_candidates)}${canGrow ? '; --limit shows more' : left}` : '';
  return `${count(results.length, 'place')}${more} (${query_intent.replace('_', ' ')},${on})`;
}
