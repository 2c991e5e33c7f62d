/** Searches in ranges of lines, such as those of symbols and imports. */
import { FreeNumbers } from './free-numbers.ts';

export interface LineRange {
  readonly lineStart: number;
  readonly lineEnd: number;
}

/**
 * Returns for each of the ascending lines the first of the ranges, in their order, that contains it. Each line is filled
 * once, so that many ranges around many lines cost no more than both together.
 */
export function firstAround<Range extends LineRange>(
  ranges: readonly Range[],
  lines: ArrayLike<number>,
): readonly (Range | undefined)[] {
  const found = new Array<Range | undefined>(lines.length).fill(undefined);
  const free = new FreeNumbers(lines.length);
  for (const range of ranges) {
    const end = firstFrom(lines, range.lineEnd + 1);
    for (let at = free.nextFrom(firstFrom(lines, range.lineStart)); at < end; at = free.nextFrom(at)) {
      found[at] = range;
      free.take(at);
    }
  }
  return found;
}

/** Returns the index of the innermost symbol around each line of a file, or -1; the last one of equal size. */
export function innermostAround(
  symbols: readonly (LineRange & { readonly position: number })[],
  lineCount: number,
): Int32Array {
  const lines = Uint32Array.from({ length: lineCount }, (_, at) => at + 1);
  const size = ({ lineStart, lineEnd }: LineRange) => lineEnd - lineStart;
  const inner = [...symbols].sort((a, b) => size(a) - size(b) || b.position - a.position);
  return Int32Array.from(firstAround(inner, lines), (symbol) => symbol?.position ?? -1);
}

/** The same for one line. */
export function innermostAt(symbols: readonly (LineRange & { readonly position: number })[], line: number): number {
  let found = -1;
  let size = Number.POSITIVE_INFINITY;
  for (const { lineStart, lineEnd, position } of symbols) {
    if (lineStart > line || line > lineEnd) continue;
    const own = lineEnd - lineStart;
    if (own < size || (own === size && position > found)) [found, size] = [position, own];
  }
  return found;
}

/** Returns the index of the first of the ascending numbers that is not below `number`, or their count. */
export function firstFrom(numbers: ArrayLike<number>, number: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] as number) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
