/** Prints the answer of `codecompass compare`: the location of a symbol on both refs, and the diff. */
import type { CompareSymbolAnswer, SymbolVersion } from '../../../query/tools/compare-symbol.ts';
import { printable } from '../../../text/printable.ts';
import { paintedDiff } from '../painted-diff.ts';
import { table } from '../table.ts';
import type { Renderer } from './renderer.ts';

export const compareSymbolRenderer: Renderer<CompareSymbolAnswer> = {
  print: (answer, { refs, output }) => {
    const { symbol, base_version: before, head_version: after, diff_summary: summary, diff, overloads } = answer;
    output.print(`${output.paint('bold', printable(symbol))}  ${summary.status}`);
    const versions = refs.map((ref, at) => [printable(ref), place(at === 0 ? before : after)]);
    for (const line of table(versions, { columns: output.columns })) output.print(line);
    for (const { signature, status } of overloads ?? []) output.print(`  ${status.padEnd(9)}  ${printable(signature)}`);
    if (diff) output.print(`\n${paintedDiff(diff.trimEnd(), output)}`);
    return undefined;
  },
};

function place(version: SymbolVersion | null): string {
  return version === null
    ? 'absent'
    : `${printable(version.path)}:${version.line_start}-${version.line_end}  ${printable(version.signature)}`;
}
