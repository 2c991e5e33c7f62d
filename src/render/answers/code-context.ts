/** Renders the answer of `get_code_context`: each place with its signature or body. */
import type { ContextItem, RelatedPlace } from '../../query/shapes/context/context-item.ts';
import type { CodeContextAnswer } from '../../query/tools/code-context.ts';
import { printable, printableCode } from '../../text/printable.ts';
import { count, number } from '../amounts.ts';
import { numberedLines } from '../numbered-lines.ts';
import { onRef, type Renderer, type Rendering, warningsOf } from '../rendering.ts';
import { shortName, symbolText } from '../symbol-text.ts';

export const codeContextRenderer: Renderer<CodeContextAnswer> = (answer, rendering) => ({
  lines: answer.context_items.flatMap((item) => itemLines(item, rendering)),
  ending: ending(answer, rendering),
  warnings: warningsOf(answer),
});

function itemLines(item: ContextItem, rendering: Rendering): string[] {
  return rendering.reader === 'model' ? linesForModel(item, rendering) : linesForPerson(item, rendering);
}

function linesForPerson(item: ContextItem, { paint }: Rendering): string[] {
  const { path, line_start, line_end, kind, qualified_name, signature, members, body } = item;
  const what = kind === undefined ? `to line ${line_end}` : `${kind} ${printable(qualified_name ?? '')}`;
  const lines = body?.split('\n') ?? (signature === undefined ? [] : [signature]);
  return [
    `${paint('bold', `${printable(path)}:${line_start}`)}  ${paint('dim', what)}`,
    ...lines.map((line) => `    ${printableCode(line)}`),
    ...(members ?? []).map(
      (member) => `      ${paint('dim', `${printable(path)}:${member.line_start}`)}  ${printable(member.signature)}`,
    ),
  ];
}

/** Code has its line numbers, below a line with the range. */
function linesForModel(item: ContextItem, rendering: Rendering): string[] {
  const { path, line_start, line_end, members, body, folds } = item;
  if (body !== undefined) {
    const name = item.name === undefined ? '' : `  ${item.kind} ${shortName(item)}`;
    return [
      `${printable(path)}:${line_start}-${line_end}${name}`,
      ...numberedLines({ line_start, line_end, text: body, ...(folds === undefined ? {} : { folds }) }, rendering),
      ...relationLines(item),
      '',
    ];
  }
  return [
    `${printable(path)}:${line_start}  ${symbolText(item)}`.trimEnd(),
    ...(members ?? []).map((member) => `  :${member.line_start}  ${symbolText(member)}`),
  ];
}

/** What it calls by signature, if the answer shows it nowhere else; one line each for the others. */
function relationLines({
  path,
  calls = [],
  called_by: callers = [],
  more_callers: more,
  tests = [],
}: ContextItem): string[] {
  const place = (each: RelatedPlace) => `${each.path === path ? '' : printable(each.path)}:${each.line}`;
  const line = (what: string, places: readonly RelatedPlace[], rest = '') =>
    places.length === 0
      ? []
      : [`${what}: ${places.map((each) => `${place(each)} ${printable(each.name)}`).join(', ')}${rest}`];
  const [described, others] = [calls.filter(hasSignature), calls.filter((each) => !hasSignature(each))];
  return [
    ...described.map((each) => `→ ${place(each)}  ${symbolText(each)}`),
    ...line('→ calls', others),
    ...line('← called by', callers, more === undefined ? '' : `, ${number(more)} more`),
    ...line('← tests', tests),
  ];
}

function hasSignature({ signature }: RelatedPlace): boolean {
  return signature !== undefined;
}

function ending({ context_items, metadata }: CodeContextAnswer, rendering: Rendering): string {
  const on = onRef(rendering, printable);
  const isModel = rendering.reader === 'model';
  const { total_candidates: total, remaining_candidates: remaining } = metadata;
  if (total === 0) {
    const skipped = isModel ? '' : '; `codecompass skipped` lists unindexed files';
    return `No matches${on}. Try fewer or other words${skipped}.`;
  }
  if (isModel) return remaining === undefined ? '' : `${number(Number(remaining))} weaker matches left out`;
  const more = remaining === undefined ? '' : ` of about ${number(Number(total))}; --max-tokens shows more`;
  return `${count(context_items.length, 'place')}${more} (${metadata.strategy},${on})`;
}
