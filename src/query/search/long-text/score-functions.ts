/**
 * Scores the functions and types of one file by the terms of a long text: how often their lines contain each term, and
 * whether their name, scope or doc comment does. A type counts only the lines that no member of it has.
 */
import { functionKinds, typeKinds } from '../../../languages/entity.ts';
import type { FileVersion, SymbolSpan } from '../../../store/store.ts';
import { firstAtOrAfter } from '../../../text/bisect.ts';
import { inlineTests } from '../../ranking/rank.ts';
import { weights } from '../../ranking/weights.ts';
import { inTurns } from '../../view/in-turns.ts';
import type { RefView } from '../../view/ref-view.ts';
import type { TermPostings } from '../scoring/postings.ts';
import { TermCounts } from '../terms/term-counts.ts';
import type { TermFinder, TermOccurrences } from '../terms/term-occurrences.ts';

export interface ScoredFunction {
  readonly span: SymbolSpan;
  /** By its words alone; not yet relative to others. */
  readonly score: number;
  /** The best matching lines, best first. */
  matchLines(): number[];
}

const maxMatchLines = 5;
const none: ReadonlySet<number> = new Set();

/** `isWritten`: the text names the function, which counts even without a term. */
export async function scoreFunctions(
  view: Pick<RefView, 'isPauseDue' | 'pause'>,
  file: FileVersion,
  text: string,
  spans: readonly SymbolSpan[],
  occurrences: TermOccurrences,
  terms: readonly TermPostings[],
  finder: TermFinder,
  isWritten: (span: SymbolSpan) => boolean,
): Promise<ScoredFunction[]> {
  const { fields, bodySaturation, bodyLength } = weights.longText;
  const docs = docTerms(terms, file);
  const positions = new Map(spans.map((span, position) => [span.id - file.firstSymbol, position]));
  const parentOf = (span: SymbolSpan) => positions.get(span.parent);
  const isTest = inlineTests(file.language, text, spans, parentOf);
  const named = spans.map(({ name }) => finder.termsIn(name));
  const scopes: ReadonlySet<number>[] = [];
  const memberLines = linesOfMembers(spans, parentOf);
  const found: ScoredFunction[] = [];
  const amounts = new Float64Array(terms.length);
  const counts = new TermCounts(occurrences, terms.length);
  const matches = new BestLines(occurrences, terms);
  await inTurns(view, spans, (span, position) => {
    const parent = parentOf(span);
    scopes[position] = parent === undefined ? none : new Set([...(scopes[parent] ?? []), ...(named[parent] ?? [])]);
    const isType = typeKinds.has(span.kind);
    if (!isType && !functionKinds.has(span.kind)) return;
    amounts.fill(0);
    const add = (term: number, amount: number) => {
      amounts[term] = (amounts[term] as number) + amount;
    };
    const from = firstAtOrAfter(occurrences.lines, span.lineStart);
    const to = firstAtOrAfter(occurrences.lines, span.lineEnd + 1);
    const lines = span.lineEnd - span.lineStart + 1;
    const share = 1 / (bodyLength.floor + (bodyLength.span * lines) / bodyLength.lines);
    const addCounts = (start: number, end: number, sign: 1 | -1) => {
      for (const [term, count] of counts.between(start, end).entries()) add(term, sign * count);
    };
    addCounts(from, to, 1);
    for (const { first, last } of isType ? memberLines(position) : []) {
      const start = Math.max(from, firstAtOrAfter(occurrences.lines, first));
      const end = Math.min(to, firstAtOrAfter(occurrences.lines, last + 1));
      if (start < end) addCounts(start, end, -1);
    }
    for (let term = 0; term < terms.length; term++) amounts[term] = (amounts[term] as number) * share;
    for (const term of docs.get(span.id) ?? []) add(term, fields.doc);
    for (const term of new Set(named[position])) add(term, fields.name);
    for (const term of scopes[position] ?? []) add(term, fields.scope);
    let score = 0;
    for (let term = 0; term < terms.length; term++) {
      const amount = amounts[term] as number;
      if (amount > 0) score += (worthOf(terms[term] as TermPostings) * amount) / (amount + bodySaturation);
    }
    if (score === 0 && !isWritten(span)) return;
    const weight = isTest(position) ? weights.file.test ** weights.longText.filePower : 1;
    found.push({ span, score: score * weight, matchLines: () => matches.between(from, to) });
  });
  return found;
}

/** Returns, by the position of a type, the lines of its members: disjoint ranges in order. */
function linesOfMembers(
  spans: readonly SymbolSpan[],
  parentOf: (span: SymbolSpan) => number | undefined,
): (position: number) => LineRange[] {
  const members = new Map<number, SymbolSpan[]>();
  for (const span of spans) {
    const parent = parentOf(span);
    if (parent === undefined) continue;
    const known = members.get(parent);
    if (known === undefined) members.set(parent, [span]);
    else known.push(span);
  }
  return (position) => {
    const ranges: LineRange[] = [];
    for (const { lineStart, lineEnd } of (members.get(position) ?? []).sort((a, b) => a.lineStart - b.lineStart)) {
      const before = ranges.at(-1);
      if (before === undefined || before.last < lineStart) ranges.push({ first: lineStart, last: lineEnd });
      else before.last = Math.max(before.last, lineEnd);
    }
    return ranges;
  };
}

interface LineRange {
  readonly first: number;
  last: number;
}

export function worthOf({ term, idf }: TermPostings): number {
  return term.weight * idf ** weights.longText.idfPower;
}

/** The terms in the doc comments of a file's symbols, by symbol id. */
function docTerms(terms: readonly TermPostings[], file: FileVersion): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  for (const [position, { postings }] of terms.entries()) {
    postings?.eachDocOf(file, (symbolId) => {
      const known = found.get(symbolId);
      if (known === undefined) found.set(symbolId, [position]);
      else known.push(position);
    });
  }
  return found;
}

/** The best lines of ranges of occurrences; functions on one line share a range. */
class BestLines {
  readonly #occurrences: TermOccurrences;
  readonly #terms: readonly TermPostings[];
  readonly #known = new Map<string, number[]>();

  constructor(occurrences: TermOccurrences, terms: readonly TermPostings[]) {
    this.#occurrences = occurrences;
    this.#terms = terms;
  }

  between(from: number, to: number): number[] {
    const key = `${from} ${to}`;
    const lines = this.#known.get(key) ?? bestLines(this.#occurrences, this.#terms, { from, to });
    this.#known.set(key, lines);
    return lines;
  }
}

/** The lines that say most, of the occurrences from one up to, but not including, another. */
export function bestLines(
  { lines, terms: found }: TermOccurrences,
  terms: readonly TermPostings[],
  { from, to }: { readonly from: number; readonly to: number },
): number[] {
  const worth = new Map<number, { sum: number; readonly seen: Set<number> }>();
  for (let at = from; at < to; at++) {
    const line = lines[at] as number;
    const term = found[at] as number;
    const known = worth.get(line) ?? { sum: 0, seen: new Set() };
    worth.set(line, known);
    if (known.seen.has(term)) continue;
    known.seen.add(term);
    known.sum += worthOf(terms[term] as TermPostings);
  }
  return [...worth]
    .sort((a, b) => b[1].sum - a[1].sum || a[0] - b[0])
    .slice(0, maxMatchLines)
    .map(([line]) => line);
}
