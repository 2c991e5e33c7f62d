/** Source with its line numbers. The line of a fold stands for the lines that it hides. */
import type { LineRange } from '../query/shapes/folded-source.ts';
import { printableCode } from '../text/printable.ts';
import type { Rendering } from './rendering.ts';

export interface NumberedSource {
  readonly line_start: number;
  readonly line_end: number;
  readonly text: string;
  readonly folds?: readonly LineRange[];
}

export function numberedLines(source: NumberedSource, { paint, reader }: Rendering): string[] {
  const { line_start, line_end, text, folds = [] } = source;
  const width = reader === 'model' ? 0 : String(line_end).length;
  let number = line_start;
  let next = 0;
  return text.split('\n').map((line) => {
    const fold = folds[next];
    if (fold?.line_start === number) {
      next++;
      number = fold.line_end + 1;
      return `${' '.repeat(width)}\t${paint('dim', printableCode(line))}`;
    }
    return `${paint('dim', String(number++).padStart(width))}\t${printableCode(line)}`;
  });
}
