/** `codecompass context`: the code that answers a query, as much of it as a budget of tokens holds. */

import { readParameters } from '../../query/parameters/parameters.ts';
import { answerDocument } from '../../query/shapes/answer.ts';
import type { ContextItem } from '../../query/shapes/context-item.ts';
import { type CodeContextAnswer, codeContext, codeContextParameters } from '../../query/tools/code-context.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import { printable } from '../../text/printable.ts';
import type { Invocation } from '../invocation.ts';
import { numberFlag } from '../number-flag.ts';
import { askProject } from '../open-project.ts';
import { count, number } from '../print/amounts.ts';
import type { Output } from '../print/output.ts';

export async function run(call: Invocation): Promise<number> {
  const { flags, operands, output } = call;
  const { values: request, warnings } = readParameters(codeContextParameters, {
    query: operands.join(' '),
    max_tokens: numberFlag(flags, 'max-tokens'),
    strategy: flags.value('strategy'),
    language: flags.value('lang'),
  });
  return askProject(call, async ({ view, warnOfChanges }) => {
    const answer = await codeContext(view, request);
    if (output.json) output.document(answerDocument(view, answer, warnings));
    else {
      for (const warning of [...warnings, ...(answer.metadata.warnings ?? [])]) output.warn(warning);
      for (const item of answer.context_items) printItem(item, output);
      printEnd(answer, view, output);
    }
    await warnOfChanges(answer.context_items.map(({ path }) => path));
    return 0;
  });
}

function printItem(
  { path, line_start, line_end, kind, qualified_name, signature, members, body }: ContextItem,
  output: Output,
): void {
  const what = kind === undefined ? `to line ${line_end}` : `${kind} ${printable(qualified_name ?? '')}`;
  output.print(`${output.paint('bold', `${printable(path)}:${line_start}`)}  ${output.paint('dim', what)}`);
  const lines = body?.split('\n') ?? (signature === undefined ? [] : [signature]);
  for (const line of lines) output.print(`    ${printable(line.replaceAll('\t', '  '))}`);
  for (const member of members ?? []) {
    output.print(
      `      ${output.paint('dim', `${printable(path)}:${member.line_start}`)}  ${printable(member.signature)}`,
    );
  }
}

function printEnd({ context_items, metadata }: CodeContextAnswer, view: RefView, output: Output): void {
  const on = printable(view.ref.name);
  const { total_candidates: total } = metadata;
  if (total === 0) {
    output.note(
      `Nothing on ${on} matches. Try fewer or other words, or \`codecompass skipped\` for what is not indexed.`,
    );
    return;
  }
  const more =
    metadata.remaining_candidates === undefined ? '' : ` of about ${number(Number(total))}; --max-tokens shows more`;
  output.note(`${count(context_items.length, 'place')}${more} (${metadata.strategy}, on ${on})`);
}
