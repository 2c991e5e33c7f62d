/**
 * Finds the end of the block around a line by indentation: the last line before a less indented one. This takes one
 * pass over the text, while the syntax tree would need a walk for every name.
 */
import type { LineIndex } from '../../text/line-index.ts';

const opensBlock = /^(?:\}?\s*else\s+)?(?:if|for|while|switch|select|match|catch|\}\s*catch)\b/;
/** The branches of a `switch` may be indented like the `switch` itself. */
const isBranch = /^(?:case|default)\b/;

/** With `isHead`, the name belongs to the block that its line opens. */
export function blockEnds(text: string, lines: LineIndex): (line: number, isHead: boolean) => number {
  let indents: Int32Array | undefined;
  return (line, isHead) => {
    indents ??= indentsOf(text, lines);
    const indent = indents[line] as number;
    const head = isHead || opensBlock.test(text.slice(lines.startOf(line) + indent, lines.startOf(line) + indent + 40));
    for (let next = line + 1; next < indents.length; next++) {
      const other = indents[next] as number;
      if (other === -1 || other > indent || (other === indent && !head)) continue;
      const start = lines.startOf(next) + other;
      if (other < indent || !isBranch.test(text.slice(start, start + 8))) return next - 1;
    }
    return lines.count;
  };
}

/** Indexed by line, from 1; -1 for blank lines. */
function indentsOf(text: string, lines: LineIndex): Int32Array {
  const indents = new Int32Array(lines.count + 1);
  for (let line = 1; line <= lines.count; line++) {
    const start = lines.startOf(line);
    let at = start;
    while (text[at] === ' ' || text[at] === '\t') at++;
    const isBlank = at >= text.length || text[at] === '\n' || text[at] === '\r';
    indents[line] = isBlank ? -1 : at - start;
  }
  return indents;
}
