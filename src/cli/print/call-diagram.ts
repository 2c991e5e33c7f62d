/** A call graph as a Graphviz or Mermaid diagram. Arrows start at the caller; heuristic edges are dashed. */
import type { CallGraphEdge, CallGraphSymbol } from '../../query/tools/call-graph.ts';
import { printable } from '../../text/printable.ts';

export interface CallDiagram {
  readonly symbol: CallGraphSymbol;
  readonly edges: readonly CallGraphEdge[];
  readonly direction: 'callers' | 'callees';
}

export function dot(picture: CallDiagram): string {
  const { nodes, arrows } = partsOf(picture);
  const names = nodes.map(
    ({ id, label }, index) => `  ${id} [label=${quoted(label)}${index === 0 ? ', style=bold' : ''}];`,
  );
  const lines = arrows.map(({ from, to, isGuess }) => `  ${from} -> ${to}${isGuess ? ' [style=dashed]' : ''};`);
  return ['digraph calls {', '  rankdir=LR;', '  node [shape=box];', ...names, ...lines, '}'].join('\n');
}

export function mermaid(picture: CallDiagram): string {
  const { nodes, arrows } = partsOf(picture);
  const names = nodes.map(
    ({ id, label }) => `  ${id}[${quoted(label).replaceAll('\\"', '#quot;').replaceAll('\\\\', '\\')}]`,
  );
  const lines = arrows.map(({ from, to, isGuess }) => `  ${from} ${isGuess ? '-.->' : '-->'} ${to}`);
  return ['flowchart LR', ...names, ...lines].join('\n');
}

/** Returns nodes and arrows. The first node is the symbol itself. */
function partsOf({ symbol, edges, direction }: CallDiagram) {
  const ids = new Map<string, string>();
  const nodes: { id: string; label: string }[] = [];
  const idOf = ({ symbol_id, qualified_name }: CallGraphSymbol) => {
    const known = ids.get(symbol_id);
    if (known !== undefined) return known;
    const id = `n${ids.size}`;
    ids.set(symbol_id, id);
    nodes.push({ id, label: printable(qualified_name) });
    return id;
  };
  const root = idOf(symbol);
  const arrows = edges.map((edge) => {
    const end = idOf(edge.symbol);
    const near = edge.next_symbol_id === undefined ? root : (ids.get(edge.next_symbol_id) ?? root);
    const [from, to] = direction === 'callers' ? [end, near] : [near, end];
    return { from, to, isGuess: edge.confidence === 'heuristic' };
  });
  return { nodes, arrows };
}

function quoted(label: string): string {
  return `"${label.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
