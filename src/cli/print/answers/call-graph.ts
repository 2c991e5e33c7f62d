/** What `codecompass callers` and `callees` print: the edges of one direction, as lines or as a picture. */
import { hasCalls } from '../../../languages/languages.ts';
import type { CallGraphAnswer, CallGraphEdge } from '../../../query/tools/call-graph.ts';
import { printable } from '../../../text/printable.ts';
import { count, number } from '../amounts.ts';
import type { Output } from '../output.ts';
import { type CallDiagram, dot, mermaid } from './call-diagram.ts';
import type { Renderer } from './renderer.ts';

type Direction = CallDiagram['direction'];

export const callGraphRenderer: Renderer<CallGraphAnswer> = {
  flags: {
    dot: { description: 'Print a graph for Graphviz' },
    mermaid: { description: 'Print a graph for Mermaid' },
  },
  print: async (answer, { view, output, flags }) => {
    const direction = directionOf(answer);
    const edges = edgesOf(answer);
    const picture: CallDiagram = { symbol: answer.symbol, edges, direction };
    if (flags.has('dot')) output.print(dot(picture));
    else if (flags.has('mermaid')) output.print(mermaid(picture));
    else for (const edge of edges) printEdge(edge, output);
    const language = (await view.store.file(view.ref, answer.symbol.path))?.language ?? '';
    const why = hasCalls(language) ? undefined : `calls in ${language} are not read yet; ${searchInstead}`;
    return ending(answer, direction, view.ref.name, why);
  },
  files: (answer) => edgesOf(answer).map(({ call_site }) => call_site.file),
  isSilentInJson: true,
  coversWarnings: true,
};

/** A command asks in one direction, so that the answer has the edges of that one alone. */
function directionOf({ callers }: CallGraphAnswer): Direction {
  return callers === undefined ? 'callees' : 'callers';
}

function edgesOf(answer: CallGraphAnswer): readonly CallGraphEdge[] {
  return answer[directionOf(answer)] ?? [];
}

function printEdge({ symbol, call_site, confidence, depth, via }: CallGraphEdge, output: Output): void {
  const place = output.paint('bold', `${printable(call_site.file)}:${call_site.line}`);
  const marks = [
    ...(confidence === 'heuristic' ? ['guessed'] : []),
    ...(via === 'reference' ? ['handed on'] : []),
    ...(call_site.more_lines === undefined ? [] : [`and ${call_site.more_lines.length} more`]),
  ];
  const name = `${symbol.kind} ${printable(symbol.qualified_name)}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`;
  output.print(`${'  '.repeat(depth - 1)}${place}  ${output.paint('dim', name)}`);
}

const searchInstead = '`codecompass search` finds where the name stands';
const nothingFound: Readonly<Record<Direction, string>> = {
  callers: 'nothing in this repository is seen to call it',
  callees: 'it is not seen to call anything of this repository',
};

/** What was found, what was left out, and what could not be told. */
function ending(
  { symbol, total_edges, truncated, completeness }: CallGraphAnswer,
  direction: Direction,
  ref: string,
  unread: string | undefined,
) {
  const { heuristic_edges, unresolved_call_sites, unexamined_files } = completeness;
  const parts = [
    `${count(total_edges, direction.slice(0, -1))} of ${printable(symbol.qualified_name)} on ${printable(ref)}`,
    ...(heuristic_edges > 0 ? [`${number(heuristic_edges)} of them guessed`] : []),
    ...(unresolved_call_sites > 0 ? [`${count(unresolved_call_sites, 'call')} could not be told`] : []),
    ...(unexamined_files !== undefined ? [`${count(unexamined_files, 'file')} with the name not looked into`] : []),
    ...(truncated ? ['--limit shows more'] : []),
    ...(total_edges > 0 ? [] : [unread ?? (unresolved_call_sites > 0 ? searchInstead : nothingFound[direction])]),
  ];
  return parts.join('; ');
}
