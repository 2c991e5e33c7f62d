/** A signature is a declaration as written, on one line, without its body, comments and attributes. */
import type { Definition, Span } from './captures.ts';

const maxSignatureLength = 400;
const maxOneLineLength = 160;
/** What is looked at for a signature of that length, white space included. */
const maxReadLength = 10 * maxSignatureLength;

/**
 * `asides` are the comments and attributes, sorted by start. With `leadEnd` the definition is not the first of its
 * declaration: what stands between the two is left out.
 */
export function signatureOf(text: string, definition: Definition, asides: readonly Span[], leadEnd?: number): string {
  const { start, head, body, name, end } = definition;
  const whole =
    leadEnd === undefined
      ? withoutBody(text, head, end, body, name, asides)
      : withoutBody(text, head, leadEnd, body, name, asides) + withoutBody(text, start, end, body, name, asides);
  const oneLine = collapse(whole);
  if (body !== undefined || oneLine.length <= maxOneLineLength) return shorten(oneLine);
  // A value that goes on for lines says little; its first line does, and the one with the name.
  const [firstLine = '', ...others] = whole.trimStart().split('\n');
  const word = text.slice(name.start, name.end);
  const nameLine = firstLine.includes(word) ? undefined : others.find((line) => line.includes(word));
  return shorten(nameLine === undefined ? collapse(firstLine) : `${collapse(firstLine)} … ${collapse(nameLine)}`);
}

/** In `typedef struct { … } name` the name stands behind the body. */
function withoutBody(
  text: string,
  start: number,
  end: number,
  body: Span | undefined,
  name: Span,
  asides: readonly Span[],
): string {
  if (body === undefined || body.start < start || body.start >= end) return written(text, start, end, asides);
  const before = written(text, start, body.start, asides);
  return name.start >= body.end ? before + written(text, body.end, end, asides) : before;
}

export function collapse(written: string): string {
  return written.replace(/\s+/g, ' ').trim();
}

function shorten(signature: string): string {
  const trimmed = signature.replace(/(?:\s*(?:[{:=;,\\]|[-=]>))+$/, '').trimEnd() || signature;
  return trimmed.length <= maxSignatureLength ? trimmed : `${trimmed.slice(0, maxSignatureLength - 1)}…`;
}

function written(text: string, start: number, end: number, asides: readonly Span[]): string {
  let result = '';
  let from = start;
  for (let index = firstAtOrAfter(asides, start); index < asides.length; index++) {
    const aside = asides[index] as Span;
    if (aside.start >= end || result.length > maxReadLength) break;
    if (aside.end <= from) continue;
    result += text.slice(from, Math.min(aside.start, from + maxReadLength));
    from = Math.min(aside.end, end);
    // `(@Name int size)` → `(int size)`
    if (/[),;\]]/.test(text[from] ?? '')) result = result.trimEnd();
    else if (!/[\s([<]$/.test(result)) result += ' ';
    else while (from < end && /\s/.test(text[from] as string)) from++;
  }
  return result + text.slice(from, Math.min(end, from + maxReadLength));
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
