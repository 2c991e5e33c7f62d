/** The source of a range of lines, whole or shortened; a comment marks omitted lines. */
import { commented } from '../../languages/languages.ts';

export function linesBetween(text: string, lineStart: number, lineEnd: number): string {
  let start = 0;
  for (let line = 1; line < lineStart; line++) {
    const newline = text.indexOf('\n', start);
    if (newline === -1) return '';
    start = newline + 1;
  }
  let end = start;
  for (let line = lineStart; line <= lineEnd; line++) {
    const newline = text.indexOf('\n', end);
    if (newline === -1) return withoutReturns(text.slice(start));
    end = newline + 1;
  }
  return withoutReturns(text.slice(start, end - 1));
}

/** Shortens a body to `maxLines` lines. A closing bracket is kept below the comment. */
export function shortened(body: string, maxLines: number, language: string): string {
  const lines = body.split('\n');
  if (lines.length <= maxLines) return body;
  const last = lines.at(-1) as string;
  const end = maxLines > 2 && closing.test(last) ? [last] : [];
  const kept = lines.slice(0, Math.max(1, maxLines - 1 - end.length));
  const next = lines.slice(kept.length).find((line) => line.trim() !== '') ?? '';
  return [...kept, `${/^\s*/.exec(next)?.[0] ?? ''}${commented(language, words)}`, ...end].join('\n');
}

/** A line that only closes a block. */
const closing = /^\s*(?:[)\]}>]+[;,]?|end)\s*$/;
const words = '... truncated ...';

function withoutReturns(lines: string): string {
  return lines.includes('\r') ? lines.replace(/\r$/gm, '') : lines;
}
