/** Renders the answer of `get_symbol_hierarchy`: from the symbol to its root, or the tree below it. */
import type { HierarchyNode, SymbolHierarchyAnswer } from '../../query/tools/symbol-hierarchy.ts';
import { printable } from '../../text/printable.ts';
import { type Renderer, warningsOf } from '../rendering.ts';
import { shortened } from '../shortened.ts';
import { oneLine, widestForModel } from '../symbol-text.ts';

export const symbolHierarchyRenderer: Renderer<SymbolHierarchyAnswer> = (answer) => ({
  lines: treeLines(answer.hierarchy, undefined, ''),
  warnings: warningsOf(answer),
});

/** A node in the file of the node above it has only its line. */
function treeLines(nodes: readonly HierarchyNode[], above: string | undefined, indent: string): string[] {
  let file = above;
  return nodes.flatMap((node) => {
    const { path, line_start, kind, name, signature, children = [] } = node;
    const place = path === file ? `:${line_start}` : `${printable(path)}:${line_start}`;
    file = path;
    const written = oneLine(signature ?? '');
    const text = written === '' || written === name ? `${kind} ${name}` : written;
    return [
      `${indent}${place}  ${shortened(printable(text), widestForModel)}`,
      ...treeLines(children, path, `${indent}  `),
    ];
  });
}
