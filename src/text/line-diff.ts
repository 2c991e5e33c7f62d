/** A line diff is the shortest edit from one list of lines to another, as kept, removed and added lines. */
export interface DiffLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

export interface LineDiff {
  readonly lines: readonly DiffLine[];
  /** False if the middle counts as replaced because the shortest edit was too expensive to find. */
  readonly isShortest: boolean;
}

/**
 * Beyond this many differences the middle counts as replaced: an exact diff would be slow and unreadable. It also bounds
 * the diagonals, each of which passes every line once at most.
 */
const maxDifferences = 400;

export function diffLines(before: readonly string[], after: readonly string[]): LineDiff {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let endBefore = before.length;
  let endAfter = after.length;
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1]) {
    endBefore--;
    endAfter--;
  }
  const [old, fresh] = [before.slice(start, endBefore), after.slice(start, endAfter)];
  const shortest = diffMiddle(old, fresh);
  const middle = shortest === undefined ? replacement(old, fresh) : removedFirst(shortest);
  return {
    lines: [...before.slice(0, start).map(kept), ...middle, ...before.slice(endBefore).map(kept)],
    isShortest: shortest !== undefined,
  };
}

function replacement(before: readonly string[], after: readonly string[]): DiffLine[] {
  return [...before.map(removed), ...after.map(added)];
}

/** Between two kept lines, puts the removed lines before the added ones. */
function removedFirst(lines: readonly DiffLine[]): DiffLine[] {
  const ordered: DiffLine[] = [];
  for (let index = 0; index < lines.length; ) {
    let end = index;
    while (end < lines.length && lines[end]?.sign !== ' ') end++;
    const changed = lines.slice(index, end);
    for (const sign of ['-', '+']) for (const line of changed) if (line.sign === sign) ordered.push(line);
    if (end < lines.length) ordered.push(lines[end] as DiffLine);
    index = end + 1;
  }
  return ordered;
}

/** Formats a diff as unified hunks without file headers. Line numbers start at the given numbers. */
export function unifiedHunks(lines: readonly DiffLine[], firstBefore: number, firstAfter: number): string {
  const written: string[] = [];
  let [at, before, after] = [0, firstBefore, firstAfter];
  for (const [from, to] of hunkRanges(lines)) {
    // All lines between two hunks are kept.
    before += from - at;
    after += from - at;
    const hunk = lines.slice(from, to);
    const countBefore = hunk.filter(({ sign }) => sign !== '+').length;
    const countAfter = hunk.filter(({ sign }) => sign !== '-').length;
    written.push(`@@ -${range(before, countBefore)} +${range(after, countAfter)} @@`);
    for (const { sign, text } of hunk) written.push(sign + text);
    at = to;
    before += countBefore;
    after += countAfter;
  }
  return written.join('\n');
}

const contextLines = 3;

function hunkRanges(lines: readonly DiffLine[]): [from: number, to: number][] {
  const ranges: [number, number][] = [];
  for (const [index, { sign }] of lines.entries()) {
    if (sign === ' ') continue;
    const from = Math.max(0, index - contextLines);
    const to = Math.min(lines.length, index + contextLines + 1);
    const last = ranges.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = to;
    else ranges.push([from, to]);
  }
  return ranges;
}

/** An empty side gives the number of the line before it, as `diff` does. */
function range(first: number, count: number): string {
  return count === 1 ? String(first) : `${count === 0 ? first - 1 : first},${count}`;
}

/**
 * Myers' greedy algorithm: for each number of differences, the furthest point on each diagonal. Returns undefined if
 * there are too many differences.
 */
function diffMiddle(before: readonly string[], after: readonly string[]): DiffLine[] | undefined {
  // One side is empty for a text that was added or removed as a whole.
  if (before.length === 0 || after.length === 0) return replacement(before, after);
  // Numbers are compared in one step, whatever the length of the lines.
  const numbers = new Map<string, number>();
  const [old, fresh] = [numbered(before, numbers), numbered(after, numbers)];
  if (leastDifferences(old, fresh, numbers.size) > maxDifferences) return undefined;
  const most = Math.min(old.length + fresh.length, maxDifferences);
  const reached = new Map<number, number>([[1, 0]]);
  const trace: Map<number, number>[] = [];
  for (let differences = 0; differences <= most; differences++) {
    trace.push(new Map(reached));
    for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
      const x = endOfSnake(old, fresh, startOn(reached, diagonal, differences), diagonal);
      reached.set(diagonal, x);
      if (x >= old.length && x - diagonal >= fresh.length) return walkBack(before, after, trace);
    }
  }
  return undefined;
}

/** Follows equal lines from a point on a diagonal. */
function endOfSnake(before: Int32Array, after: Int32Array, start: number, diagonal: number): number {
  let x = start;
  while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x++;
  return x;
}

/** Equal lines have equal numbers. */
function numbered(lines: readonly string[], numbers: Map<string, number>): Int32Array {
  return Int32Array.from(lines, (line) => {
    const number = numbers.get(line) ?? numbers.size;
    numbers.set(line, number);
    return number;
  });
}

/** Lines that occur more often on one side than on the other are differences, wherever they are. */
function leastDifferences(before: Int32Array, after: Int32Array, count: number): number {
  const surplus = new Int32Array(count);
  for (const number of before) surplus[number] = (surplus[number] as number) + 1;
  for (const number of after) surplus[number] = (surplus[number] as number) - 1;
  return surplus.reduce((sum, times) => sum + Math.abs(times), 0);
}

function startOn(reached: ReadonlyMap<number, number>, diagonal: number, differences: number): number {
  const below = reached.get(diagonal - 1) ?? -1;
  const above = reached.get(diagonal + 1) ?? -1;
  return diagonal === -differences || (diagonal !== differences && below < above) ? above : below + 1;
}

function walkBack(
  before: readonly string[],
  after: readonly string[],
  trace: readonly ReadonlyMap<number, number>[],
): DiffLine[] {
  const lines: DiffLine[] = [];
  let x = before.length;
  let y = after.length;
  for (let differences = trace.length - 1; differences >= 0; differences--) {
    const reached = trace[differences] as ReadonlyMap<number, number>;
    const diagonal = x - y;
    const start = startOn(reached, diagonal, differences);
    while (x > start && y > start - diagonal && x > 0 && y > 0 && differences >= 0) {
      if (before[x - 1] !== after[y - 1]) break;
      lines.push(kept(before[--x] as string));
      y--;
    }
    if (differences === 0) break;
    const cameDown = start === (reached.get(diagonal + 1) ?? -1) && start !== (reached.get(diagonal - 1) ?? -1) + 1;
    const isDown = diagonal === -differences || (diagonal !== differences && cameDown);
    if (isDown) lines.push(added(after[--y] as string));
    else lines.push(removed(before[--x] as string));
  }
  return lines.reverse();
}

function kept(text: string): DiffLine {
  return { sign: ' ', text };
}

function removed(text: string): DiffLine {
  return { sign: '-', text };
}

function added(text: string): DiffLine {
  return { sign: '+', text };
}
