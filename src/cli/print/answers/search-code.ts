/**
 * Prints the answer of `codecompass search`: places as lines that a terminal can open, with the matches highlighted.
 */

import type { SearchCodeAnswer, SearchResult } from '../../../query/tools/search-code.ts';
import type { RefView } from '../../../query/view/ref-view.ts';
import { printable } from '../../../text/printable.ts';
import { escapedForPattern } from '../../../text/words.ts';
import { count, number } from '../amounts.ts';
import type { Output } from '../output.ts';
import { endOf, shortened } from '../shortened.ts';
import type { Renderer } from './renderer.ts';

export const searchCodeRenderer: Renderer<SearchCodeAnswer> = {
  print: async (answer, { view, output }) => {
    for (const result of answer.results) await printResult(view, result, answer.words ?? [], output);
    return ending(answer, view);
  },
};

const maxLineLength = 160;
const gutterWidth = 8;

async function printResult(
  view: RefView,
  { path, kind, qualified_name, line_start, match_lines: matchLines = [], result_type: type }: SearchResult,
  words: readonly string[],
  output: Output,
): Promise<void> {
  const first = type === 'symbol' || matchLines.length === 0 ? line_start : (matchLines[0] as number);
  const place = `${printable(path)}:${first}`;
  const named =
    kind === undefined || qualified_name === undefined
      ? ''
      : `${kind} ${endOf(printable(qualified_name), output.columns - place.length - kind.length - 3)}`;
  output.print(`${output.paint('bold', place)}${named === '' ? '' : `  ${output.paint('dim', named)}`}`);
  const file = type === 'file' ? undefined : await view.store.file(view.ref, path);
  if (file === undefined) return;
  const lines = (await view.store.text(file)).split('\n');
  // The match may be above the symbol, in its doc comment, so the first line of the symbol is shown too.
  const isNamed = type === 'symbol' || matchLines.length === 0;
  const numbers = new Set(isNamed ? [line_start, ...matchLines.slice(0, 2)] : matchLines.slice(0, 3));
  for (const line of [...numbers].sort((a, b) => a - b)) {
    const text = printable((lines[line - 1] ?? '').trimEnd().replaceAll('\t', '  '));
    const shown = shortened(text, Math.min(maxLineLength, output.columns - gutterWidth));
    output.print(`${output.paint('dim', String(line).padStart(gutterWidth - 2))}  ${marked(shown, words, output)}`);
  }
}

/** Returns the text with the query words in colour. */
function marked(text: string, words: readonly string[], output: Output): string {
  // A longer word cannot match, and a long quoted text is too large for a pattern.
  const shown = words.map(printable).filter((word) => word.length <= text.length);
  if (shown.length === 0) return text;
  const pattern = new RegExp(shown.map(escapedForPattern).join('|'), 'gi');
  return text.replace(pattern, (match) => (match === '' ? '' : output.paint('red', match)));
}

function ending({ results, total_candidates, query_intent }: SearchCodeAnswer, view: RefView): string {
  const on = printable(view.ref.name);
  if (results.length === 0) {
    return `No matches on ${on}. Try fewer or other words; \`codecompass skipped\` lists unindexed files.`;
  }
  const more = total_candidates > results.length ? ` of about ${number(total_candidates)}; --limit shows more` : '';
  return `${count(results.length, 'place')}${more} (${query_intent.replace('_', ' ')}, on ${on})`;
}
