/** A text table: columns are padded to their widest cell, and lines fit the width where possible. */

export interface TableOptions {
  readonly columns?: number;
  readonly indent?: string;
  /** The columns that are right-aligned. */
  readonly numbers?: readonly number[];
}

const leastWidth = 24;

/** Returns the lines of the table. The last cell of a row is not padded, and wraps if it is too long. */
export function table(rows: readonly (readonly string[])[], options: TableOptions = {}): string[] {
  const { columns = Number.POSITIVE_INFINITY, indent = '  ', numbers = [] } = options;
  const widths: number[] = [];
  for (const row of rows) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, widthOf(cell));
  }
  return rows.flatMap((row) => {
    const padded = row
      .slice(0, -1)
      .map((cell, at) => {
        const space = ' '.repeat((widths[at] as number) - widthOf(cell));
        return numbers.includes(at) ? `${space}${cell}  ` : `${cell}${space}  `;
      })
      .join('');
    const start = indent + padded;
    const available = columns - widthOf(start);
    const last = row.at(-1) ?? '';
    // If too little width remains beside the other cells, the last one goes below them.
    const isBeside = available >= Math.min(leastWidth, widthOf(last));
    const below = ' '.repeat(isBeside ? widthOf(start) : indent.length + 4);
    const lines = wrapped(last, isBeside ? available : columns - below.length);
    if (!isBeside) return [start.trimEnd(), ...lines.map((line) => below + line)];
    return lines.map((line, at) => ((at === 0 ? start : below) + line).trimEnd());
  });
}

/** Wraps between words. A word longer than the width gets its own line. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** The number of terminal columns of a text: colour codes count zero, wide characters two. */
export function widthOf(text: string): number {
  const plain = text.replace(/\x1b\[[\d;]*m/g, '');
  let width = 0;
  for (const { segment } of segmenter.segment(plain)) width += wide.test(segment) ? 2 : 1;
  return width;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\p{Emoji_Presentation}]/u;
