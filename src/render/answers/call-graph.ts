/** Renders the answer of `get_call_graph`: the callers, then the callees, then the calls whose target is unknown. */
import { otherUsesText } from '../../query/shapes/other-uses-shape.ts';
import type { CallGraphAnswer, CallGraphEdge, CallGraphStop } from '../../query/tools/call-graph.ts';
import { printable } from '../../text/printable.ts';
import { count, number } from '../amounts.ts';
import { placeLines } from '../places.ts';
import { onRef, type Renderer, type Rendering, warningsOf } from '../rendering.ts';
import { shortName } from '../symbol-text.ts';

type Direction = 'callers' | 'callees';

export const callGraphRenderer: Renderer<CallGraphAnswer> = (answer, rendering) => {
  const directions = directionsOf(answer);
  const unresolved = (answer.unresolved_sites ?? []).map(({ path, line, text }) => ({
    path,
    line,
    text: rendering.paint('dim', `${printable(text)} (unresolved)`),
  }));
  return {
    lines: [
      ...directions.flatMap((direction) => [
        ...(directions.length > 1 && edgesOf(answer, direction).length > 0 ? [`${direction}:`] : []),
        ...edgeLines(answer, direction, rendering),
      ]),
      ...placeLines(unresolved, rendering),
    ],
    ending: ending(answer, directions, rendering),
    warnings: warningsFor(answer, rendering),
  };
};

/** The warnings of the answer, with commands instead of tools for a person. */
function warningsFor(answer: CallGraphAnswer, { reader }: Rendering): readonly string[] {
  const { symbol, other_uses: others } = answer;
  const warnings = warningsOf(answer);
  if (others === undefined || reader === 'model') return warnings;
  const sent = otherUsesText(symbol, others, 'agent');
  return warnings.map((warning) => (warning === sent ? otherUsesText(symbol, others, 'cli') : warning));
}

function directionsOf({ callers, callees }: CallGraphAnswer): Direction[] {
  return [
    ...(callers === undefined ? [] : ['callers' as const]),
    ...(callees === undefined ? [] : ['callees' as const]),
  ];
}

function edgesOf(answer: CallGraphAnswer, direction: Direction): readonly CallGraphEdge[] {
  return answer[direction] ?? [];
}

/** For a model, edges of one depth are grouped by file; deeper ones follow with the symbol that they lead to. */
function edgeLines(answer: CallGraphAnswer, direction: Direction, rendering: Rendering): string[] {
  const edges = edgesOf(answer, direction);
  if (rendering.reader === 'person') return edges.map((edge) => edgeLine(edge, rendering));
  const names = new Map([
    [answer.symbol.symbol_id, answer.symbol],
    ...edges.map(({ symbol }) => [symbol.symbol_id, symbol] as const),
  ]);
  const depths = [...new Set(edges.map(({ depth }) => depth))].sort((a, b) => a - b);
  return depths.flatMap((depth) => {
    const places = edges
      .filter((edge) => edge.depth === depth)
      .map((edge) => {
        const next = edge.next_symbol_id === undefined ? undefined : names.get(edge.next_symbol_id);
        return placeForModel(edge, direction, next === undefined ? '' : shortName(next));
      });
    return [...(depth > 1 ? [`depth ${depth}:`] : []), ...placeLines(places, rendering)];
  });
}

/** A caller is at its call; a callee is where it is defined, because the calls are in the symbol itself. */
function placeForModel({ symbol, call_site, ...edge }: CallGraphEdge, direction: Direction, next: string) {
  const marks = marksOf({ symbol, call_site, ...edge });
  const mark = marks.length > 0 ? `  (${marks.join(', ')})` : '';
  if (direction === 'callers') {
    const called = next === '' ? '' : ` → ${next}`;
    return { path: call_site.file, line: call_site.line, text: `${shortName(symbol)}${called}${mark}` };
  }
  const caller = next === '' ? '' : `${next} → `;
  return {
    path: symbol.path,
    line: symbol.line_start,
    text: `${caller}${shortName(symbol)}, called at ${call_site.line}${mark}`,
  };
}

function marksOf({ confidence, via, call_site: { more_lines: more } }: CallGraphEdge): string[] {
  return [
    ...(via === 'dispatch' ? ['through an interface or base'] : confidence === 'heuristic' ? ['guessed'] : []),
    ...(via === 'reference' ? ['passed as a value'] : []),
    ...(more === undefined ? [] : [furtherCalls(more)]),
  ];
}

const maxFurther = 6;

/** `also :464, :480`: the other calls of the same caller. */
function furtherCalls(lines: readonly number[]): string {
  const shown = lines.slice(0, maxFurther).map((line) => `:${line}`);
  return `also ${shown.join(', ')}${lines.length > maxFurther ? ` and ${lines.length - maxFurther} more` : ''}`;
}

function edgeLine(edge: CallGraphEdge, rendering: Rendering): string {
  const { symbol, call_site, depth } = edge;
  const place = rendering.paint('bold', `${printable(call_site.file)}:${call_site.line}`);
  const marks = marksOf(edge);
  const name = `${symbol.kind} ${printable(symbol.qualified_name)}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`;
  return `${'  '.repeat(depth - 1)}${place}  ${rendering.paint('dim', name)}`;
}

const nothingFound: Readonly<Record<Direction, string>> = {
  callers: 'no call to it was found in this repository',
  callees: 'no call from it into this repository was found',
};

/** Returns the last line: the number of edges, how many are guessed, unresolved or omitted, and where the walk ended. */
function ending(answer: CallGraphAnswer, directions: readonly Direction[], rendering: Rendering): string {
  const { symbol, total_edges, test_edges: inTests = 0, total_is_lower_bound: isLowerBound, stopped } = answer;
  const isModel = rendering.reader === 'model';
  const { heuristic_edges, unresolved_call_sites, filtered = 0 } = answer.completeness;
  const listed = directions.reduce((sum, direction) => sum + edgesOf(answer, direction).length, 0);
  const unlisted = unresolved_call_sites - (answer.unresolved_sites?.length ?? 0);
  const noun = directions.length > 1 ? 'call' : (directions[0] ?? 'callers').slice(0, -1);
  const searchInstead = `${isModel ? 'search_text' : '`codecompass search`'} finds the name`;
  const name = isModel
    ? `${shortName(symbol)} (${printable(symbol.path)}:${symbol.line_start})`
    : printable(symbol.qualified_name);
  const isCut = listed < total_edges;
  // If not all are listed, it matters how many of them are tests.
  const counted =
    !isCut || inTests === 0
      ? count(total_edges, noun)
      : inTests === total_edges
        ? `${count(total_edges, noun)}, all in tests,`
        : `${count(total_edges - inTests, noun)} (${number(inTests)} more in tests)`;
  const parts = [
    `${isLowerBound ? 'at least ' : ''}${counted} of ${name}${onRef(rendering, printable)}`,
    ...(filtered > 0 ? [`${number(filtered)} left out by the filters`] : []),
    ...(heuristic_edges > 0 ? [`${number(heuristic_edges)} of them guessed`] : []),
    ...(unresolved_call_sites > 0 ? [`${count(unresolved_call_sites, 'call')} unresolved`] : []),
    ...(stopped ?? []).map(stopText),
    ...(isCut || unlisted > 0 ? [`${isModel ? 'limit' : '--limit'} shows more`] : []),
    ...(total_edges > 0 || filtered > 0
      ? []
      : unresolved_call_sites > 0
        ? [searchInstead]
        : directions.map((direction) => nothingFound[direction])),
  ];
  return parts.join('; ');
}

function stopText({ depth, reason, unexpanded_symbols = 0 }: CallGraphStop): string {
  if (reason === 'no_more_edges') return `none at depth ${depth}`;
  return `stopped at depth ${depth}, where ${count(unexpanded_symbols, 'symbol')} ${unexpanded_symbols === 1 ? 'was' : 'were'} not followed to the end`;
}
