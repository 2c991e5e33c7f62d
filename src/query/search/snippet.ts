/** The matching lines of a hit with their neighbours, in order, with an ellipsis where lines are omitted. */
import { LineIndex } from '../../text/line-index.ts';
import type { RefView } from '../view/ref-view.ts';
import type { SearchHit } from './hit.ts';

const maxLines = 6;
const maxLineLength = 200;

export async function snippetOf(view: RefView, hit: SearchHit): Promise<string> {
  const text = await view.store.text(hit.file);
  const lines = new LineIndex(text);
  const wanted = new Set<number>();
  for (const line of hit.matchLines.length > 0 ? hit.matchLines : [hit.lineStart]) {
    for (const near of [line, line + 1, line - 1]) {
      if (near >= hit.lineStart && near <= hit.lineEnd && wanted.size < maxLines) wanted.add(near);
    }
  }
  const shown: string[] = [];
  let last = 0;
  for (const line of [...wanted].sort((a, b) => a - b)) {
    if (last > 0 && line > last + 1) shown.push('…');
    shown.push(cut(text.slice(lines.startOf(line), line < lines.count ? lines.startOf(line + 1) : undefined)));
    last = line;
  }
  return dedented(shown).join('\n');
}

function cut(line: string): string {
  const plain = line.trimEnd();
  return plain.length > maxLineLength ? `${plain.slice(0, maxLineLength)}…` : plain;
}

/** Removes the common indentation. */
function dedented(lines: readonly string[]): string[] {
  const indents = lines
    .filter((line) => line.trim() !== '' && line !== '…')
    .map((line) => /^\s*/.exec(line)?.[0].length ?? 0);
  const shared = Math.min(...indents);
  return lines.map((line) => (line === '…' ? line : line.slice(Number.isFinite(shared) ? shared : 0)));
}
