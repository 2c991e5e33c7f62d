/** Finds the terms of a query in a text, line by line: matches of the spellings are checked against the word rules. */
import { chunkLines } from '../../../text/chunks.ts';
import { escapedForPattern, wordsOf } from '../../../text/words.ts';

import type { Term } from './query-terms.ts';

/** Two parallel arrays in text order: the line and the term of each occurrence. */
export interface TermOccurrences {
  /** From 1. */
  readonly lines: readonly number[];
  /** Indexes into the terms of the query. */
  readonly terms: readonly number[];
}

/** Only the start of a longer file is searched; its chunks already contributed to the file score. */
const maxSearchedLength = 300_000;
const maxOccurrences = 20_000;
const none: readonly number[] = [];

/** Finds the terms of one query in many texts. */
export class TermFinder {
  readonly #pattern: RegExp | undefined;
  readonly #termOf = new Map<string, number>();
  /** Cache of the terms in an identifier. */
  readonly #known = new Map<string, readonly number[]>();

  constructor(terms: readonly Term[]) {
    for (const [index, term] of terms.entries()) {
      for (const spelling of term.spellings) if (!this.#termOf.has(spelling)) this.#termOf.set(spelling, index);
    }
    const spellings = [...this.#termOf.keys()];
    if (spellings.length > 0) this.#pattern = new RegExp(minimal(spellings).map(escapedForPattern).join('|'), 'gi');
  }

  /** Returns the occurrences in the chunks marked 1, or in the whole text if `marks` is undefined. */
  occurrencesIn(text: string, marks?: Uint8Array): TermOccurrences {
    const lines: number[] = [];
    const terms: number[] = [];
    if (this.#pattern === undefined) return { lines, terms };
    const searched = text.length > maxSearchedLength ? text.slice(0, maxSearchedLength) : text;
    let line = 1;
    let lineEnd = searched.indexOf('\n');
    const nextLine = () => {
      lineEnd = searched.indexOf('\n', lineEnd + 1);
      line++;
    };
    this.#pattern.lastIndex = 0;
    for (let match = this.#pattern.exec(searched); match !== null; match = this.#pattern.exec(searched)) {
      while (lineEnd !== -1 && lineEnd < match.index) nextLine();
      const chunk = Math.floor((line - 1) / chunkLines);
      if (marks !== undefined && marks[chunk] === 0) {
        const next = marks.indexOf(1, chunk);
        if (next === -1) break;
        while (lineEnd !== -1 && line < next * chunkLines) nextLine();
        if (lineEnd === -1) break;
        this.#pattern.lastIndex = lineEnd + 1;
        continue;
      }
      const [start, end] = identifierAround(searched, match.index);
      this.#pattern.lastIndex = Math.max(end, match.index + 1);
      for (const term of this.#termsOf(searched.slice(start, end))) {
        lines.push(line);
        terms.push(term);
      }
      if (lines.length >= maxOccurrences) break;
    }
    return { lines, terms };
  }

  termsIn(identifier: string): readonly number[] {
    if (this.#pattern === undefined) return none;
    // Few identifiers contain any of the terms, and the pattern is cheaper than splitting them into words.
    this.#pattern.lastIndex = 0;
    return this.#pattern.test(identifier) ? this.#termsOf(identifier) : none;
  }

  #termsOf(identifier: string): readonly number[] {
    let terms = this.#known.get(identifier);
    if (terms === undefined) {
      terms = [...new Set(wordsOf(identifier).flatMap((word) => this.#termOf.get(word) ?? []))];
      this.#known.set(identifier, terms);
    }
    return terms;
  }
}

/** Drops spellings that contain another one: the shorter one matches them as well. */
function minimal(spellings: readonly string[]): string[] {
  return spellings.filter((one) => !spellings.some((other) => other !== one && one.includes(other)));
}

function identifierAround(text: string, at: number): [start: number, end: number] {
  let start = at;
  let end = at;
  while (start > 0 && isPart(text.charCodeAt(start - 1))) start--;
  while (end < text.length && isPart(text.charCodeAt(end))) end++;
  return [start, end];
}

function isPart(code: number): boolean {
  if (code > 127) return /[\p{L}\p{N}]/u.test(String.fromCharCode(code));
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 36
  );
}
