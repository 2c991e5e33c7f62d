/**
 * Masks the middle of long runs of comment lines. After each comment, the grammar looks through all comments that follow
 * for the indentation of the next statement, so a run takes quadratic time.
 */
import type { Span } from '../language.ts';
import { blank } from '../mask.ts';

/** Comment lines at the beginning and end of a run that are kept. */
const keptLines = 100;

export function maskPython(text: string): string {
  return blank(text, longRuns(text));
}

/** Blank lines between comments belong to a run: the grammar looks through them too. */
function longRuns(text: string): Span[] {
  const spans: Span[] = [];
  let run: { start: number; end: number }[] = [];
  const close = () => {
    if (run.length > 2 * keptLines) {
      const middle = run.slice(keptLines, -keptLines);
      spans.push({ start: (middle[0] as Span).start, end: (middle.at(-1) as Span).end });
    }
    run = [];
  };
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const first = firstVisible(text, start, end);
    if (first < end && text[first] === '#') run.push({ start, end });
    else if (first < end) close();
    start = end + 1;
  }
  close();
  return spans;
}

function firstVisible(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && (text[at] === ' ' || text[at] === '\t' || text[at] === '\r' || text[at] === '\f')) at++;
  return at;
}
