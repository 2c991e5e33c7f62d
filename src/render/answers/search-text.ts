/** Renders the answer of `search_text` as grep prints it: each path once, then the lines with their numbers. */
import type { SearchTextAnswer, TextMatch } from '../../query/tools/search-text.ts';
import { printable } from '../../text/printable.ts';
import { count, number } from '../amounts.ts';
import { filesOf, placeLines } from '../places.ts';
import { onRef, type Renderer, type Rendering, warningsOf } from '../rendering.ts';

export const searchTextRenderer: Renderer<SearchTextAnswer> = (answer, rendering) => ({
  lines: linesOf(answer, rendering),
  ending: ending(answer, rendering),
  warnings: warningsOf(answer),
});

function linesOf({ matches, by_file }: SearchTextAnswer, rendering: Rendering): string[] {
  if (by_file !== undefined) return by_file.map(({ path, count: lines }) => `${printable(path)}  ${number(lines)}`);
  const hasContext = matches.some(({ before, after }) => before !== undefined || after !== undefined);
  if (hasContext) return filesOf(matches).flatMap(([path, inFile]) => contextLines(path, inFile, rendering));
  const places = matches.map((match) => ({
    ...match,
    text: `${source(match.text.trim())}${within(match, rendering)}`,
  }));
  return placeLines(places, rendering);
}

/** As `grep -C`: `-` marks the lines around a match, `--` a gap. */
function contextLines(path: string, matches: readonly TextMatch[], rendering: Rendering): string[] {
  const isModel = rendering.reader === 'model';
  const start = isModel ? '  ' : rendering.paint('bold', printable(path));
  const lines: string[] = isModel ? [printable(path)] : [];
  const indent = isModel ? commonIndent(matches) : 0;
  let next = 0;
  for (const match of matches) {
    const { line, text, before = [], after = [] } = match;
    const first = line - before.length;
    if (next > 0 && first > next) lines.push(isModel ? '  --' : '--');
    for (const [at, each] of before.entries())
      lines.push(`${start}-${first + at}  ${source(each.slice(indent))}`.trimEnd());
    lines.push(`${start}:${line}  ${source(text.slice(indent))}${within(match, rendering)}`);
    for (const [at, each] of after.entries())
      lines.push(`${start}-${line + 1 + at}  ${source(each.slice(indent))}`.trimEnd());
    next = line + after.length + 1;
  }
  return lines;
}

/** The indentation that all lines have. */
function commonIndent(matches: readonly TextMatch[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const { text, before = [], after = [] } of matches) {
    for (const line of [...before, text, ...after]) {
      if (line.trim() !== '') least = Math.min(least, line.length - line.trimStart().length);
    }
  }
  return least === Number.POSITIVE_INFINITY ? 0 : least;
}

/** The symbol around a line, unless the line is its first one and so names it. */
function within({ line, in: symbol }: TextMatch, { paint }: Rendering): string {
  return symbol === undefined || symbol.line_start === line ? '' : paint('dim', `  (in ${printable(symbol.name)})`);
}

function source(text: string): string {
  return printable(text.replaceAll('\t', '  '));
}

function ending(answer: SearchTextAnswer, rendering: Rendering): string {
  const { matches, by_file, total, total_is_lower_bound, files, searched_files } = answer;
  const isModel = rendering.reader === 'model';
  const least = total_is_lower_bound ? 'at least ' : '';
  const [shown, all] = by_file === undefined ? [matches.length, total] : [by_file.length, files];
  const limit = isModel ? 'limit' : '--limit';
  const more = all > shown ? `; ${number(shown)} shown, ${limit} shows more` : '';
  return `${least}${count(total, 'line')} in ${count(files, 'file')} of ${number(searched_files)}${onRef(rendering, printable)}${more}`;
}
