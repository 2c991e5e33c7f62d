/** A doc comment is the comment block that ends on the line above a declaration, ignoring attributes. */

import { firstAtOrAfter } from '../../text/bisect.ts';
import type { LineIndex } from '../../text/line-index.ts';
import type { Captures, Span } from './captures.ts';

const maxDocLength = 2_000;
/** Characters read for a doc of that length, including markers and indentation. */
const maxReadLength = 4 * maxDocLength;
/** Characters of comments that are read for all docs of a file: a comment beside code counts for every line below it. */
const maxReadInAll = 4 << 20;
/** Visits of asides for all signatures of a file. Real files need a few per signature. */
const maxVisits = 1 << 20;

export class DocComments {
  readonly #text: string;
  readonly #lines: LineIndex;
  readonly #commentByLastLine = new Map<number, Span>();
  readonly #attributeByLastLine = new Map<number, Span>();
  readonly #docByLine = new Map<number, string | undefined>();
  #left = maxReadInAll;

  constructor(text: string, lines: LineIndex, captures: Captures) {
    this.#text = text;
    this.#lines = lines;
    for (const comment of captures.comments) {
      if (comment.start === 0 && text.startsWith('#!')) continue;
      if (this.#startsItsLine(comment)) this.#commentByLastLine.set(lastLine(text, lines, comment), comment);
    }
    for (const attribute of captures.attributes) {
      const line = lastLine(text, lines, attribute);
      if (!this.#attributeByLastLine.has(line)) this.#attributeByLastLine.set(line, attribute);
    }
  }

  /** Returns the doc comment of a declaration that starts at `offset`; undefined if it has none. */
  before(offset: number): string | undefined {
    const line = this.#lines.lineAt(offset);
    if (!this.#docByLine.has(line)) this.#docByLine.set(line, this.#above(line));
    return this.#docByLine.get(line);
  }

  #above(declared: number): string | undefined {
    const blocks: string[] = [];
    let line = declared - 1;
    while (this.#left > 0) {
      const attribute = this.#attributeByLastLine.get(line);
      const comment = this.#commentByLastLine.get(line);
      if (comment !== undefined) blocks.push(this.#text.slice(comment.start, comment.end).trimEnd());
      else if (attribute === undefined) break;
      this.#left -= 1 + (blocks.at(-1)?.length ?? 0);
      line = this.#lines.lineAt((comment ?? (attribute as Span)).start) - 1;
    }
    return blocks.length === 0 ? undefined : withoutMarkers(blocks.reverse().join('\n'));
  }

  #startsItsLine(comment: Span): boolean {
    const lineStart = this.#lines.startOf(this.#lines.lineAt(comment.start));
    return this.#text.slice(lineStart, comment.start).trim() === '';
  }
}

/** Strips `/**`, `///`, `#`, quotes and their indentation from a comment or doc string. */
export function withoutMarkers(comment: string): string | undefined {
  const string = /^\s*[rRuUbBfF]{0,2}("""|'''|"|')([\s\S]*?)\1\s*$/.exec(comment)?.[2];
  const lines = string === undefined ? uncommented(comment) : dedented(string);
  const words = lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
  return words === '' ? undefined : words.slice(0, maxDocLength);
}

function uncommented(comment: string): string[] {
  return (
    comment
      .slice(0, maxReadLength)
      .split(/\r?\n/)
      // Directives such as `//go:build` and `#pragma` are not documentation.
      .filter((line) => !/^\s*\/\/[a-z]+:[a-z]/.test(line))
      .map((line) =>
        line
          .replace(/^\s*(?:\/\*[*!]?|\/\/[/!]?|#+[!:]?|--+|;+|\*(?!\/))\s?/, '')
          .replace(/(?<!\s)\s*(?<!\*)\*+\/\s*$/, ''),
      )
  );
}

/** Returns the lines of a doc string without the common indentation of all lines but the first. */
function dedented(string: string): string[] {
  const [first = '', ...rest] = string.slice(0, maxReadLength).split(/\r?\n/);
  const indents = rest.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const common = indents.length === 0 ? 0 : indents.reduce((least, indent) => Math.min(least, indent));
  return [first, ...rest.map((line) => line.slice(common))];
}

/** Some grammars include the line end in a comment; the comment still ends on its own line. */
function lastLine(text: string, lines: LineIndex, span: Span): number {
  let end = span.end;
  while (end > span.start && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--;
  return lines.lineAt(Math.max(span.start, end - 1));
}

/** Asides are the comments and attributes of a text, sorted by start. They are not part of a signature. */
export interface Asides {
  readonly spans: readonly Span[];
  readonly starts: readonly number[];
  /** How many asides may still be visited. */
  left: number;
}

export function asidesOf({ comments, attributes }: Captures): Asides {
  const spans = [...comments, ...attributes].sort((a, b) => a.start - b.start);
  return { spans, starts: spans.map(({ start }) => start), left: maxVisits };
}

/** Returns a range of the text without its asides, up to about `maxLength` characters. */
export function withoutAsides(text: string, start: number, end: number, asides: Asides, maxLength: number): string {
  const { spans, starts } = asides;
  let result = '';
  let from = start;
  for (let index = firstAtOrAfter(starts, start); index < spans.length; index++) {
    const aside = spans[index] as Span;
    if (aside.start >= end || result.length > maxLength) break;
    if (--asides.left < 0) return result;
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
export function afterAsides(text: string, head: number, limit: number, asides: Asides): number {
  const { spans, starts } = asides;
  let at = head;
  for (let index = firstAtOrAfter(starts, head); spans[index]?.start === at; index++) {
    if (--asides.left < 0) break;
    const { end } = spans[index] as Span;
    const gap = /\s*/y;
    gap.lastIndex = end;
    const next = end + (gap.exec(text)?.[0].length ?? 0);
    if (next > limit) break;
    at = next;
  }
  return at;
}
