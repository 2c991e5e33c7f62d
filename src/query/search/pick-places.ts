/**
 * Picks the places of one file that answer a query best: the symbols whose name, doc comment and body hold most of it, and the
 * lines outside of symbols that do.
 */
import type { FileVersion, SymbolSpan } from '../../store/store.ts';
import { weights } from '../rank.ts';
import type { Evidence, TermEvidence } from './gather-evidence.ts';
import { identifiersOf } from './query-terms.ts';
import { synonymsByTerm, worthOf } from './score-files.ts';
import type { TermFinder, TermHit } from './term-hits.ts';

export interface PickedPlace {
  readonly span?: SymbolSpan;
  /** How many symbols are around the span. */
  readonly depth: number;
  readonly lineStart: number;
  readonly lineEnd: number;
  /** How much of what was asked it holds, 0 to 1. */
  readonly share: number;
  readonly nameShare: number;
  readonly matchLines: readonly number[];
}

/** Lines shown around what was found outside of any symbol. */
const looseLines = 8;
const maxMatchLines = 5;

/** The best first. */
export function pickPlaces(
  file: FileVersion,
  spans: readonly SymbolSpan[],
  hits: readonly TermHit[],
  evidence: Evidence,
  finder: TermFinder,
): PickedPlace[] {
  const { terms, docs } = evidence;
  const asked: Asked = {
    terms,
    all: worthOf(terms),
    synonyms: synonymsByTerm(terms),
    inPath: termsHeld(finder, file.path),
    inFile: bitsOf(hits),
  };
  const places: PickedPlace[] = [];
  const names = spans.map((span) => bitsIn(finder.termsIn(span.name)));
  const positions = new Map(spans.map((span, position) => [span.id - file.firstSymbol, position]));
  const around = new Int32Array(spans.length);
  const depths = new Int32Array(spans.length);
  for (const [position, span] of spans.entries()) {
    const parent = positions.get(span.parent);
    if (parent !== undefined) {
      around[position] = (around[parent] as number) | (names[parent] as number);
      depths[position] = (depths[parent] as number) + 1;
    }
    const inName = names[position] as number;
    const inDoc = docs.get(span.id) ?? 0;
    const body = between(hits, span.lineStart, span.lineEnd);
    if (inName === 0 && inDoc === 0 && body.length === 0) continue;
    const held = { inName, inDoc, inScope: around[position] as number, body };
    places.push({
      span,
      depth: depths[position] as number,
      lineStart: span.lineStart,
      lineEnd: span.lineEnd,
      ...shareOf(asked, held, span.lineEnd - span.lineStart + 1),
      matchLines: bestLines(asked, body),
    });
  }
  const loose = loosePlace(asked, file, spans, hits);
  if (loose !== undefined) places.push(loose);
  return places.sort((a, b) => b.share - a.share || a.lineEnd - a.lineStart - (b.lineEnd - b.lineStart));
}

interface Asked {
  readonly terms: readonly TermEvidence[];
  readonly all: number;
  readonly synonyms: readonly (number | undefined)[];
  /** The terms in the file's path, and anywhere in its text, as bits. */
  readonly inPath: number;
  readonly inFile: number;
}

/** The terms that a place holds, as bits, and where in its lines. */
interface Held {
  readonly inName: number;
  readonly inDoc: number;
  readonly inScope: number;
  readonly body: readonly TermHit[];
}

function shareOf(asked: Asked, held: Held, lines: number): { share: number; nameShare: number } {
  const { evidence } = weights;
  const counts = new Uint32Array(asked.terms.length);
  for (const { term } of held.body) counts[term] = (counts[term] as number) + 1;
  // A long body holds many words by chance.
  const density = 1 / (1 + 0.3 * Math.log2(1 + lines / 40));
  const said = (term: number): number => {
    const bit = 1 << term;
    if ((held.inName & bit) !== 0) return evidence.name;
    if ((held.inDoc & bit) !== 0) return evidence.doc;
    const count = counts[term] as number;
    const body = count === 0 ? 0 : evidence.body * density * (0.6 + (0.4 * count) / (count + 1.2));
    const scope = (held.inScope & bit) === 0 ? 0 : evidence.scope;
    const path = (asked.inPath & bit) === 0 ? 0 : evidence.path;
    return Math.max(body, path, scope, (asked.inFile & bit) === 0 ? 0 : evidence.elsewhere);
  };
  let found = 0;
  let named = 0;
  for (let index = 0; index < asked.terms.length; index++) {
    const { term, idf } = asked.terms[index] as TermEvidence;
    if (term.standsFor !== undefined) continue;
    const synonym = asked.synonyms[index];
    const best = Math.max(said(index), synonym === undefined ? 0 : weights.synonym * said(synonym));
    found += best * term.weight * idf;
    if ((held.inName & (1 << index)) !== 0) named += term.weight * idf;
  }
  return asked.all === 0 ? { share: 0, nameShare: 0 } : { share: found / asked.all, nameShare: named / asked.all };
}

/** The best run of lines that no symbol holds. */
function loosePlace(
  asked: Asked,
  file: FileVersion,
  spans: readonly SymbolSpan[],
  hits: readonly TermHit[],
): PickedPlace | undefined {
  const free = outside(hits, spans);
  let best: PickedPlace | undefined;
  for (let from = 0; from < free.length; from++) {
    const first = (free[from] as TermHit).line;
    if (from > 0 && (free[from - 1] as TermHit).line === first) continue;
    const body: TermHit[] = [];
    for (let at = from; at < free.length && (free[at] as TermHit).line <= first + looseLines; at++) {
      body.push(free[at] as TermHit);
    }
    const { share } = shareOf(asked, { inName: 0, inDoc: 0, inScope: 0, body }, looseLines);
    if (best !== undefined && share <= best.share) continue;
    const lineStart = Math.max(1, first - 1);
    const lineEnd = Math.max(lineStart, Math.min(file.lineCount, (body.at(-1) as TermHit).line + 2));
    best = { depth: 0, lineStart, lineEnd, share, nameShare: 0, matchLines: bestLines(asked, body) };
  }
  return best;
}

/** The hits outside of all top-level symbols, which come in order of line. */
function outside(hits: readonly TermHit[], spans: readonly SymbolSpan[]): TermHit[] {
  const tops = spans.filter((span) => span.parent === -1).sort((a, b) => a.lineStart - b.lineStart);
  const free: TermHit[] = [];
  let at = 0;
  let covered = 0;
  for (const hit of hits) {
    while (at < tops.length && (tops[at] as SymbolSpan).lineStart <= hit.line) {
      covered = Math.max(covered, (tops[at] as SymbolSpan).lineEnd);
      at++;
    }
    if (hit.line > covered) free.push(hit);
  }
  return free;
}

/** The lines with the most to say, in order. */
function bestLines(asked: Asked, hits: readonly TermHit[]): number[] {
  const worth = new Map<number, { sum: number; seen: number }>();
  for (const { line, term } of hits) {
    const known = worth.get(line) ?? { sum: 0, seen: 0 };
    if ((known.seen & (1 << term)) !== 0) continue;
    const { idf, term: meant } = asked.terms[term] as TermEvidence;
    worth.set(line, { sum: known.sum + idf * meant.weight, seen: known.seen | (1 << term) });
  }
  return [...worth]
    .sort((a, b) => b[1].sum - a[1].sum || a[0] - b[0])
    .slice(0, maxMatchLines)
    .map(([line]) => line)
    .sort((a, b) => a - b);
}

function termsHeld(finder: TermFinder, text: string): number {
  return identifiersOf(text).reduce((bits, identifier) => bits | bitsIn(finder.termsIn(identifier)), 0);
}

function bitsIn(terms: readonly number[]): number {
  let bits = 0;
  for (const term of terms) bits |= 1 << term;
  return bits;
}

function bitsOf(hits: readonly TermHit[]): number {
  let bits = 0;
  for (const { term } of hits) bits |= 1 << term;
  return bits;
}

/** The hits are in order of line. */
function between(hits: readonly TermHit[], first: number, last: number): readonly TermHit[] {
  const from = firstAtOrAfter(hits, first);
  return hits.slice(from, firstAtOrAfter(hits, last + 1));
}

function firstAtOrAfter(hits: readonly TermHit[], line: number): number {
  let low = 0;
  let high = hits.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((hits[middle] as TermHit).line < line) low = middle + 1;
    else high = middle;
  }
  return low;
}
