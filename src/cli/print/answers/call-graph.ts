/** Prints the answer of `codecompass callers` and `callees`: the edges of one direction, as lines or as a diagram. */
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
    dot: { description: 'Print a Graphviz diagram' },
    mermaid: { description: 'Print a Mermaid diagram' },
  },
  print: async (answer, { view, output, flags }) => {
    const direction = directionOf(answer);
    const edges = edgesOf(answer);
    const picture: CallDiagram = { symbol: answer.symbol, edges, direction };
    if (flags.has('dot')) output.print(dot(picture));
    else if (flags.has('mermaid')) output.print(mermaid(picture));
    else for (const edge of edges) printEdge(edge, output);
    const language = (await view.store.file(view.ref, answer.symbol.path))?.language ?? '';
    const why = hasCalls(language) ? undefined : `calls in ${language} are not supported yet; ${searchInstead}`;
    return ending(answer, direction, view.ref.name, why);
  },
  coversWarnings: true,
};

/** A command requests one direction, so the answer has the edges of one direction only. */
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
    ...(via === 'reference' ? ['passed as a value'] : []),
    ...(call_site.more_lines === undefined ? [] : [`and ${call_site.more_lines.length} more`]),
  ];
  const name = `${symbol.kind} ${printable(symbol.qualified_name)}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`;
  output.print(`${'  '.repeat(depth - 1)}${place}  ${output.paint('dim', name)}`);
}

const searchInstead = '`codecompass search` finds the name';
const nothingFound: Readonly<Record<Direction, string>> = {
  callers: 'no call to it was found in this repository',
  callees: 'no call from it into this repository was found',
};

/** Returns the last line: the number of edges, and how many are guessed, unresolved or omitted. */
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
    ...(unresolved_call_sites > 0 ? [`${count(unresolved_call_sites, 'call')} unresolved`] : []),
    ...(unexamined_files !== undefined ? [`${count(unexamined_files, 'file')} with the name not examined`] : []),
    ...(truncated ? ['--limit shows more'] : []),
    ...(total_edges > 0 ? [] : [unread ?? (unresolved_call_sites > 0 ? searchInstead : nothingFound[direction])]),
  ];
  return parts.join('; ');
}
