/** Renders the answer of `compare_symbol_between_commits`: the location of a symbol on both refs, and the diff. */
import type { CompareSymbolAnswer, SymbolVersion } from '../../query/tools/compare-symbol.ts';
import { printable } from '../../text/printable.ts';
import { paintedDiff } from '../painted-diff.ts';
import { type Renderer, warningsOf } from '../rendering.ts';
import { table } from '../table.ts';

export const compareSymbolRenderer: Renderer<CompareSymbolAnswer> = (answer, rendering) => {
  const { symbol, base_version: before, head_version: after, diff_summary: summary, diff, overloads } = answer;
  const refs = rendering.refs.length > 0 ? rendering.refs : ['base', 'head'];
  const versions = refs.map((ref, at) => [printable(ref), place(at === 0 ? before : after)]);
  return {
    lines: [
      `${rendering.paint('bold', printable(symbol))}  ${summary.status}`,
      ...table(versions, { columns: rendering.columns }),
      ...(overloads ?? []).map(({ signature, status }) => `  ${status.padEnd(9)}  ${printable(signature)}`),
      ...(diff ? ['', paintedDiff(diff.trimEnd(), rendering)] : []),
    ],
    warnings: warningsOf(answer),
  };
};

function place(version: SymbolVersion | null): string {
  return version === null
    ? 'absent'
    : `${printable(version.path)}:${version.line_start}-${version.line_end}  ${printable(version.signature)}`;
}
