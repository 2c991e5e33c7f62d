/**
 * Picks the best hits of one file: the symbols whose name, doc comment and body contain most of the query, and lines
 * outside of symbols.
 */
import type { FileVersion, SymbolSpan } from '../../../store/store.ts';
import { firstAtOrAfter } from '../../../text/bisect.ts';
import { type AskedFor, inlineTests, testWeight } from '../../ranking/rank.ts';

import { weights } from '../../ranking/weights.ts';
import { inTurns } from '../../view/in-turns.ts';
import type { RefView } from '../../view/ref-view.ts';
import { identifiersOf } from '../terms/query-terms.ts';
import { TermCounts } from '../terms/term-counts.ts';
import type { TermFinder, TermOccurrences } from '../terms/term-occurrences.ts';
import { type TermPostings, termsInDocs } from './postings.ts';
import { synonymsByTerm, worthOf } from './score-files.ts';

export interface PickedHit {
  readonly span?: SymbolSpan;
  /** Number of enclosing symbols. */
  readonly depth: number;
  readonly lineStart: number;
  readonly lineEnd: number;
  /** The share of the query that it contains, 0 to 1. */
  readonly share: number;
  readonly nameShare: number;
  /** Weight by kind of symbol, lower for tests. */
  readonly weight: number;
  /** The best matching lines, best first. Computed on demand, since most hits are not kept. */
  matchLines(): number[];
}

/** Length of a hit outside of any symbol. */
const maxLooseLines = 8;
const maxLinesBelow = 2;
const maxMatchLines = 5;

/** Returns the best first. */
export async function pickHits(
  view: Pick<RefView, 'isPauseDue' | 'pause'>,
  file: FileVersion,
  text: string,
  spans: readonly SymbolSpan[],
  occurrences: TermOccurrences,
  terms: readonly TermPostings[],
  finder: TermFinder,
  askedFor: AskedFor,
): Promise<PickedHit[]> {
  const docs = termsInDocs(terms, file);
  const asked: Asked = {
    terms,
    all: worthOf(terms),
    synonyms: synonymsByTerm(terms),
    occurrences,
    counts: new TermCounts(occurrences, terms.length),
    inPath: termsHeld(finder, file.path),
    inFile: bitsOf(occurrences.terms),
  };
  const hits: PickedHit[] = [];
  const positions = new Map(spans.map((span, position) => [span.id - file.firstSymbol, position]));
  const parentOf = (span: SymbolSpan) => positions.get(span.parent);
  const isTest = askedFor.test ? () => false : inlineTests(file.language, text, spans, parentOf);
  const around = new Int32Array(spans.length);
  const depths = new Int32Array(spans.length);
  const names = new Int32Array(spans.length);
  await inTurns(view, spans, (span, position) => {
    const parent = parentOf(span);
    if (parent !== undefined) {
      around[position] = (around[parent] as number) | (names[parent] as number);
      depths[position] = (depths[parent] as number) + 1;
    }
    const inDoc = docs.get(span.id) ?? 0;
    const from = firstAtOrAfter(occurrences.lines, span.lineStart);
    const isHeld = (occurrences.lines[from] ?? Number.POSITIVE_INFINITY) <= span.lineEnd;
    // The name is in the lines of its symbol, so a term in the name also occurs there.
    if (!isHeld && inDoc === 0) return;
    const inName = isHeld ? bitsOf(finder.termsIn(span.name)) : 0;
    names[position] = inName;
    const to = isHeld ? firstAtOrAfter(occurrences.lines, span.lineEnd + 1) : from;
    const held = { inName, inDoc, inScope: around[position] as number, from, to };
    hits.push({
      span,
      depth: depths[position] as number,
      lineStart: span.lineStart,
      lineEnd: span.lineEnd,
      ...shareOf(asked, held, span.lineEnd - span.lineStart + 1),
      weight: (weights.answers[span.kind] ?? 1) * (isTest(position) ? testWeight(askedFor) : 1),
      matchLines: () => bestLines(asked, from, to),
    });
  });
  const loose = looseHit(asked, file, spans);
  if (loose !== undefined) hits.push(loose);
  const worth = ({ share, weight }: PickedHit) => share * weight;
  return hits.sort((a, b) => worth(b) - worth(a) || a.lineEnd - a.lineStart - (b.lineEnd - b.lineStart));
}

interface Asked {
  readonly terms: readonly TermPostings[];
  readonly all: number;
  readonly synonyms: readonly (number | undefined)[];
  readonly occurrences: TermOccurrences;
  readonly counts: TermCounts;
  /** The terms in the file's path, and anywhere in its text, as bits. */
  readonly inPath: number;
  readonly inFile: number;
}

/** The terms in a hit, as bits, and the range of occurrences in its lines. */
interface Held {
  readonly inName: number;
  readonly inDoc: number;
  readonly inScope: number;
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

function shareOf(asked: Asked, held: Held, lines: number): { share: number; nameShare: number } {
  const { hitFields, bodyCount, bodyLength } = weights;
  const counts = asked.counts.between(held.from, held.to);
  // A long body contains many words by chance.
  const density = 1 / (1 + bodyLength.penalty * Math.log2(1 + lines / bodyLength.lines));
  const scoreOf = (term: number): number => {
    const bit = 1 << term;
    if ((held.inName & bit) !== 0) return hitFields.name;
    if ((held.inDoc & bit) !== 0) return hitFields.doc;
    const count = counts[term] as number;
    const often = bodyCount.floor + (bodyCount.span * count) / (count + bodyCount.saturation);
    const body = count === 0 ? 0 : hitFields.body * density * often;
    const scope = (held.inScope & bit) === 0 ? 0 : hitFields.scope;
    const path = (asked.inPath & bit) === 0 ? 0 : hitFields.path;
    return Math.max(body, path, scope, (asked.inFile & bit) === 0 ? 0 : hitFields.elsewhere);
  };
  let found = 0;
  let named = 0;
  for (let index = 0; index < asked.terms.length; index++) {
    const { term, idf } = asked.terms[index] as TermPostings;
    if (term.standsFor !== undefined) continue;
    const synonym = asked.synonyms[index];
    const best = Math.max(scoreOf(index), synonym === undefined ? 0 : weights.synonym * scoreOf(synonym));
    found += best * term.weight * idf;
    if ((held.inName & (1 << index)) !== 0) named += term.weight * idf;
  }
  return asked.all === 0 ? { share: 0, nameShare: 0 } : { share: found / asked.all, nameShare: named / asked.all };
}

/** Returns the best range of lines outside of symbols. */
function looseHit(asked: Asked, file: FileVersion, spans: readonly SymbolSpan[]): PickedHit | undefined {
  const free = outside(asked.occurrences, spans);
  const among = { ...asked, occurrences: free, counts: new TermCounts(free, asked.terms.length) };
  let best: PickedHit | undefined;
  for (let from = 0; from < free.lines.length; from++) {
    const first = free.lines[from] as number;
    if (from > 0 && free.lines[from - 1] === first) continue;
    const to = firstAtOrAfter(free.lines, first + maxLooseLines + 1);
    const { share } = shareOf(among, { inName: 0, inDoc: 0, inScope: 0, from, to }, maxLooseLines);
    if (best !== undefined && share <= best.share) continue;
    const lineStart = Math.max(1, first - 1);
    const lineEnd = Math.max(lineStart, Math.min(file.lineCount, (free.lines[to - 1] as number) + maxLinesBelow));
    best = {
      depth: 0,
      lineStart,
      lineEnd,
      share,
      nameShare: 0,
      weight: 1,
      matchLines: () => bestLines(among, from, to),
    };
  }
  return best;
}

/** The occurrences outside of all top-level symbols. */
function outside(occurrences: TermOccurrences, spans: readonly SymbolSpan[]): TermOccurrences {
  const tops = spans.filter((span) => span.parent === -1).sort((a, b) => a.lineStart - b.lineStart);
  const lines: number[] = [];
  const terms: number[] = [];
  let at = 0;
  let covered = 0;
  for (let position = 0; position < occurrences.lines.length; position++) {
    const line = occurrences.lines[position] as number;
    while (at < tops.length && (tops[at] as SymbolSpan).lineStart <= line) {
      covered = Math.max(covered, (tops[at] as SymbolSpan).lineEnd);
      at++;
    }
    if (line <= covered) continue;
    lines.push(line);
    terms.push(occurrences.terms[position] as number);
  }
  return { lines, terms };
}

function bestLines({ occurrences, terms }: Asked, from: number, to: number): number[] {
  const worth = new Map<number, { sum: number; seen: number }>();
  for (let at = from; at < to; at++) {
    const line = occurrences.lines[at] as number;
    const term = occurrences.terms[at] as number;
    const known = worth.get(line) ?? { sum: 0, seen: 0 };
    if ((known.seen & (1 << term)) !== 0) continue;
    const { idf, term: meant } = terms[term] as TermPostings;
    worth.set(line, { sum: known.sum + idf * meant.weight, seen: known.seen | (1 << term) });
  }
  return [...worth]
    .sort((a, b) => b[1].sum - a[1].sum || a[0] - b[0])
    .slice(0, maxMatchLines)
    .map(([line]) => line);
}

function termsHeld(finder: TermFinder, text: string): number {
  return identifiersOf(text).reduce((bits, identifier) => bits | bitsOf(finder.termsIn(identifier)), 0);
}

function bitsOf(terms: readonly number[]): number {
  let bits = 0;
  for (const term of terms) bits |= 1 << term;
  return bits;
}
