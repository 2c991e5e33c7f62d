/** Maps offsets to lines and back. Lines count from 1 and end at `\n` only, as in git. */
export class LineIndex {
  readonly #starts: Uint32Array;
  readonly #length: number;
  readonly count: number;

  constructor(text: string) {
    // Most lines are longer than this, so the text is seldom read twice.
    let starts = new Uint32Array((text.length >>> 4) + 2);
    let line = 1;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
      if (line === starts.length) {
        const larger = new Uint32Array(2 * line);
        larger.set(starts);
        starts = larger;
      }
      starts[line++] = at + 1;
    }
    starts = starts.subarray(0, line);
    this.#starts = starts;
    this.#length = text.length;
    this.count = starts.length - (endsAtLine(text) ? 1 : 0);
  }

  /** Returns the line of the character at `offset`. */
  lineAt(offset: number): number {
    const starts = this.#starts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  /** Returns the offset of the first character of a line. */
  startOf(line: number): number {
    return this.#starts[line - 1] ?? 0;
  }

  /** Returns the offset of the newline that ends a line, or of the end of the text. */
  endOf(line: number): number {
    const next = this.#starts[line];
    return next === undefined ? this.#length : next - 1;
  }

  /** Returns the offset behind a line and its newline. */
  behind(line: number): number {
    return this.#starts[line] ?? this.#length;
  }
}

/** Counts lines as `LineIndex` does, without building one. */
export function countLines(text: string): number {
  return newlines(text) + (endsAtLine(text) ? 0 : 1);
}

/** A final newline ends the last line; it does not start another one. */
function endsAtLine(text: string): boolean {
  return text === '' || text.endsWith('\n');
}

function newlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
