/** Asides are the comments and attributes of a text, sorted by start. They are not part of a signature. */
import { firstAtOrAfter } from '../../text/bisect.ts';
import type { Captures, Span } from './captures.ts';

export interface Asides {
  readonly spans: readonly Span[];
  readonly starts: readonly number[];
}

export function asidesOf({ comments, attributes }: Captures): Asides {
  const spans = [...comments, ...attributes].sort((a, b) => a.start - b.start);
  return { spans, starts: spans.map(({ start }) => start) };
}

/** Returns a range of the text without its asides, up to about `maxLength` characters. */
export function withoutAsides(text: string, start: number, end: number, asides: Asides, maxLength: number): string {
  const { spans, starts } = asides;
  let result = '';
  let from = start;
  for (let index = firstAtOrAfter(starts, start); index < spans.length; index++) {
    const aside = spans[index] as Span;
    if (aside.start >= end || result.length > maxLength) break;
    if (aside.end <= from) continue;
    result += text.slice(from, Math.min(aside.start, from + maxLength));
    from = Math.min(aside.end, end);
    // `(@Name int size)` → `(int size)`
    if (/[),;\]]/.test(text[from] ?? '')) result = result.trimEnd();
    else if (!/[\s([<]$/.test(result)) result += ' ';
    else while (from < end && /\s/.test(text[from] as string)) from++;
  }
  return result + text.slice(from, Math.min(end, from + maxLength));
}

/** Returns where a declaration that starts at `head` continues after its leading asides; at most `limit`. */
export function afterAsides(text: string, head: number, limit: number, { spans, starts }: Asides): number {
  let at = head;
  for (let index = firstAtOrAfter(starts, head); spans[index]?.start === at; index++) {
    const { end } = spans[index] as Span;
    const gap = /\s*/y;
    gap.lastIndex = end;
    const next = end + (gap.exec(text)?.[0].length ?? 0);
    if (next > limit) break;
    at = next;
  }
  return at;
}
