/** Every edge of a ref as a line, `caller → callee`, found from both ends: the two must agree. */

import { Budget, type Edge } from '../../../src/query/resolve/calls/edge.ts';
import { calleesOf, callersOf } from '../../../src/query/resolve/calls/follow-calls.ts';

import type { RefView } from '../../../src/query/view/ref-view.ts';
import type { FileVersion, SymbolRecord } from '../../../src/store/store.ts';

const callable = new Set(['fn', 'method', 'class', 'struct', 'macro', 'const', 'variable', 'enum', 'type']);

/** Returns the edges found by callersOf, which alone include top-level code, and those that only calleesOf finds. */
export async function allEdges(view: RefView): Promise<string[]> {
  const { files } = await view.files();
  const fromCallers = new Set<string>();
  const fromCallees = new Set<string>();
  for (const file of files) {
    const symbols = await view.store.symbols(file);
    const nested = new Set(symbols.map(({ parent }) => parent));
    for (const symbol of symbols) {
      if (!callable.has(symbol.kind)) continue;
      for (const edge of (await callersOf(view, [symbol], new Budget(1_000))).edges)
        fromCallers.add(line(edge.end, symbol, edge));
      // Nested symbols are queried separately.
      if (nested.has(symbol.position) && symbol.kind !== 'fn' && symbol.kind !== 'method') continue;
      for (const edge of (await calleesOf(view, [symbol], new Budget(1_000))).edges)
        fromCallees.add(line(symbol, edge.end, edge));
    }
  }
  const missing = [...fromCallees].filter((edge) => !fromCallers.has(edge) && !edge.includes('(nested)'));
  return [...[...fromCallers].sort(), ...missing.map((edge) => `only from the caller: ${edge}`)];
}

function line(from: SymbolRecord | FileVersion, to: SymbolRecord | FileVersion, edge: Edge): string {
  const marks = [
    ...(edge.confidence === 'heuristic' ? ['?'] : []),
    ...(edge.isReference ? ['value'] : []),
    ...(edge.isDispatch ? ['dispatch'] : []),
  ];
  return `${nameOf(from)} → ${nameOf(to)}${marks.length > 0 ? ` (${marks.join(' ')})` : ''}`;
}

function nameOf(end: SymbolRecord | FileVersion): string {
  if (!('scope' in end)) return end.path;
  return `${end.path}:${end.scope === '' ? '' : `${end.scope}.`}${end.name}`;
}
