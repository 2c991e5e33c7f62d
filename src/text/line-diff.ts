/** A line diff is the shortest edit from one list of lines to another, as kept, removed and added lines. */
export interface DiffLine {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/** Beyond this many differences the middle counts as replaced: an exact diff would be slow and unreadable. */
const maxDifferences = 400;

export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let endBefore = before.length;
  let endAfter = after.length;
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1]) {
    endBefore--;
    endAfter--;
  }
  const middle = diffMiddle(before.slice(start, endBefore), after.slice(start, endAfter));
  return [...before.slice(0, start).map(kept), ...removedFirst(middle), ...before.slice(endBefore).map(kept)];
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
  const hunks: string[] = [];
  for (const [from, to] of hunkRanges(lines)) {
    const before = lines.slice(0, from).filter(({ sign }) => sign !== '+').length + firstBefore;
    const after = lines.slice(0, from).filter(({ sign }) => sign !== '-').length + firstAfter;
    const hunk = lines.slice(from, to);
    const countBefore = hunk.filter(({ sign }) => sign !== '+').length;
    const countAfter = hunk.filter(({ sign }) => sign !== '-').length;
    hunks.push(
      `@@ -${range(before, countBefore)} +${range(after, countAfter)} @@`,
      ...hunk.map(({ sign, text }) => sign + text),
    );
  }
  return hunks.join('\n');
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

/** Myers' greedy algorithm: for each number of differences, the furthest point on each diagonal. */
function diffMiddle(before: readonly string[], after: readonly string[]): DiffLine[] {
  const most = Math.min(before.length + after.length, maxDifferences);
  const reached = new Map<number, number>([[1, 0]]);
  const trace: Map<number, number>[] = [];
  for (let differences = 0; differences <= most; differences++) {
    trace.push(new Map(reached));
    for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
      let x = startOn(reached, diagonal, differences);
      let y = x - diagonal;
      while (x < before.length && y < after.length && before[x] === after[y]) {
        x++;
        y++;
      }
      reached.set(diagonal, x);
      if (x >= before.length && y >= after.length) return walkBack(before, after, trace);
    }
  }
  return [...before.map(removed), ...after.map(added)];
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
