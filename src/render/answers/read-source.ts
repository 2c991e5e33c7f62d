/** Renders the answer of `read_source`: the place of each source, and its lines with their numbers. */
import type { ReadSourceAnswer, SourceItem } from '../../query/tools/read-source.ts';
import { printable } from '../../text/printable.ts';
import { numberedLines } from '../numbered-lines.ts';
import { type Renderer, warningsOf } from '../rendering.ts';

export const readSourceRenderer: Renderer<ReadSourceAnswer> = (answer, rendering) => ({
  lines: answer.sources.flatMap((source) => [
    rendering.paint('bold', headOf(source)),
    ...numberedLines(source, rendering),
  ]),
  ending: (answer.not_found ?? []).map(({ message }) => printable(message)).join('\n'),
  warnings: warningsOf(answer),
});

function headOf({ path, line_start, line_end, kind, name }: SourceItem): string {
  const what = name === undefined ? '' : `  ${kind} ${printable(name)}`;
  return `${printable(path)}:${line_start}-${line_end}${what}`;
}
