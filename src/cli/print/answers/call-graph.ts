/** Prints the answer of `codecompass callers` and `callees`: the edges of one direction, as lines or as a diagram. */
import { hasCalls } from '../../../languages/languages.ts';
import type { CallSiteShape } from '../../../query/shapes/call-site-shape.ts';
import { otherUsesText } from '../../../query/shapes/other-uses-shape.ts';
import type { CallGraphAnswer, CallGraphEdge, CallGraphStop } from '../../../query/tools/call-graph.ts';
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
    else {
      for (const edge of edges) printEdge(edge, output);
      for (const site of answer.unresolved_sites ?? []) printUnresolved(site, output);
    }
    const language = (await view.store.file(view.ref, answer.symbol.path))?.language ?? '';
    const why = hasCalls(language) ? undefined : `calls in ${language} are not supported yet; ${searchInstead}`;
    if (why === undefined) for (const warning of warningsOf(answer)) output.warn(warning);
    return ending(answer, direction, view.ref.name, why);
  },
  coversWarnings: true,
};

/** The warnings of the answer, with commands instead of tools. */
function warningsOf({ symbol, other_uses: others, metadata: { warnings = [] } }: CallGraphAnswer): readonly string[] {
  if (others === undefined) return warnings;
  const sent = otherUsesText(symbol, others, 'agent');
  return warnings.map((warning) => (warning === sent ? otherUsesText(symbol, others, 'cli') : warning));
}

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
    ...(via === 'dispatch' ? ['through an interface or base'] : confidence === 'heuristic' ? ['guessed'] : []),
    ...(via === 'reference' ? ['passed as a value'] : []),
    ...(call_site.more_lines === undefined ? [] : [`and ${call_site.more_lines.length} more`]),
  ];
  const name = `${symbol.kind} ${printable(symbol.qualified_name)}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`;
  output.print(`${'  '.repeat(depth - 1)}${place}  ${output.paint('dim', name)}`);
}

function printUnresolved({ path, line, text }: CallSiteShape, output: Output): void {
  const place = output.paint('bold', `${printable(path)}:${line}`);
  output.print(`${place}  ${output.paint('dim', `${printable(text)} (unresolved)`)}`);
}

const searchInstead = '`codecompass search` finds the name';
const nothingFound: Readonly<Record<Direction, string>> = {
  callers: 'no call to it was found in this repository',
  callees: 'no call from it into this repository was found',
};

/** Returns the last line: the number of edges, how many are guessed, unresolved or omitted, and where the walk ended. */
function ending(answer: CallGraphAnswer, direction: Direction, ref: string, unread: string | undefined) {
  const { symbol, total_edges, total_is_lower_bound: isLowerBound, stopped } = answer;
  const { heuristic_edges, unresolved_call_sites } = answer.completeness;
  const unlisted = unresolved_call_sites - (answer.unresolved_sites?.length ?? 0);
  const showsMore = edgesOf(answer).length < total_edges || unlisted > 0;
  const parts = [
    `${isLowerBound ? 'at least ' : ''}${count(total_edges, direction.slice(0, -1))} of ${printable(symbol.qualified_name)} on ${printable(ref)}`,
    ...(heuristic_edges > 0 ? [`${number(heuristic_edges)} of them guessed`] : []),
    ...(unresolved_call_sites > 0 ? [`${count(unresolved_call_sites, 'call')} unresolved`] : []),
    ...(stopped ?? []).map(stopText),
    ...(showsMore ? ['--limit shows more'] : []),
    ...(total_edges > 0 ? [] : [unread ?? (unresolved_call_sites > 0 ? searchInstead : nothingFound[direction])]),
  ];
  return parts.join('; ');
}

function stopText({ depth, reason, unexpanded_symbols = 0 }: CallGraphStop): string {
  if (reason === 'no_more_edges') return `none at depth ${depth}`;
  return `stopped at depth ${depth}, where ${count(unexpanded_symbols, 'symbol')} ${unexpanded_symbols === 1 ? 'was' : 'were'} not followed to the end`;
}
