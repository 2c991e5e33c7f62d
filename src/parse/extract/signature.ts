/** A signature is a declaration as written, on one line, without its body, comments and attributes. */

import type { Definition, Span } from './captures.ts';
import { type Asides, withoutAsides } from './doc-comment.ts';

const maxSignatureLength = 400;
const maxOneLineLength = 160;
/** Characters read for a signature of that length, including white space. */
const maxReadLength = 10 * maxSignatureLength;

/** With `leadEnd`, the definition is not the first of its declaration: the text from there to its start is omitted. */
export function signatureOf(text: string, definition: Definition, asides: Asides, leadEnd?: number): string {
  const { start, head, body, name, end, kind } = definition;
  const whole =
    leadEnd === undefined
      ? withoutBody(text, head, end, body, name, asides)
      : withoutBody(text, head, leadEnd, body, name, asides) + withoutBody(text, start, end, body, name, asides);
  const oneLine = collapse(whole);
  // A function without a body, such as the method of an interface, is nothing but its signature.
  const isDeclaration = kind === 'fn' || kind === 'method';
  if (body !== undefined || isDeclaration || oneLine.length <= maxOneLineLength) return shorten(oneLine);
  // Of a value that spans lines, only the first line and the one with the name are informative.
  const [firstLine = '', ...others] = whole.trimStart().split('\n');
  const word = text.slice(name.start, name.end);
  const nameLine = firstLine.includes(word) ? undefined : others.find((line) => line.includes(word));
  return shorten(nameLine === undefined ? collapse(firstLine) : `${collapse(firstLine)} … ${collapse(nameLine)}`);
}

/** In `typedef struct { … } name` the name follows the body. */
function withoutBody(
  text: string,
  start: number,
  end: number,
  body: Span | undefined,
  name: Span,
  asides: Asides,
): string {
  if (body === undefined || body.start < start || body.start >= end)
    return withoutAsides(text, start, end, asides, maxReadLength);
  const before = withoutAsides(text, start, body.start, asides, maxReadLength);
  return name.start >= body.end ? before + withoutAsides(text, body.end, end, asides, maxReadLength) : before;
}

export function collapse(written: string): string {
  return written.replace(/\s+/g, ' ').trim();
}

function shorten(signature: string): string {
  const trimmed = signature.slice(0, signatureEnd(signature)) || signature;
  return trimmed.length <= maxSignatureLength ? trimmed : `${trimmed.slice(0, maxSignatureLength - 1)}…`;
}

/** The end of a signature without what opens its body: `{`, `:`, `=>` and the like. */
function signatureEnd(signature: string): number {
  let end = signature.trimEnd().length;
  for (;;) {
    const isArrow = /[-=]/.test(signature[end - 2] ?? '') && signature[end - 1] === '>';
    if (!isArrow && !/[{:=;,\\]/.test(signature[end - 1] ?? '')) return end;
    end -= isArrow ? 2 : 1;
    while (/\s/.test(signature[end - 1] ?? '')) end--;
  }
}
