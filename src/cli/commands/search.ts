/** `codecompass search`: the places that answer a query, as lines that a terminal can open, with what matched marked. */

import { readParameters } from '../../query/parameters/parameters.ts';
import { findHits } from '../../query/search/find-hits.ts';
import type { SearchHit, SearchHits } from '../../query/search/hit.ts';
import { qualifiedName } from '../../query/shapes/symbol-ids.ts';
import { searchCode, searchCodeParameters, searchFilter } from '../../query/tools/search-code.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import { escapedForPattern } from '../../text/escape-pattern.ts';
import { printable } from '../../text/printable.ts';
import type { Invocation } from '../invocation.ts';
import { numberFlag } from '../number-flag.ts';
import { askProject } from '../open-project.ts';
import { count, number } from '../print/amounts.ts';
import type { Output } from '../print/output.ts';
import { endOf, shortened } from '../print/shortened.ts';

export async function run(call: Invocation): Promise<number> {
  const { flags, operands, output } = call;
  const { values: request, warnings } = readParameters(searchCodeParameters, {
    query: operands.join(' '),
    language: flags.value('lang'),
    kind: flags.value('kind'),
    limit: numberFlag(flags, 'limit'),
  });
  return askProject(call, async ({ view, warnOfChanges }) => {
    if (output.json) {
      const answer = await searchCode(view, request);
      const said = [...warnings, ...(answer.metadata.warnings ?? [])];
      output.document({
        ...answer,
        metadata: { ref: view.ref.name, ...answer.metadata, ...(said.length > 0 ? { warnings: said } : {}) },
      });
      return 0;
    }
    for (const warning of warnings) output.warn(warning);
    const found = await findHits(view, request.query, await searchFilter(view, request), request.limit);
    for (const place of found.places) await printPlace(view, place, found.words, output);
    for (const remark of found.remarks) output.warn(remark);
    printEnd(found, view, output);
    await warnOfChanges(found.places.map(({ file }) => file.path));
    return 0;
  });
}

const maxLineLength = 160;
const gutterWidth = 8;

async function printPlace(
  view: RefView,
  { file, symbol, lineStart, matchLines, type }: SearchHit,
  words: readonly string[],
  output: Output,
): Promise<void> {
  const first = type === 'symbol' || matchLines.length === 0 ? lineStart : (matchLines[0] as number);
  const place = `${printable(file.path)}:${first}`;
  const named =
    symbol === undefined
      ? ''
      : `${symbol.kind} ${endOf(printable(qualifiedName(symbol)), output.columns - place.length - symbol.kind.length - 3)}`;
  output.print(`${output.paint('bold', place)}${named === '' ? '' : `  ${output.paint('dim', named)}`}`);
  if (type === 'file') return;
  const lines = (await view.store.text(file)).split('\n');
  // What speaks for a place may stand above it, in its doc comment; its first line then shows what it is.
  const isNamed = type === 'symbol' || matchLines.length === 0;
  const numbers = new Set(isNamed ? [lineStart, ...matchLines.slice(0, 2)] : matchLines.slice(0, 3));
  for (const line of [...numbers].sort((a, b) => a - b)) {
    const text = printable((lines[line - 1] ?? '').replace(/\s+$/, '').replaceAll('\t', '  '));
    const shown = shortened(text, Math.min(maxLineLength, output.columns - gutterWidth));
    output.print(`${output.paint('dim', String(line).padStart(gutterWidth - 2))}  ${marked(shown, words, output)}`);
  }
}

/** The text with the words of the query in colour. */
function marked(text: string, words: readonly string[], output: Output): string {
  if (words.length === 0) return text;
  const pattern = new RegExp(words.map((word) => escapedForPattern(printable(word))).join('|'), 'gi');
  return text.replace(pattern, (match) => (match === '' ? '' : output.paint('red', match)));
}

function printEnd({ places, totalCandidates, intent }: SearchHits, view: RefView, output: Output): void {
  const on = printable(view.ref.name);
  if (places.length === 0) {
    output.note(
      `Nothing on ${on} matches. Try fewer or other words, or \`codecompass skipped\` for what is not indexed.`,
    );
    return;
  }
  const more = totalCandidates > places.length ? ` of about ${number(totalCandidates)}; --limit shows more` : '';
  output.note(`${count(places.length, 'place')}${more} (${intent.replace('_', ' ')}, on ${on})`);
}
