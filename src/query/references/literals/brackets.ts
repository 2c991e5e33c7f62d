/** The brackets of a text outside of comments and strings. A literal may fill thousands of lines, so they are read once. */
import { firstFrom } from '../line-ranges.ts';
import type { LiteralSpan } from './literal-spans.ts';

export class Brackets {
  /** The offsets of all brackets, ascending. */
  readonly #offsets: number[] = [];
  /** After each of them, the innermost bracket that is open, or -1. */
  readonly #open: number[] = [];

  constructor(text: string, spans: readonly LiteralSpan[]) {
    const around: number[] = [];
    const bracket = /[()[\]{}]/g;
    let next = 0;
    for (let found = bracket.exec(text); found !== null; found = bracket.exec(text)) {
      const { index } = found;
      while (next < spans.length && (spans[next] as LiteralSpan).end <= index) next++;
      const span = spans[next];
      if (span !== undefined && span.start <= index) {
        bracket.lastIndex = span.end;
        continue;
      }
      if ('([{'.includes(found[0])) around.push(index);
      else around.pop();
      this.#offsets.push(index);
      this.#open.push(around.at(-1) ?? -1);
    }
  }

  /** Returns the innermost bracket that is open at an offset, or -1. */
  around(offset: number): number {
    return this.#open[firstFrom(this.#offsets, offset) - 1] ?? -1;
  }
}
