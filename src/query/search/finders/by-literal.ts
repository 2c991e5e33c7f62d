/**
 * Finds text literally: every file that may contain it is read, best files first, within a budget of bytes. Upper and
 * lower case are matched; they are ignored only if no file contains the text as written.
 */
import type { FileVersion, SymbolRecord } from '../../../store/store.ts';
import { foldCase } from '../../../text/fold-case.ts';
import { LineIndex } from '../../../text/line-index.ts';
import { askedForNothing, fileWeight } from '../../ranking/rank.ts';
import { factorAt, weights } from '../../ranking/weights.ts';
import type { FileTable } from '../../view/file-table.ts';
import type { RefView } from '../../view/ref-view.ts';
import type { SearchFilter, SearchHit } from '../hit.ts';
import { filesThatMayHold } from './literal-files.ts';
import { symbolsAlong } from './symbols-along.ts';

export interface Care {
  /** Limits on the text that is read. They count work, not time, so that answers do not depend on the machine. */
  readonly maxFilesRead: number;
  readonly maxBytesRead: number;
  /** Whether the first and last word may be parts of words. */
  readonly mayBeCut: boolean;
}

/** `thorough` is for quoted text; `quick` is for text that may be a message, which must not cost much. */
export const thorough: Care = { maxFilesRead: Number.POSITIVE_INFINITY, maxBytesRead: 24_000_000, mayBeCut: true };
export const quick: Care = { maxFilesRead: 20, maxBytesRead: 400_000, mayBeCut: false };

/** Hits that are kept, more than any answer shows. A short text may be on millions of lines. */
const maxHits = 400;
const maxUnsorted = 2_000;
/** Hits of a file before its further ones rank behind other files. */
const maxHitsInFront = 3;
/** Lines outside of symbols that are one hit: how far they may be apart, and how many the hit may span. */
const maxGap = 2;
const maxLooseLines = 8;

export interface FoundLiteral {
  readonly literal: string;
  /** Best first, at most `maxHits`; one for each symbol or group of lines that contains the text. */
  readonly hits: readonly SearchHit[];
  /** The number of hits that were not kept, or of their lines. */
  readonly unread: number;
  /** Lines on which the text starts, and the files with such a line. */
  readonly lines: number;
  readonly files: number;
  /** Whether upper and lower case were ignored, because no file contains the text as written. */
  readonly ignoresCase: boolean;
  /** Files that the filter admits: read, or known not to contain the text. */
  readonly searched: number;
  /** Files that may contain the text and were not read. */
  readonly unexamined: number;
}

export async function findLiteral(
  view: RefView,
  files: FileTable,
  literal: string,
  filter: SearchFilter,
  care: Care = thorough,
): Promise<FoundLiteral> {
  const isKept = (file: FileVersion) => filter.files === undefined || filter.files.admits(file);
  const candidates = (await filesThatMayHold(view, files, literal, care.mayBeCut)).filter(isKept);
  const weighed = candidates.map((file, position) => ({ file, position, weight: fileWeight(file, askedForNothing) }));
  const byWeight = weighed.toSorted((a, b) => b.weight - a.weight || a.file.byteLength - b.file.byteLength);
  const read = within(byWeight, care).toSorted((a, b) => a.position - b.position);
  const unexamined = candidates.length - read.length;
  const admitted = filter.files === undefined ? files.files.length : files.files.filter(isKept).length;
  const exact = await hitsIn(view, read, lineFinder(literal, false), literal, filter);
  const ignoresCase = exact.lines === 0;
  const found = ignoresCase ? await hitsIn(view, read, lineFinder(literal, true), literal, filter) : exact;
  return { literal, ...found, ignoresCase, searched: admitted - unexamined, unexamined };
}

interface WeighedFile {
  readonly file: FileVersion;
  readonly weight: number;
}

async function hitsIn(
  view: RefView,
  read: readonly WeighedFile[],
  linesOf: (text: string) => number[],
  literal: string,
  filter: SearchFilter,
): Promise<Pick<FoundLiteral, 'hits' | 'unread' | 'lines' | 'files'>> {
  let hits: SearchHit[] = [];
  let [lines, files, unread] = [0, 0, 0];
  const keepBest = () => {
    const best = hits.sort((a, b) => b.score - a.score).slice(0, maxHits);
    unread += hits.length - best.length;
    hits = best;
  };
  for (const { file, weight } of read) {
    const found = linesOf(await view.store.text(file));
    if (found.length === 0) continue;
    lines += found.length;
    files++;
    const own = await hitsOn(view, file, found, literal, weight, filter);
    for (const each of own.hits) hits.push(each);
    unread += own.unread;
    // A hit keeps its symbol and file alive, and thousands of files may have hundreds each.
    if (hits.length > maxUnsorted) keepBest();
  }
  keepBest();
  return { hits, unread, lines, files };
}

/** Returns the first files, up to the limits. */
function within<Each extends { readonly file: FileVersion }>(files: readonly Each[], care: Care): readonly Each[] {
  let bytes = 0;
  const tooMany = files.findIndex(({ file }, index) => {
    bytes += file.byteLength;
    return index >= care.maxFilesRead || (index > 0 && bytes > care.maxBytesRead);
  });
  return tooMany === -1 ? files : files.slice(0, tooMany);
}

/** The hits of one file: the symbols that contain the lines, and lines outside of symbols. */
async function hitsOn(
  view: RefView,
  file: FileVersion,
  lines: readonly number[],
  literal: string,
  weight: number,
  filter: SearchFilter,
): Promise<{ hits: SearchHit[]; unread: number }> {
  const lower = literal.toLowerCase();
  const mentions = ({ doc }: SymbolRecord) => doc?.toLowerCase().includes(lower) === true;
  const symbolAt = symbolsAlong(await view.store.symbols(file), mentions);
  const groups: { symbol: SymbolRecord | undefined; lines: number[] }[] = [];
  const bySymbol = new Map<number, number[]>();
  let unread = 0;
  for (const [at, line] of lines.entries()) {
    if (groups.length === maxHits) {
      unread = lines.length - at;
      break;
    }
    const symbol = symbolAt(line);
    const last = groups.at(-1);
    const isNext =
      symbol === undefined && last !== undefined && last.symbol === undefined && isBeside(last.lines, line);
    const known = isNext ? last.lines : bySymbol.get(symbol?.id ?? -1);
    if (known !== undefined) {
      known.push(line);
      continue;
    }
    const own = [line];
    groups.push({ symbol, lines: own });
    if (symbol !== undefined) bySymbol.set(symbol.id, own);
  }
  const kept = groups.filter(({ symbol }) => filter.kind === undefined || symbol?.kind === filter.kind);
  const hits = kept.map(({ symbol, lines: own }, index): SearchHit => {
    const [first, last] = [own[0] as number, own.at(-1) as number];
    const behind = index < maxHitsInFront ? 1 : weights.furtherLiteral;
    const score = weights.literal * factorAt(weights.literalFile, weight) * behind;
    return {
      type: 'snippet',
      file,
      ...(symbol === undefined ? {} : { symbol }),
      lineStart: symbol === undefined ? Math.max(1, first - 1) : Math.min(symbol.lineStart, first),
      lineEnd: symbol?.lineEnd ?? Math.max(1, Math.min(file.lineCount, last + 1)),
      score,
      matchLines: own,
      literal,
      factors: {
        exact_match_boost: 1,
        qualified_name_boost: 0,
        path_affinity: 0,
        definition_boost: 0,
        kind_match: 0,
        bm25_score: 0,
        final_score: score,
      },
    };
  });
  return { hits, unread };
}

function isBeside(lines: readonly number[], line: number): boolean {
  return line - (lines.at(-1) as number) <= maxGap && line - (lines[0] as number) < maxLooseLines;
}

/**
 * Returns a function that finds the lines on which the literal starts, ascending. A line break in the literal matches
 * each kind of line break.
 */
function lineFinder(literal: string, ignoresCase: boolean): (text: string) => number[] {
  const hasBreak = /[\r\n]/.test(literal);
  // No pattern: a long literal is too large for one, and repeated line breaks would make it backtrack.
  const comparable = (text: string) => {
    const lines = hasBreak ? text.replaceAll('\r', '\n') : text;
    return ignoresCase ? foldCase(lines) : lines;
  };
  const withShortBreaks = (text: string) => (hasBreak ? text.replaceAll('\r\n', '\n') : text);
  const wanted = comparable(withShortBreaks(literal));
  return (text) => {
    const short = withShortBreaks(text);
    const searched = comparable(short);
    // Each character of both texts has the same place; only the first one has the lines of the file.
    return linesFrom(short, (at) => searched.indexOf(wanted, at));
  };
}

/** The lines of the offsets that `next` returns, one search per line. */
function linesFrom(text: string, next: (at: number) => number): number[] {
  const first = next(0);
  if (first === -1) return [];
  const index = new LineIndex(text);
  const lines: number[] = [];
  for (let at = first; at !== -1; ) {
    const line = index.lineAt(at);
    lines.push(line);
    const end = text.indexOf('\n', at);
    if (end === -1) break;
    at = next(end + 1);
  }
  return lines;
}
