/** The source of a range of lines, whole or shortened; a comment marks omitted lines. */
import { commented } from '../../languages/languages.ts';
import type { LineIndex } from '../../text/line-index.ts';

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

/** The same of a text whose lines are known, for many ranges of one file. */
export function linesWithin(text: string, lines: LineIndex, lineStart: number, lineEnd: number): string {
  if (lineStart > lines.count) return '';
  return withoutReturns(
    text.slice(lines.startOf(lineStart), lineEnd <= lines.count ? lines.endOf(lineEnd) : undefined),
  );
}

/** Shortens a body to `maxLines` lines. A closing bracket is kept below the comment. */
export function shortened(body: string, maxLines: number, language: string): string {
  if (startOfLine(body, maxLines + 1) === -1) return body;
  const last = body.slice(body.lastIndexOf('\n') + 1);
  const end = maxLines > 2 && closing.test(last) ? `\n${last}` : '';
  const rest = startOfLine(body, Math.max(1, maxLines - (end === '' ? 1 : 2)) + 1);
  return `${body.slice(0, rest)}${indentAt(body, rest)}${commented(language, words)}${end}`;
}

/** Returns where a line starts, counted from 1, or -1. Only the lines before it are read, of a body of any length. */
function startOfLine(body: string, line: number): number {
  let start = 0;
  for (let at = 1; at < line; at++) {
    const newline = body.indexOf('\n', start);
    if (newline === -1) return -1;
    start = newline + 1;
  }
  return start;
}

/** The indentation of the first line from an offset on that is not blank. */
function indentAt(body: string, from: number): string {
  let [start, at] = [from, from];
  for (; at < body.length && /\s/.test(body[at] as string); at++) if (body[at] === '\n') start = at + 1;
  return at < body.length ? body.slice(start, at) : '';
}

/** A line that only closes a block. */
const closing = /^\s*(?:[)\]}>]+[;,]?|end)\s*$/;
const words = '... truncated ...';

function withoutReturns(lines: string): string {
  return lines.includes('\r') ? lines.replace(/\r$/gm, '') : lines;
}
