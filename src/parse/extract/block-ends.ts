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
  let found: Ends | undefined;
  return (line, isHead) => {
    found ??= endsOf(text, lines);
    const indent = found.indents[line] as number;
    const head = isHead || opensBlock.test(text.slice(lines.startOf(line) + indent, lines.startOf(line) + indent + 40));
    return (head ? found.ofHeads : found.ofOthers)[line] as number;
  };
}

/** By line, from 1. */
interface Ends {
  readonly indents: Int32Array;
  /** The last line before one that is indented less. */
  readonly ofOthers: Int32Array;
  /** The last line before one that is not indented more, unless that is a branch. */
  readonly ofHeads: Int32Array;
}

/** One sweep from the last line to the first. */
function endsOf(text: string, lines: LineIndex): Ends {
  const indents = indentsOf(text, lines);
  const ofOthers = new Int32Array(indents.length).fill(lines.count);
  const ofHeads = new Int32Array(indents.length).fill(lines.count);
  /** The lines below, each indented less than the one before it. */
  const below: number[] = [];
  for (let line = lines.count; line >= 1; line--) {
    const indent = indents[line] as number;
    if (indent === -1) continue;
    while (below.length > 0 && (indents[below.at(-1) as number] as number) > indent) below.pop();
    const next = below.at(-1);
    if (next !== undefined && indents[next] === indent) {
      const start = lines.startOf(next) + indent;
      ofOthers[line] = ofOthers[next] as number;
      ofHeads[line] = isBranch.test(text.slice(start, start + 8)) ? (ofHeads[next] as number) : next - 1;
      below.pop();
    } else if (next !== undefined) {
      ofOthers[line] = next - 1;
      ofHeads[line] = next - 1;
    }
    below.push(line);
  }
  return { indents, ofOthers, ofHeads };
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
