/** Prints the answer of `codecompass context`: each place with its signature or body. */
import type { ContextItem } from '../../../query/shapes/context-item.ts';
import type { CodeContextAnswer } from '../../../query/tools/code-context.ts';
import type { RefView } from '../../../query/view/ref-view.ts';
import { printable, printableCode } from '../../../text/printable.ts';
import { count, number } from '../amounts.ts';
import type { Output } from '../output.ts';
import type { Renderer } from './renderer.ts';

export const codeContextRenderer: Renderer<CodeContextAnswer> = {
  print: (answer, { view, output }) => {
    for (const item of answer.context_items) printItem(item, output);
    return ending(answer, view);
  },
};

function printItem(
  { path, line_start, line_end, kind, qualified_name, signature, members, body }: ContextItem,
  output: Output,
): void {
  const what = kind === undefined ? `to line ${line_end}` : `${kind} ${printable(qualified_name ?? '')}`;
  output.print(`${output.paint('bold', `${printable(path)}:${line_start}`)}  ${output.paint('dim', what)}`);
  const lines = body?.split('\n') ?? (signature === undefined ? [] : [signature]);
  for (const line of lines) output.print(`    ${printableCode(line)}`);
  for (const member of members ?? []) {
    output.print(
      `      ${output.paint('dim', `${printable(path)}:${member.line_start}`)}  ${printable(member.signature)}`,
    );
  }
}

function ending({ context_items, metadata }: CodeContextAnswer, view: RefView): string {
  const on = printable(view.ref.name);
  const { total_candidates: total } = metadata;
  if (total === 0) {
    return `No matches on ${on}. Try fewer or other words; \`codecompass skipped\` lists unindexed files.`;
  }
  const more =
    metadata.remaining_candidates === undefined ? '' : ` of about ${number(Number(total))}; --max-tokens shows more`;
  return `${count(context_items.length, 'place')}${more} (${metadata.strategy}, on ${on})`;
}
