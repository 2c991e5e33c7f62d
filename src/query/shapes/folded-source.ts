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
  const atDepth = grouped(depths);
  const limits = [...atDepth.keys()].sort((a, b) => b - a);
  const [shallow = 0, inner = shallow] = limits.toReversed();
  const start = isOutline ? inner : Number.POSITIVE_INFINITY;
  const folding = new Folding(costs);
  let next = 0;
  // A hostile source has very many depths, so each line is hidden once, when it becomes deeper than the limit.
  for (const limit of [start, ...limits.filter((depth) => depth < start)]) {
    for (let depth = limits[next]; depth !== undefined && depth > limit; depth = limits[++next]) {
      for (const at of atDepth.get(depth) as number[]) if (at > 0 && !kept.has(at)) folding.hide(at);
    }
    if (folding.cost > maxTokens) continue;
    const selection = new Selection(folding.shown(), costs, maxTokens);
    if (!isOutline) unfold(selection, depths);
    return folded(lines, selection.shown, lineStart, costs);
  }
  return folded(lines, cutToFit(folding.shown(), costs, maxTokens, kept), lineStart, costs);
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

/** The lines of each depth, ascending. */
function grouped(depths: readonly number[]): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<number, number[]>();
  for (const [at, depth] of depths.entries()) {
    const group = groups.get(depth);
    if (group === undefined) groups.set(depth, [at]);
    else group.push(at);
  }
  return groups;
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

/** Lines that are hidden one by one, and what the source costs then. The first line is always shown. */
class Folding {
  cost: number;
  readonly #costs: readonly number[];
  /** Of hidden lines in a row: their number, at the first and at the last of them. Elsewhere, zero if a line is shown. */
  readonly #runs: Uint32Array;

  constructor(costs: readonly number[]) {
    this.#costs = costs;
    this.#runs = new Uint32Array(costs.length + 1);
    this.cost = costs.reduce((sum, cost) => sum + cost, 0);
  }

  hide(at: number): void {
    const runs = this.#runs;
    const before = runs[at - 1] as number;
    const after = runs[at + 1] as number;
    const length = before + 1 + after;
    const [start, end] = [at - before, at + after];
    runs[at] = length;
    runs[start] = length;
    runs[end] = length;
    const parts = (this.#costs[at] as number) + this.#costOf(start, before) + this.#costOf(at + 1, after);
    this.cost += this.#costOf(start, length) - parts;
  }

  /** Whether each line is shown. A short fold would save nothing. */
  shown(): boolean[] {
    const shown: boolean[] = [];
    for (let at = 0; at < this.#costs.length; ) {
      const hidden = this.#runs[at] as number;
      const isShown = hidden < leastFold;
      const end = at + Math.max(1, hidden);
      for (; at < end; at++) shown.push(isShown);
    }
    return shown;
  }

  /** The cost of hidden lines in a row; a single one is shown. */
  #costOf(start: number, length: number): number {
    if (length >= leastFold) return foldTokens;
    return length === 0 ? 0 : (this.#costs[start] as number);
  }
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

  /** Shows the lines of a block if all of them fit. */
  takeAll(block: readonly number[]): boolean {
    const cost = this.#costOf(block);
    if (cost > this.#left) return false;
    this.#left -= cost;
    for (const at of block) this.shown[at] = true;
    return true;
  }

  /** The fold around the block may be divided by it. */
  #costOf(block: readonly number[]): number {
    let cost = -foldTokens;
    for (const [index, at] of block.entries()) {
      cost += this.#costs[at] as number;
      if (block[index - 1] !== at - 1 && !this.#isShown(at - 1)) cost += foldTokens;
    }
    const last = block.at(-1) as number;
    return this.#isShown(last + 1) ? cost : cost + foldTokens;
  }

  #isShown(at: number): boolean {
    return at < 0 || at >= this.shown.length || this.shown[at] === true;
  }
}

/** Shows what still fits of the folds, one level after the other; of the first that does not fit, its first lines. */
function unfold(selection: Selection, depths: readonly number[]): void {
  const levels = hiddenLevels(selection.shown, depths);
  for (const [, blocks] of [...levels].sort(([a], [b]) => a - b)) {
    let firstCut: readonly number[] | undefined;
    for (const block of blocks) {
      if (!selection.takeAll(block)) firstCut ??= block;
    }
    if (firstCut === undefined) continue;
    for (const at of firstCut) if (!selection.take(at)) return;
  }
}

/**
 * The hidden lines by depth. Those of one depth are in blocks, each in one fold of what is left when all lines are shown
 * that are less deep.
 */
function hiddenLevels(shown: readonly boolean[], depths: readonly number[]): ReadonlyMap<number, number[][]> {
  const levels = new Map<number, number[][]>();
  // The blocks that a further line may belong to, each deeper than the one before it.
  let open: { readonly depth: number; readonly block: number[] }[] = [];
  for (const [at, isShown] of shown.entries()) {
    if (isShown) {
      open = [];
      continue;
    }
    const depth = depths[at] as number;
    while ((open.at(-1)?.depth ?? depth) > depth) open.pop();
    if (open.at(-1)?.depth !== depth) {
      const block: number[] = [];
      open.push({ depth, block });
      const level = levels.get(depth);
      if (level === undefined) levels.set(depth, [block]);
      else level.push(block);
    }
    open.at(-1)?.block.push(at);
  }
  return levels;
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
    text.push(`${indentAt(lines, start, at)}… ${at - start + 1} lines`);
  }
  return { text: text.join('\n'), folds, tokens: costOf(shown, costs) };
}

/** The indentation of the first line with text in a fold. */
function indentAt(lines: readonly string[], start: number, end: number): string {
  for (let at = start; at <= end; at++) {
    const line = lines[at] as string;
    if (line.trim() !== '') return line.slice(0, line.length - line.trimStart().length);
  }
  return '';
}
