/** A signature is a declaration as written, on one line, without its body and its comments. */
import type { Definition, Span } from './captures.ts';

const maxSignatureLength = 400;
const maxOneLineLength = 160;

export function signatureOf(text: string, definition: Definition, comments: readonly Span[]): string {
  const end = definition.body ?? definition.end;
  const written = withoutComments(text, definition.head, end, comments);
  const oneLine = collapse(written);
  if (definition.body !== undefined || oneLine.length <= maxOneLineLength) return shorten(oneLine);
  // A value that goes on for lines says little; its first line does.
  const firstLine = written.trimStart().split('\n', 1)[0] as string;
  return shorten(collapse(firstLine));
}

export function collapse(written: string): string {
  return written.replace(/\s+/g, ' ').trim();
}

function shorten(signature: string): string {
  const trimmed = signature.replace(/\s*(?:[{:=;,]|=>)+$/, '').trimEnd() || signature;
  return trimmed.length <= maxSignatureLength ? trimmed : `${trimmed.slice(0, maxSignatureLength - 1)}…`;
}

function withoutComments(text: string, start: number, end: number, comments: readonly Span[]): string {
  let result = '';
  let from = start;
  for (let index = firstAtOrAfter(comments, start); index < comments.length; index++) {
    const comment = comments[index] as Span;
    if (comment.start >= end) break;
    result += `${text.slice(from, comment.start)} `;
    from = Math.min(comment.end, end);
  }
  return result + text.slice(from, end);
}

/** Index of the first span that starts at or after an offset, in spans sorted by start. */
export function firstAtOrAfter(spans: readonly Span[], offset: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle] as Span).start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
