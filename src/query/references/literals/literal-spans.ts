/**
 * Literal spans are the ranges of a text that are comments or strings. Code inside a string (`${name}`) is not part of
 * them. They are found by the delimiters of the language, without a parser, so an unusual literal may be misread.
 */
import type { Lexis, StringForm } from '../../../languages/lexis.ts';
import { escapedForPattern } from '../../../text/words.ts';

export interface LiteralSpan {
  readonly start: number;
  readonly end: number;
  readonly is: 'comment' | 'string';
  /** Names after `$` are code. */
  readonly expandsNames: boolean;
}

/** In order and disjoint; those that begin before `end`. */
export function literalSpans(text: string, lexis: Lexis, end = text.length): readonly LiteralSpan[] {
  const scanner = new Scanner(text, lexis, end);
  scanner.code(0, undefined);
  return scanner.spans;
}

/** Returns the span around an offset. */
export function spanAt(spans: readonly LiteralSpan[], offset: number): LiteralSpan | undefined {
  const span = spans[firstSpanFrom(spans, offset)];
  return span !== undefined && span.start <= offset ? span : undefined;
}

/** Returns the index of the first span that ends behind an offset, or their count. */
export function firstSpanFrom(spans: readonly LiteralSpan[], offset: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle] as LiteralSpan).end <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Nested code is read recursively; deeper nesting counts as text. */
const maxDepth = 12;

class Scanner {
  readonly spans: LiteralSpan[] = [];
  readonly #text: string;
  readonly #lexis: Lexis;
  readonly #openers: Openers;
  /** The ends of lines in which a string has no end, by its form: its next quote opens none either. */
  readonly #unclosed = new Map<string, number>();
  readonly #lastNewline: number;
  readonly #end: number;
  #depth = 0;

  constructor(text: string, lexis: Lexis, end: number) {
    this.#text = text;
    this.#end = end;
    this.#lexis = lexis;
    this.#openers = openersOf(lexis);
    this.#lastNewline = text.lastIndexOf('\n');
  }

  /** Reads code up to the delimiter that closes it, and returns the offset after that; without one, to the end. */
  code(from: number, until: { readonly open: string; readonly close: string } | undefined): number {
    const { patternFor, lineComments, blockComments } = this.#openers;
    const pattern = patternFor(until);
    let nested = 0;
    let at = from;
    for (;;) {
      if (this.#depth === 0 && at > this.#end) return at;
      pattern.lastIndex = at;
      const found = pattern.exec(this.#text);
      if (found === null) return this.#text.length;
      const { index, 0: written } = found;
      const which = found.findIndex((group, number) => number > 0 && group !== undefined) - 1;
      at = index + written.length;
      if (which === 0) {
        if (written === until?.open) nested++;
        else if (nested-- === 0) return at;
      } else if (which <= lineComments) at = this.#lineComment(index);
      else if (which <= lineComments + blockComments.length) {
        at = this.#blockComment(index, at, blockComments[which - lineComments - 1] as readonly [string, string]);
      } else at = this.#string(index, at, written);
    }
  }

  #lineComment(start: number): number {
    const newline = this.#text.indexOf('\n', start);
    return this.#add(start, newline === -1 ? this.#text.length : newline, 'comment');
  }

  #blockComment(start: number, from: number, [open, close]: readonly [string, string]): number {
    let depth = 1;
    let at = from;
    // Each is searched again only once it is passed.
    let end = -1;
    let inner = this.#lexis.nestsComments ? -1 : Number.POSITIVE_INFINITY;
    while (depth > 0) {
      if (end < at) end = this.#text.indexOf(close, at);
      if (end === -1) return this.#add(start, this.#text.length, 'comment');
      if (inner < at) inner = this.#offsetOf(open, at);
      if (inner < end) depth++;
      else depth--;
      at = inner < end ? inner + open.length : end + close.length;
    }
    return this.#add(start, at, 'comment');
  }

  #offsetOf(searched: string, from: number): number {
    const at = this.#text.indexOf(searched, from);
    return at === -1 ? Number.POSITIVE_INFINITY : at;
  }

  #string(start: number, from: number, written: string): number {
    const found = this.#openers.formOf(this.#text, start);
    if (found === undefined) return from;
    const { form, groups } = found;
    const expandsNames = form.expandsNames === true;
    if (form.close === undefined) return this.#add(start, start + written.length, 'string', expandsNames);
    const close = form.close.replace(/\$([12])/g, (_, number) => groups[Number(number)] ?? '');
    if (form.endsAtLine) return this.#hereDocument(from, close, expandsNames);
    const key = `${close} ${form.escapes === true} ${form.code?.[0]}`;
    if (!form.spansLines && from <= (this.#unclosed.get(key) ?? -1)) return from;
    let begin = start;
    let hasCode = false;
    let at = from;
    for (; at < this.#text.length; at++) {
      const character = this.#text[at] as string;
      if (form.escapes && character === '\\') at++;
      else if (character === '\n' && !form.spansLines) break;
      else if (this.#text.startsWith(close, at)) return this.#add(begin, at + close.length, 'string', expandsNames);
      else if (form.code !== undefined && this.#opensCode(form.code[0], at)) {
        hasCode = true;
        if (this.#depth >= maxDepth) continue;
        this.#add(begin, at, 'string', expandsNames);
        this.#depth++;
        begin = this.code(at + form.code[0].length, { open: form.code[1] === ')' ? '(' : '{', close: form.code[1] });
        this.#depth--;
        at = begin - 1;
      }
    }
    // It has no end: if it may span lines the rest is a string, otherwise the quote opened none. Code in it has been
    // read and is not read again.
    if (form.spansLines || hasCode) return this.#add(begin, Math.min(at, this.#text.length), 'string', expandsNames);
    this.#unclosed.set(key, at);
    return from;
  }

  /** Doubled braces are text. */
  #opensCode(open: string, at: number): boolean {
    if (!this.#text.startsWith(open, at)) return false;
    return open !== '{' || (this.#text[at + 1] !== '{' && this.#text[at - 1] !== '{');
  }

  /** The document begins on the next line; the rest of this one is code. */
  #hereDocument(from: number, close: string, expandsNames: boolean): number {
    if (from > this.#lastNewline) return from;
    const start = this.#text.indexOf('\n', from);
    const end = new RegExp(`^[ \\t]*${escapedForPattern(close)}\\b`, 'gm');
    end.lastIndex = start + 1;
    const found = end.exec(this.#text);
    return this.#add(start, found?.index ?? this.#text.length, 'string', expandsNames);
  }

  #add(start: number, end: number, is: LiteralSpan['is'], expandsNames = false): number {
    if (end > start) this.spans.push({ start, end, is, expandsNames });
    return end;
  }
}

interface Openers {
  /** Finds the next opener. The first group is the end of the enclosing code; then comments, then strings. */
  patternFor(until: { readonly open: string; readonly close: string } | undefined): RegExp;
  readonly lineComments: number;
  readonly blockComments: readonly (readonly [string, string])[];
  formOf(text: string, at: number): { form: StringForm; groups: readonly (string | undefined)[] } | undefined;
}

const known = new WeakMap<Lexis, Openers>();

function openersOf(lexis: Lexis): Openers {
  const made = known.get(lexis) ?? makeOpeners(lexis);
  known.set(lexis, made);
  return made;
}

function makeOpeners({ lineComments, blockComments = [], strings }: Lexis): Openers {
  const comments = [...lineComments, ...blockComments.map(([open]) => escapedForPattern(open))].map(
    (one) => `(${one})`,
  );
  // The groups of a form are read again by its own pattern; here they must not shift the numbers of the others.
  const anyString = `(${strings.map(({ open }) => withoutGroups(open)).join('|')})`;
  const forms = strings.map((form) => ({ form, pattern: new RegExp(form.open, 'my') }));
  return {
    // A new pattern for each run: nested code moves `lastIndex`.
    patternFor: (until) => {
      const ends = until === undefined ? '((?!))' : `([${escapedForPattern(until.open + until.close)}])`;
      return new RegExp([ends, ...comments, anyString].join('|'), 'gm');
    },
    lineComments: lineComments.length,
    blockComments,
    formOf: (text, at) => {
      for (const { form, pattern } of forms) {
        pattern.lastIndex = at;
        const found = pattern.exec(text);
        if (found !== null) return { form, groups: found };
      }
      return undefined;
    },
  };
}

function withoutGroups(source: string): string {
  return source.replace(/\\[12]/g, '["\'`]?').replace(/(?<!\\)\((?!\?)/g, '(?:');
}
