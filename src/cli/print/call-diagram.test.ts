import { expect, test } from 'vitest';
import type { CallGraphEdge, CallGraphSymbol } from '../../query/tools/call-graph.ts';
import { dot, mermaid } from './call-diagram.ts';

const symbol = (name: string): CallGraphSymbol => ({
  symbol_id: `sym_${name}`,
  symbol_stable_id: 'b3:0',
  name,
  qualified_name: `m.${name}`,
  path: 'm.py',
  line_start: 1,
  line_end: 1,
  kind: 'fn',
});
const edges: CallGraphEdge[] = [
  { symbol: symbol('b'), call_site: { file: 'm.py', line: 1 }, confidence: 'static', depth: 1 },
  {
    symbol: symbol('"c"'),
    call_site: { file: 'm.py', line: 2 },
    confidence: 'heuristic',
    depth: 2,
    next_symbol_id: 'sym_b',
  },
];

test('draws arrows from the caller, dashed for heuristic edges', () => {
  expect(dot({ symbol: symbol('a'), edges, direction: 'callers' })).toBe(`digraph calls {
  rankdir=LR;
  node [shape=box];
  n0 [label="m.a", style=bold];
  n1 [label="m.b"];
  n2 [label="m.\\"c\\""];
  n1 -> n0;
  n2 -> n1 [style=dashed];
}`);
  expect(mermaid({ symbol: symbol('a'), edges, direction: 'callees' })).toBe(`flowchart LR
  n0["m.a"]
  n1["m.b"]
  n2["m.#quot;c#quot;"]
  n0 --> n1
  n1 -.-> n2`);
});
