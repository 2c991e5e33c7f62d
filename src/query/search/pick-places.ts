/**
 * Picks the places of one file that answer a query best: the symbols whose name, doc comment and body hold most of it, and the
 * lines outside of symbols that do.
 */
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import { weights } from '../rank.ts';
import type { TermEvidence } from './gather-evidence.ts';
import { identifiersOf } from './query-terms.ts';
import { saturated, synonymsByTerm, worthOf } from './score-files.ts';
import type { TermFinder, TermHit } from './term-hits.ts';

export interface PickedPlace {
  readonly symbol?: SymbolRecord;
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

export function pickPlaces(
  file: FileVersion,
  symbols: readonly SymbolRecord[],
  hits: readonly TermHit[],
  terms: readonly TermEvidence[],
  finder: TermFinder,
): PickedPlace[] {
  const context = { terms, finder, all: worthOf(terms), synonyms: synonymsByTerm(terms) };
  const inPath = termsHeld(finder, file.path);
  const inFile = new Set(hits.map((hit) => hit.term));
  const places: PickedPlace[] = [];
  for (const symbol of symbols) {
    const inName = termsHeld(finder, symbol.name);
    const inScope = termsHeld(finder, symbol.scope);
    const inDoc = symbol.doc === undefined ? none : termsHeld(finder, symbol.doc);
    const body = between(hits, symbol.lineStart, symbol.lineEnd);
    if (inName.size === 0 && inDoc.size === 0 && body.length === 0) continue;
    places.push(placeOf(context, { inPath, inFile, inName, inScope, inDoc, body }, symbol));
  }
  const loose = loosePlace(context, file, symbols, hits, inPath, inFile);
  if (loose !== undefined) places.push(loose);
  return places.sort((a, b) => b.share - a.share || a.lineEnd - a.lineStart - (b.lineEnd - b.lineStart));
}

interface Context {
  readonly terms: readonly TermEvidence[];
  readonly finder: TermFinder;
  readonly all: number;
  readonly synonyms: readonly (number | undefined)[];
}

interface Held {
  readonly inPath: ReadonlySet<number>;
  readonly inFile: ReadonlySet<number>;
  readonly inName: ReadonlySet<number>;
  readonly inScope: ReadonlySet<number>;
  readonly inDoc: ReadonlySet<number>;
  readonly body: readonly TermHit[];
}

const none: ReadonlySet<number> = new Set();

function placeOf(context: Context, held: Held, symbol: SymbolRecord): PickedPlace {
  const length = symbol.lineEnd - symbol.lineStart + 1;
  return {
    symbol,
    lineStart: symbol.lineStart,
    lineEnd: symbol.lineEnd,
    ...shareOf(context, held, length),
    matchLines: bestLines(context, held.body),
  };
}

function shareOf(context: Context, held: Held, lines: number): { share: number; nameShare: number } {
  const { evidence } = weights;
  const counts = new Map<number, number>();
  for (const { term } of held.body) counts.set(term, (counts.get(term) ?? 0) + 1);
  // A long body holds many words by chance.
  const density = 1 / (1 + 0.3 * Math.log2(1 + lines / 40));
  const said = (term: number): number => {
    if (held.inName.has(term)) return evidence.name;
    if (held.inDoc.has(term)) return evidence.doc;
    const count = counts.get(term) ?? 0;
    const body = count === 0 ? 0 : evidence.body * density * (0.6 + 0.4 * saturated(count));
    const around = held.inScope.has(term) ? evidence.scope : 0;
    const path = held.inPath.has(term) ? evidence.path : 0;
    return Math.max(body, path, around, held.inFile.has(term) ? evidence.elsewhere : 0);
  };
  let found = 0;
  let named = 0;
  for (const [index, { term, idf }] of context.terms.entries()) {
    if (term.standsFor !== undefined) continue;
    const synonym = context.synonyms[index];
    const best = Math.max(said(index), synonym === undefined ? 0 : weights.synonym * said(synonym));
    found += best * term.weight * idf;
    if (held.inName.has(index)) named += term.weight * idf;
  }
  return { share: found / context.all, nameShare: named / context.all };
}

/** The best run of lines that no symbol holds. */
function loosePlace(
  context: Context,
  file: FileVersion,
  symbols: readonly SymbolRecord[],
  hits: readonly TermHit[],
  inPath: ReadonlySet<number>,
  inFile: ReadonlySet<number>,
): PickedPlace | undefined {
  const tops = symbols.filter((symbol) => symbol.parent === -1);
  const free = hits.filter(({ line }) => !tops.some((symbol) => symbol.lineStart <= line && line <= symbol.lineEnd));
  let best: PickedPlace | undefined;
  for (let from = 0; from < free.length; from++) {
    const first = (free[from] as TermHit).line;
    if (from > 0 && (free[from - 1] as TermHit).line === first) continue;
    const body = between(free.slice(from, from + 200), first, first + looseLines);
    const { share } = shareOf(context, { inPath, inFile, inName: none, inScope: none, inDoc: none, body }, looseLines);
    if (best !== undefined && share <= best.share) continue;
    const last = Math.min(file.lineCount, Math.max(...body.map(({ line }) => line)) + 2);
    const lineStart = Math.max(1, first - 1);
    best = { lineStart, lineEnd: Math.max(lineStart, last), share, nameShare: 0, matchLines: bestLines(context, body) };
  }
  return best;
}

/** The lines with the most to say, in order. */
function bestLines(context: Context, hits: readonly TermHit[]): number[] {
  const worth = new Map<number, number>();
  const seen = new Set<string>();
  for (const { line, term } of hits) {
    const key = `${line} ${term}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const { idf = 0, term: meant } = context.terms[term] ?? {};
    worth.set(line, (worth.get(line) ?? 0) + idf * (meant?.weight ?? 0));
  }
  return [...worth]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, maxMatchLines)
    .map(([line]) => line)
    .sort((a, b) => a - b);
}

function termsHeld(finder: TermFinder, text: string): Set<number> {
  return new Set(identifiersOf(text).flatMap((identifier) => finder.termsIn(identifier)));
}

/** The hits are in order of line. */
function between(hits: readonly TermHit[], first: number, last: number): TermHit[] {
  let low = 0;
  let high = hits.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((hits[middle] as TermHit).line < first) low = middle + 1;
    else high = middle;
  }
  const found: TermHit[] = [];
  for (let at = low; at < hits.length && (hits[at] as TermHit).line <= last; at++) found.push(hits[at] as TermHit);
  return found;
}
