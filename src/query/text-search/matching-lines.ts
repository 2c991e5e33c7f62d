/** Finds the lines of one text that match a pattern. */
import { LineIndex } from '../../text/line-index.ts';
import type { RefView } from '../view/ref-view.ts';
import type { LinePattern } from './line-pattern.ts';
import { bestSet } from './required-text.ts';

export interface MatchingLines {
  /** Ascending, from 1. */
  readonly lines: readonly number[];
  /** Lines that were not searched, because they are too long for the pattern. */
  readonly unsearched: number;
  readonly index: LineIndex;
}

/** The steps that one line may cost; a search cannot pause within a line, and the slowest steps take 70 ns each. */
export const maxLineSteps = 1_500_000;
/** Steps between two looks at the clock. */
const stepsPerTurn = 250_000;

export async function matchingLines(
  view: Pick<RefView, 'isPauseDue' | 'pause'>,
  pattern: LinePattern,
  text: string,
): Promise<MatchingLines | undefined> {
  const comparable = pattern.comparable(text);
  const set = bestSet(pattern.required);
  const searchable = set === undefined ? '' : pattern.searchable(comparable);
  if (set !== undefined && !set.some((required) => searchable.includes(required))) return undefined;
  const index = new LineIndex(text);
  // In a text whose length the lower case changes, the offsets would be wrong.
  const isAligned = searchable.length === text.length;
  const candidates = set === undefined || !isAligned ? undefined : linesHolding(searchable, index, set);
  const count = candidates?.length ?? index.count;
  const lines: number[] = [];
  let [unsearched, steps] = [0, 0];
  for (let at = 0; at < count; at++) {
    const line = candidates?.[at] ?? at + 1;
    const searched = lineOf(comparable, index, line);
    const cost = searched.length * pattern.cost;
    steps += cost + 1;
    if (steps > stepsPerTurn) {
      steps = 0;
      if (view.isPauseDue()) await view.pause();
    }
    if (cost > maxLineSteps) unsearched++;
    else if (pattern.matches(searched)) lines.push(line);
  }
  return { lines, unsearched, index };
}

/** The text of a line without its end. */
export function lineOf(text: string, index: LineIndex, line: number): string {
  const [start, end] = [index.startOf(line), index.endOf(line)];
  return text.slice(start, end > start && text[end - 1] === '\r' ? end - 1 : end);
}

/** The lines that contain one of the texts, ascending. */
function linesHolding(text: string, index: LineIndex, texts: readonly string[]): readonly number[] {
  const lines = new Set<number>();
  for (const wanted of texts) {
    for (let at = text.indexOf(wanted); at !== -1; ) {
      const line = index.lineAt(at);
      lines.add(line);
      at = text.indexOf(wanted, index.behind(line));
      if (index.behind(line) >= text.length) break;
    }
  }
  return texts.length === 1 ? [...lines] : [...lines].sort((a, b) => a - b);
}
