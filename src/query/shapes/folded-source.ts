/**
 * The source of a range of lines within a token budget. What does not fit is folded: the deepest blocks first, by their
 * indentation, so that whole statements stay. Lines in focus are kept with their neighbours. Each fold is one line.
 */
import { tokensOfPart } from '../../text/tokens/estimate-tokens.ts';

export interface FoldedSource {
  /** The source, with one line (`… 12 lines`) for each fold. */
  readonly text: string;
  /** The lines that each fold hides, in order. */
  readonly folds: readonly LineRange[];
  readonly tokens: number;
}

export interface LineRange {
  readonly line_start: number;
  readonly line_end: number;
}

export interface FoldOptions {
  /** The number of the first line. */
  readonly lineStart: number;
  readonly maxTokens: number;
  /** Lines to keep, such as those that match a query. */
  readonly focus?: readonly number[];
  /** Fold the bodies of blocks even if everything fits. */
  readonly isOutline?: boolean;
}

/** Lines kept before and after a line in focus. */
const focusRadius = 3;
/** Fewer lines are not worth a fold. */
const leastFold = 2;
/** What a line costs besides its text: its number, or the escaped newline. */
const lineTokens = 3;
const foldTokens = 6;
const tabWidth = 4;
/** Characters of a line that are shown; generated files have lines of megabytes. */
const longestLine = 1_000;

export function foldSource(source: string, { lineStart, maxTokens, focus = [], isOutline }: FoldOptions): FoldedSource {
  const lines = source.split('\n').map((line) => (line.length > longestLine ? `${line.slice(0, longestLine)}…` : line));
  const costs = lines.map((line) => tokensOfPart(line) + lineTokens);
  const depths = depthsOf(lines);
  const kept = keptAround(lines.length, focus, lineStart);
  const limits = [...new Set(depths)].sort((a, b) => b - a);
  const [shallow = 0, inner = shallow] = limits.toReversed();
  const start = isOutline ? inner : Number.POSITIVE_INFINITY;
  for (const limit of [start, ...limits.filter((depth) => depth < start)]) {
    const shown = shownLines(depths, kept, limit);
    if (costOf(shown, costs) > maxTokens) continue;
    const selection = new Selection(shown, costs, maxTokens);
    if (!isOutline) unfold(selection, depths, limits);
    return folded(lines, selection.shown, lineStart, costs);
  }
  return folded(lines, cutToFit(shownLines(depths, kept, shallow), costs, maxTokens, kept), lineStart, costs);
}

/** The indentation of each line. A blank line belongs to the line below it. */
function depthsOf(lines: readonly string[]): number[] {
  const depths: number[] = new Array(lines.length).fill(0);
  let below = 0;
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at] as string;
    if (line.trim() !== '') below = indentOf(line);
    depths[at] = below;
  }
  return depths;
}

function indentOf(line: string): number {
  let width = 0;
  for (const character of line) {
    if (character === ' ') width++;
    else if (character === '\t') width += tabWidth;
    else break;
  }
  return width;
}

function keptAround(count: number, focus: readonly number[], lineStart: number): ReadonlySet<number> {
  const kept = new Set<number>();
  for (const line of focus) {
    const at = line - lineStart;
    for (let near = at - focusRadius; near <= at + focusRadius; near++) if (near >= 0 && near < count) kept.add(near);
  }
  return kept;
}

/** Whether each line is shown if blocks deeper than `limit` are folded. The first line is always shown. */
function shownLines(depths: readonly number[], kept: ReadonlySet<number>, limit: number): boolean[] {
  const shown = depths.map((depth, at) => at === 0 || depth <= limit || kept.has(at));
  let start = 0;
  for (let at = 1; at <= shown.length; at++) {
    if (at < shown.length && !shown[at]) {
      if (shown[at - 1]) start = at;
      continue;
    }
    // A short fold would save nothing.
    if (!shown[at - 1] && at - start < leastFold) for (let inside = start; inside < at; inside++) shown[inside] = true;
  }
  return shown;
}

function costOf(shown: readonly boolean[], costs: readonly number[]): number {
  let sum = 0;
  for (const [at, isShown] of shown.entries()) {
    if (isShown) sum += costs[at] as number;
    else if (at === 0 || shown[at - 1]) sum += foldTokens;
  }
  return sum;
}

/** The lines that are shown, and the tokens that are left for more. */
class Selection {
  readonly shown: boolean[];
  readonly #costs: readonly number[];
  #left: number;

  constructor(shown: readonly boolean[], costs: readonly number[], maxTokens: number) {
    this.shown = [...shown];
    this.#costs = costs;
    this.#left = maxTokens - costOf(shown, costs);
  }

  /** Shows a line if it fits. Between two shown lines a fold ends; between two hidden ones it becomes two. */
  take(at: number): boolean {
    if (this.#isShown(at)) return true;
    const folds = 1 - Number(this.#isShown(at - 1)) - Number(this.#isShown(at + 1));
    const cost = (this.#costs[at] as number) + folds * foldTokens;
    if (cost > this.#left) return false;
    this.shown[at] = true;
    this.#left -= cost;
    return true;
  }

  /** Shows the marked lines of a fold if all of them fit. */
  takeAll(start: number, isMarked: readonly boolean[]): boolean {
    const cost = costOf(isMarked, this.#costs.slice(start, start + isMarked.length)) - foldTokens;
    if (cost > this.#left) return false;
    this.#left -= cost;
    for (const [offset, isShown] of isMarked.entries()) this.shown[start + offset] = isShown;
    return true;
  }

  #isShown(at: number): boolean {
    return at < 0 || at >= this.shown.length || this.shown[at] === true;
  }
}

/** Shows what still fits of the folds, one level after the other; of the first that does not fit, its first lines. */
function unfold(selection: Selection, depths: readonly number[], limits: readonly number[]): void {
  const { shown } = selection;
  for (const limit of limits.toReversed()) {
    let firstCut: { start: number; inner: readonly boolean[] } | undefined;
    for (let at = 0; at < shown.length; at++) {
      if (shown[at]) continue;
      const start = at;
      while (at + 1 < shown.length && !shown[at + 1]) at++;
      const inner = depths.slice(start, at + 1).map((depth) => depth <= limit);
      if (inner.includes(true) && !selection.takeAll(start, inner)) firstCut ??= { start, inner };
    }
    if (firstCut === undefined) continue;
    for (const [offset, isWanted] of firstCut.inner.entries()) {
      if (isWanted && !selection.take(firstCut.start + offset)) return;
    }
  }
}

/** Keeps the first line, the lines in focus, and then the first of the others that fit. */
function cutToFit(shown: readonly boolean[], costs: readonly number[], maxTokens: number, kept: ReadonlySet<number>) {
  const selection = new Selection(
    shown.map(() => false),
    costs,
    maxTokens,
  );
  selection.take(0);
  for (const at of kept) selection.take(at);
  for (const [at, isWanted] of shown.entries()) if (isWanted && !selection.take(at)) break;
  return selection.shown;
}

function folded(
  lines: readonly string[],
  shown: readonly boolean[],
  lineStart: number,
  costs: readonly number[],
): FoldedSource {
  const text: string[] = [];
  const folds: LineRange[] = [];
  for (let at = 0; at < lines.length; at++) {
    // A fold of one line would save nothing.
    if (shown[at] || (shown[at - 1] && shown[at + 1])) {
      text.push(lines[at] as string);
      continue;
    }
    const start = at;
    while (at + 1 < lines.length && !shown[at + 1]) at++;
    folds.push({ line_start: lineStart + start, line_end: lineStart + at });
    text.push(`${indentAt(lines, start)}… ${at - start + 1} lines`);
  }
  return { text: text.join('\n'), folds, tokens: costOf(shown, costs) };
}

function indentAt(lines: readonly string[], at: number): string {
  const line = lines.slice(at).find((each) => each.trim() !== '') ?? '';
  return line.slice(0, line.length - line.trimStart().length);
}
