/**
 * Searches the text of the files that may match a pattern, within a budget of bytes. All matches are counted; the first
 * ones are kept with their text.
 */
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import type { LineIndex } from '../../text/line-index.ts';
import { symbolsAlong } from '../search/finders/symbols-along.ts';
import type { RefView } from '../view/ref-view.ts';
import type { LinePattern } from './line-pattern.ts';
import { lineOf, matchingLines } from './matching-lines.ts';

export interface FoundLine {
  readonly file: FileVersion;
  readonly line: number;
  /** The line, shortened around the match if it is long. */
  readonly text: string;
  /** The innermost symbol around it. */
  readonly within: SymbolRecord | undefined;
  /** The lines around it that no other match shows. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface FoundText {
  /** The first matches, in the order of the files. */
  readonly lines: readonly FoundLine[];
  readonly byFile: readonly { readonly path: string; readonly count: number }[];
  readonly total: number;
  /** Files that may match and were not read. */
  readonly unexamined: number;
  /** Lines that were too long for the pattern. */
  readonly unsearchedLines: number;
}

export interface Kept {
  /** Matches that are kept. */
  readonly limit: number;
  /** Lines that are kept before and after each. */
  readonly context: number;
}

/** What one call reads. It counts bytes, not time, so that answers do not depend on the machine. */
export const maxBytesRead = 64_000_000;

export async function searchFiles(
  view: RefView,
  pattern: LinePattern,
  files: readonly FileVersion[],
  { limit, context }: Kept,
  maxBytes = maxBytesRead,
): Promise<FoundText> {
  const lines: FoundLine[] = [];
  const byFile: { path: string; count: number }[] = [];
  let [total, bytes, unexamined, unsearchedLines] = [0, 0, 0, 0];
  for (const file of files) {
    bytes += file.byteLength;
    // The first file is read whatever its size.
    if (bytes > maxBytes && bytes > file.byteLength) {
      unexamined++;
      continue;
    }
    const text = await view.store.text(file);
    const found = await matchingLines(view, pattern, text);
    if (found === undefined) continue;
    unsearchedLines += found.unsearched;
    if (found.lines.length === 0) continue;
    total += found.lines.length;
    byFile.push({ path: file.path, count: found.lines.length });
    const kept = found.lines.slice(0, limit - lines.length);
    if (kept.length === 0) continue;
    for (const each of await linesIn(view, file, pattern, text, found.index, kept, context)) lines.push(each);
  }
  return { lines, byFile, total, unexamined, unsearchedLines };
}

async function linesIn(
  view: RefView,
  file: FileVersion,
  pattern: LinePattern,
  text: string,
  index: LineIndex,
  lines: readonly number[],
  context: number,
): Promise<FoundLine[]> {
  const symbolAt = symbolsAlong((await view.store.symbols(file)).filter(surrounds), () => false);
  const found: FoundLine[] = [];
  let shown = 0;
  for (const [at, line] of lines.entries()) {
    if (view.isPauseDue()) await view.pause();
    const whole = lineOf(text, index, line);
    const place = whole.length > maxLength ? pattern.placeIn(pattern.comparable(whole)) : 0;
    const first = Math.max(shown + 1, line - context);
    const last = Math.min(index.count, line + context, (lines[at + 1] ?? Number.POSITIVE_INFINITY) - 1);
    shown = last;
    found.push({
      file,
      line,
      text: shortenedAround(whole, place),
      within: symbolAt(line),
      before: linesBetween(text, index, first, line - 1),
      after: linesBetween(text, index, line + 1, last),
    });
  }
  return found;
}

/** A value that is declared on one line surrounds nothing, so the symbol around it says more. */
function surrounds({ kind, lineStart, lineEnd }: SymbolRecord): boolean {
  return lineEnd > lineStart || !values.has(kind);
}

const values: ReadonlySet<string> = new Set(['const', 'static', 'variable', 'field']);

function linesBetween(text: string, index: LineIndex, first: number, last: number): string[] {
  const lines: string[] = [];
  for (let line = first; line <= last; line++) lines.push(shortenedAround(lineOf(text, index, line), 0));
  return lines;
}

const maxLength = 120;
/** Of a long line, what is shown before the match. */
const lengthBefore = 30;

/** At most `maxLength` characters of a line, among them the one at `place`. */
export function shortenedAround(line: string, place: number): string {
  const whole = line.trimEnd();
  if (whole.length <= maxLength) return whole;
  const start = Math.max(0, Math.min(place - lengthBefore, whole.length - maxLength));
  const end = Math.min(whole.length, start + maxLength);
  const from = isLowSurrogate(whole, start) ? start + 1 : start;
  const to = isLowSurrogate(whole, end) ? end - 1 : end;
  return `${from > 0 ? '…' : ''}${whole.slice(from, to)}${to < whole.length ? '…' : ''}`;
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
